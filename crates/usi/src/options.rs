//! What can be set: a row for each option of the engine, and the options table of the search.

use crate::position::Rules;
use std::fmt;
use std::time::Duration;
use tsumugi_andor::Options;
use tsumugi_api::solve::{MOST_MOVES, Question, Request};

/// What the machine has to give.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// MiB for the table, as they are declared.
    pub usual_hash: u32,
    /// The same, as the engine begins: less where less is free.
    pub hash: u32,
    /// MiB for the table at most.
    pub most_hash: u32,
    /// Threads, unless another number is set.
    pub threads: u32,
    /// Threads at most.
    pub most_threads: u32,
    /// Why a table of this many MiB does not fit, if it does not.
    pub shortage: fn(u32) -> Option<String>,
}

/// The largest number that user interfaces written in JavaScript can hold exactly.
const MOST_NODES: u64 = (1 << 53) - 1;

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
    /// Where it runs.
    pub machine: Machine,
}

impl Config {
    /// What holds unless something is set.
    pub fn on(machine: Machine) -> Config {
        Config {
            request: Request {
                time: Some(ENDLESS),
                hash: Some(machine.hash),
                threads: machine.threads,
                prove: false,
                ..Request::default()
            },
            interval: Duration::from_secs(1),
            rules: Rules { as_written: false, checked_defends: true },
            machine,
        }
    }
}

/// An option as it is declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// What it may be.
    pub kind: Kind,
}

/// What an option may be. As text: the way USI declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Yes or no.
    Check {
        /// Unless it is set.
        default: bool,
    },
    /// A number.
    Spin {
        /// Unless it is set.
        default: u64,
        /// No smaller.
        least: u64,
        /// No larger.
        most: u64,
    },
    /// One of some words.
    Combo {
        /// Unless it is set.
        default: String,
        /// All of them.
        words: Vec<String>,
    },
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Check { default } => write!(f, "check default {default}"),
            Kind::Spin { default, least, most } => {
                write!(f, "spin default {default} min {least} max {most}")
            }
            Kind::Combo { default, words } => {
                write!(f, "combo default {default}")?;
                words.iter().try_for_each(|word| write!(f, " var {word}"))
            }
        }
    }
}

/// An option of the engine itself.
struct Row {
    name: &'static str,
    kind: Kind,
    /// Takes a value over; `None` if it is none.
    set: fn(&mut Config, &str) -> Option<()>,
}

/// The options of the engine itself.
fn rows(machine: Machine) -> [Row; 9] {
    let row = |name, kind, set| Row { name, kind, set };
    let check = |default| Kind::Check { default };
    let spin = |default: u64, least: u64, most: u64| Kind::Spin { default, least, most };
    let hash = spin(machine.usual_hash.into(), 1, machine.most_hash.into());
    let threads = spin(machine.threads.into(), 1, machine.most_threads.into());
    [
        row("USI_Hash", hash, |config, text| {
            let most = config.machine.most_hash.into();
            config.request.hash = Some(number(text, 1, most)? as u32);
            Some(())
        }),
        // Asked for by the protocol; pondering costs nothing that is not asked for.
        row("USI_Ponder", check(false), |_, text| yes_or_no(text).map(|_| ())),
        row("Threads", threads, |config, text| {
            let most = config.machine.most_threads.into();
            number(text, 1, most).map(|n| config.request.threads = n as u32)
        }),
        row("MultiPV", spin(1, 1, MOST_MOVES.into()), |config, text| {
            let most = number(text, 1, u64::from(MOST_MOVES))? as u32;
            config.request.multipv = Some(most).filter(|&most| most > 1);
            Some(())
        }),
        // The words are those of KomoringHeights.
        row("PostSearchLevel", combo("MinLength", &POST_SEARCH), |config, text| {
            (config.request.question, config.request.time) = match text {
                "None" => (Question::Mate, Some(ENDLESS)),
                // For about as long as it took to find the mate.
                "UpperBound" => (Question::Solution, None),
                "MinLength" => (Question::Solution, Some(ENDLESS)),
                _ => return None,
            };
            Some(())
        }),
        row("NodesLimit", spin(0, 0, MOST_NODES), |config, text| {
            let nodes = number(text, 0, MOST_NODES)?;
            config.request.nodes = Some(nodes).filter(|&nodes| nodes > 0);
            Some(())
        }),
        row("PvInterval", spin(1000, 0, 1_000_000), |config, text| {
            number(text, 0, 1_000_000).map(|n| config.interval = Duration::from_millis(n))
        }),
        row("DefenderHandAsWritten", check(false), |config, text| {
            yes_or_no(text).map(|on| config.rules.as_written = on)
        }),
        row("RootIsAndNodeIfChecked", check(true), |config, text| {
            yes_or_no(text).map(|on| config.rules.checked_defends = on)
        }),
    ]
}

