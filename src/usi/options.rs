//! What can be set: a row for each option of the engine, and the options table of the search.

use super::position::Rules;
use crate::memory;
use std::time::Duration;
use tsumugi_andor::Options;
use tsumugi_api::solve::{MOST_MOVES, Question, Request};

/// MiB for the table, unless another is set: what a desktop can spare.
const HASH: u32 = 1024;

/// More threads than this gain little on most problems and leave less of the computer to the user interface.
const MOST_THREADS: usize = 4;

/// The largest number that user interfaces written in JavaScript can hold exactly.
const MOST_NODES: u64 = (1 << 53) - 1;

/// Threads, unless another number is set: half the processors, since two of them often share a core.
fn threads() -> u32 {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    (processors / 2).clamp(1, MOST_THREADS) as u32
}

/// Seconds for a search that goes on until it is settled or told to stop.
const ENDLESS: f64 = 1e9;

/// Everything that can be set.
#[derive(Clone, Debug)]
pub struct Config {
    /// What is asked about every position.
    pub request: Request,
    /// Time between two lines about a search that goes on; zero for none.
    pub interval: Duration,
    /// How positions are understood.
    pub rules: Rules,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            request: Request {
                time: Some(ENDLESS),
                hash: Some(memory::modest(HASH)),
                threads: threads(),
                prove: false,
                ..Request::default()
            },
            interval: Duration::from_secs(1),
            rules: Rules { as_written: false, checked_defends: true },
        }
    }
}

/// An option of the engine itself.
struct Row {
    name: &'static str,
    /// As USI describes it.
    kind: String,
    /// Takes a value over; `None` if it is none.
    set: fn(&mut Config, &str) -> Option<()>,
}

/// The options of the engine itself.
fn rows() -> [Row; 9] {
    let row = |name, kind: &str, set| Row { name, kind: kind.to_string(), set };
    let threads = format!("spin default {} min 1 max 256", threads());
    let nodes = format!("spin default 0 min 0 max {MOST_NODES}");
    let moves = format!("spin default 1 min 1 max {MOST_MOVES}");
    [
        row("USI_Hash", "spin default 1024 min 1 max 1048576", |config, text| {
            config.request.hash = Some(number(text, 1, 1 << 20)? as u32);
            Some(())
        }),
        // Asked for by the protocol; pondering costs nothing that is not asked for.
        row("USI_Ponder", "check default false", |_, text| check(text).map(|_| ())),
        row("Threads", &threads, |config, text| {
            number(text, 1, 256).map(|n| config.request.threads = n as u32)
        }),
        row("MultiPV", &moves, |config, text| {
            let most = number(text, 1, u64::from(MOST_MOVES))? as u32;
            config.request.multipv = Some(most).filter(|&most| most > 1);
            Some(())
        }),
        // The words are those of KomoringHeights.
        row("PostSearchLevel", POST_SEARCH, |config, text| {
            (config.request.question, config.request.time) = match text {
                "None" => (Question::Mate, Some(ENDLESS)),
                // For about as long as it took to find the mate.
                "UpperBound" => (Question::Solution, None),
                "MinLength" => (Question::Solution, Some(ENDLESS)),
                _ => return None,
            };
            Some(())
        }),
        row("NodesLimit", &nodes, |config, text| {
            let nodes = number(text, 0, MOST_NODES)?;
            config.request.nodes = Some(nodes).filter(|&nodes| nodes > 0);
            Some(())
        }),
        row("PvInterval", "spin default 1000 min 0 max 1000000", |config, text| {
            number(text, 0, 1_000_000).map(|n| config.interval = Duration::from_millis(n))
        }),
        row("DefenderHandAsWritten", "check default false", |config, text| {
            check(text).map(|on| config.rules.as_written = on)
        }),
        row("RootIsAndNodeIfChecked", "check default true", |config, text| {
            check(text).map(|on| config.rules.checked_defends = on)
        }),
    ]
}

const POST_SEARCH: &str = "combo default MinLength var None var UpperBound var MinLength";

fn number(text: &str, least: u64, most: u64) -> Option<u64> {
    text.parse().ok().filter(|n| (least..=most).contains(n))
}

fn check(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// The lines that tell a user interface what can be set; with `research` also the techniques of the search, which can
/// be set without being listed.
pub fn lines(research: bool) -> Vec<String> {
    let own = rows().into_iter().map(|row| format!("option name {} type {}", row.name, row.kind));
    let search = Options::rows().into_iter().filter(|_| research);
    let search =
        search.map(|row| format!("option name {} type {}", row.name, kind(&row.allowed, &row.default)));
    own.chain(search).collect()
}

/// A row of the options table as USI describes it.
fn kind(allowed: &str, default: &str) -> String {
    if allowed == "on|off" {
        return format!("check default {}", default == "on");
    }
    if let Some((least, most)) = allowed.split_once("..=") {
        return format!("spin default {default} min {least} max {most}");
    }
    let words = allowed.split('|').map(|word| format!(" var {word}"));
    format!("combo default {default}{}", words.collect::<String>())
}

impl Config {
    /// Sets an option by name.
    ///
    /// # Errors
    /// When there is no such option, the text is no value of it, or memory does not suffice. Nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(row) = rows().into_iter().find(|row| row.name.eq_ignore_ascii_case(name)) else {
            return self.set_search(name, value);
        };
        let mut changed = self.clone();
        (row.set)(&mut changed, value)
            .ok_or_else(|| format!("{name}: expected {}, not {value}", row.kind))?;
        if changed.request.hash != self.request.hash
            && let Some(shortage) = changed.request.hash.and_then(memory::shortage)
        {
            return Err(format!("{name}: {shortage}"));
        }
        *self = changed;
        Ok(())
    }

    /// Sets an option of the search. Only what differs from the default is asked for.
    fn set_search(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut options = Options::default();
        options.set(name, value).map_err(|error| error.to_string())?;
        let option = &mut self.request.option;
        let Some(at) = Options::rows().iter().position(|row| row.name == name) else {
            // A preset sets all of them.
            *option = vec![(name.to_string(), value.to_string())];
            return Ok(());
        };
        option.retain(|(other, _)| other != name);
        let value = options.values().swap_remove(at);
        if value != Options::rows()[at].default || !option.is_empty() {
            option.push((name.to_string(), value));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The word after `key` in an option line.
    fn field<'a>(line: &'a str, key: &str) -> Option<&'a str> {
        line.split(' ').skip_while(|word| *word != key).nth(1)
    }

    #[test]
    fn every_option_accepts_its_default_and_its_limits() {
        let mut config = Config::default();
        let lines = lines(true);
        assert_eq!(lines.len(), rows().len() + Options::rows().len());
        assert_eq!(self::lines(false).len(), rows().len());
        for line in &lines {
            let name = field(line, "name").unwrap();
            let kind = field(line, "type").unwrap();
            assert!(["spin", "check", "combo"].contains(&kind), "{line}");
            // A table as large as can be asked for does not fit into this machine.
            for key in
                ["min", "max", "default"].into_iter().filter(|key| (name, *key) != ("USI_Hash", "max"))
            {
                if let Some(value) = field(line, key) {
                    assert_eq!(config.set(name, value), Ok(()), "{line}");
                }
            }
        }
        // How much memory is free may have changed meanwhile.
        config.request.hash = Config::default().request.hash;
        assert_eq!(format!("{config:?}"), format!("{:?}", Config::default()));
    }

    #[test]
    fn bad_options_change_nothing() {
        let mut config = Config::default();
        for (name, value) in [
            ("USI_Hash", "0"),
            ("USI_Hash", "x"),
            ("Threads", "-1"),
            ("epsilon", "257"),
            ("ghi", "none"),
            ("DefenderHandAsWritten", "maybe"),
            ("Nonsense", "1"),
            ("", ""),
        ] {
            assert!(config.set(name, value).is_err(), "{name}={value}");
        }
        config.request.hash = Config::default().request.hash;
        assert_eq!(format!("{config:?}"), format!("{:?}", Config::default()));
        config.set("usi_hash", "8").unwrap();
        assert_eq!(config.request.hash, Some(8));
    }
}