const POST_SEARCH: [&str; 3] = ["None", "UpperBound", "MinLength"];

fn combo(default: &str, words: &[&str]) -> Kind {
    let words = words.iter().map(ToString::to_string).collect();
    Kind::Combo { default: default.to_string(), words }
}

fn number(text: &str, least: u64, most: u64) -> Option<u64> {
    text.parse().ok().filter(|n| (least..=most).contains(n))
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

impl Machine {
    /// The options that are declared there.
    pub fn declared(self) -> Vec<Declared> {
        declared(self, false)
    }
}

/// What can be set; with `research` also the techniques of the search, which can be set without being declared.
fn declared(machine: Machine, research: bool) -> Vec<Declared> {
    let own = rows(machine).into_iter();
    let own = own.map(|row| Declared { name: row.name.to_string(), kind: row.kind });
    let search = Options::rows().into_iter().filter(|_| research);
    let search = search
        .map(|row| Declared { name: row.name.to_string(), kind: kind(&row.allowed, &row.default) });
    own.chain(search).collect()
}

/// The lines that tell a user interface the same.
pub fn lines(machine: Machine, research: bool) -> Vec<String> {
    let all = declared(machine, research).into_iter();
    all.map(|Declared { name, kind }| format!("option name {name} type {kind}")).collect()
}

/// A row of the options table as USI has it.
fn kind(allowed: &str, default: &str) -> Kind {
    if allowed == "on|off" {
        return Kind::Check { default: default == "on" };
    }
    let number = |text: &str| text.parse().expect("the options table has whole numbers");
    if let Some((least, most)) = allowed.split_once("..=") {
        return Kind::Spin { default: number(default), least: number(least), most: number(most) };
    }
    combo(default, &allowed.split('|').collect::<Vec<_>>())
}

impl Config {
    /// Sets an option by name.
    ///
    /// # Errors
    /// When there is no such option, the text is no value of it, or memory does not suffice. Nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(row) = rows(self.machine).into_iter().find(|row| row.name.eq_ignore_ascii_case(name))
        else {
            return self.set_search(name, value);
        };
        let mut changed = self.clone();
        (row.set)(&mut changed, value)
            .ok_or_else(|| format!("{name}: expected {}, not {value}", row.kind))?;
        if changed.request.hash != self.request.hash
            && let Some(shortage) = changed.request.hash.and_then(self.machine.shortage)
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

    const MACHINE: Machine = Machine {
        usual_hash: 64,
        hash: 32,
        most_hash: 128,
        threads: 2,
        most_threads: 3,
        shortage: |hash| (hash > 100).then(|| "there is less".to_string()),
    };

    /// The word after `key` in an option line.
    fn field<'a>(line: &'a str, key: &str) -> Option<&'a str> {
        line.split(' ').skip_while(|word| *word != key).nth(1)
    }

    #[test]
    fn every_option_accepts_its_default_and_its_limits() {
        let mut config = Config::on(MACHINE);
        let lines = lines(MACHINE, true);
        assert_eq!(lines.len(), rows(MACHINE).len() + Options::rows().len());
        assert_eq!(self::lines(MACHINE, false).len(), rows(MACHINE).len());
        for line in &lines {
            let name = field(line, "name").unwrap();
            let kind = field(line, "type").unwrap();
            assert!(["spin", "check", "combo"].contains(&kind), "{line}");
            // A table as large as can be asked for does not fit.
            for key in
                ["min", "max", "default"].into_iter().filter(|key| (name, *key) != ("USI_Hash", "max"))
            {
                if let Some(value) = field(line, key) {
                    assert_eq!(config.set(name, value), Ok(()), "{line}");
                }
            }
        }
        // What is declared is not what the engine begins with.
        config.request.hash = Config::on(MACHINE).request.hash;
        assert_eq!(format!("{config:?}"), format!("{:?}", Config::on(MACHINE)));
    }

    #[test]
    fn bad_options_change_nothing() {
        let mut config = Config::on(MACHINE);
        for (name, value) in [
            ("USI_Hash", "0"),
            ("USI_Hash", "x"),
            // More than there is, and more than is allowed.
            ("USI_Hash", "101"),
            ("USI_Hash", "129"),
            ("Threads", "-1"),
            ("Threads", "4"),
            ("epsilon", "257"),
            ("ghi", "none"),
            ("DefenderHandAsWritten", "maybe"),
            ("Nonsense", "1"),
            ("", ""),
        ] {
            assert!(config.set(name, value).is_err(), "{name}={value}");
        }
        assert_eq!(format!("{config:?}"), format!("{:?}", Config::on(MACHINE)));
        config.set("usi_hash", "8").unwrap();
        assert_eq!(config.request.hash, Some(8));
    }
}
