//! The options table: every switch of every technique, written once.
//!
//! One macro turns a row into a field with its default, a name that text can set, a range check and a line
//! of help. A *preset* is a value for every row under one name: a program of the literature, as near as our
//! rows come to it. A row that a preset does not mention follows `default` or `plain`.

use std::fmt;

/// How a search deals with loops that would keep it going round for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cycles {
    /// Not at all: a cyclic problem may hit its limit.
    None,
    /// df-pn(r): children nearer to the root than their parent do not count in sums.
    Reduced,
    /// Threshold control: thresholds are lifted until something new is opened.
    Tca,
}

/// How a search keeps disproofs by repetition apart from real ones (graph-history interaction).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ghi {
    /// The baseline, after Nagai, in two phases: first repetitions only fail and disprove nothing; if that comes to
    /// no answer, everything is searched again with repetitions as disproofs, of which none is kept.
    Nagai,
    /// Base and twin entries with path codes, and simulation of a disproof on other paths.
    Twin,
    /// Disproofs remember the shallowest position of the path they lean on.
    Scoped,
    /// Disproofs remember all positions of the path they lean on.
    Dependency,
}

/// How the numbers of children are added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sums {
    /// All of them.
    Sum,
    /// The largest of each class the game names, summed over classes.
    Classes,
    /// Children found to lead to a common position count once (SNDA), and classes as above.
    Snda,
    /// The largest, plus one for each other child (weak proof numbers).
    Weak,
    /// The same, but where it grows large the worst child is left out until the others are solved (branch number
    /// with folding).
    Branch,
}

/// How several threads divide a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadsBy {
    /// Each searches from the root; virtual numbers keep them apart.
    Virtual,
    /// They take jobs from a tree they share (SPDFPN).
    Jobs,
}

/// A text that is no value of an option, or names no option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionError {
    /// The name given.
    pub name: String,
    /// What would have been right.
    pub expected: String,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}", self.name, self.expected)
    }
}

impl std::error::Error for OptionError {}

/// A row of the table, for help and documents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The name, as it is set.
    pub name: &'static str,
    /// The default value.
    pub default: String,
    /// The values allowed.
    pub allowed: String,
    /// What it does.
    pub help: &'static str,
}

/// A type of option values.
trait Value: Sized + Copy {
    type Range;
    fn parse(text: &str, range: &Self::Range) -> Option<Self>;
    fn allowed(range: &Self::Range) -> String;
    fn show(self) -> String;
}

impl Value for u32 {
    type Range = std::ops::RangeInclusive<u32>;
    fn parse(text: &str, range: &Self::Range) -> Option<u32> {
        text.parse().ok().filter(|n| range.contains(n))
    }
    fn allowed(range: &Self::Range) -> String {
        format!("{}..={}", range.start(), range.end())
    }
    fn show(self) -> String {
        self.to_string()
    }
}

impl Value for bool {
    type Range = std::ops::RangeInclusive<bool>;
    fn parse(text: &str, _: &Self::Range) -> Option<bool> {
        match text {
            "on" | "true" => Some(true),
            "off" | "false" => Some(false),
            _ => None,
        }
    }
    fn allowed(_: &Self::Range) -> String {
        "on|off".to_string()
    }
    fn show(self) -> String {
        if self { "on" } else { "off" }.to_string()
    }
}

/// Gives an enum the words of the table.
macro_rules! words {
    ($type:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $type {
            /// Every value with its word.
            pub const ALL: &'static [($type, &'static str)] = &[$(($type::$variant, $word)),+];
        }
        impl Value for $type {
            type Range = std::ops::RangeFull;
            fn parse(text: &str, _: &Self::Range) -> Option<$type> {
                $type::ALL.iter().find(|(_, word)| *word == text).map(|(value, _)| *value)
            }
            fn allowed(_: &Self::Range) -> String {
                $type::ALL.iter().map(|(_, word)| *word).collect::<Vec<_>>().join("|")
            }
            fn show(self) -> String {
                $type::ALL.iter().find(|(value, _)| *value == self).map_or("", |(_, word)| word).to_string()
            }
        }
    };
}

words!(Cycles { None = "none", Reduced = "reduced", Tca = "tca" });
words!(Ghi { Nagai = "nagai", Twin = "twin", Scoped = "scoped", Dependency = "dependency" });
words!(ThreadsBy { Virtual = "virtual", Jobs = "jobs" });
words!(Sums { Sum = "sum", Classes = "classes", Snda = "snda", Weak = "weak", Branch = "branch" });

macro_rules! options {
    ($($(#[doc = $help:literal])+ $name:ident: $type:ty = $default:expr, in $range:expr;)+) => {
        /// Every switch of every technique.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct Options { $($(#[doc = $help])+ pub $name: $type,)+ }

        impl Default for Options {
            fn default() -> Options {
                Options { $($name: $default,)+ }
            }
        }

        impl Options {
            /// Sets an option by name.
            ///
            /// # Errors
            /// When there is no such option, or the text is no value of it.
            pub fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
                let error = |expected: String| OptionError { name: name.to_string(), expected };
                match name {
                    $(stringify!($name) => {
                        let value = <$type as Value>::parse(text, &$range);
                        self.$name = value.ok_or_else(|| error(<$type as Value>::allowed(&$range)))?;
                        Ok(())
                    })+
                    "preset" => {
                        let known = Options::presets().into_iter().find(|preset| preset.name == text);
                        *self = known.ok_or_else(|| error(Preset::allowed()))?.options;
                        Ok(())
                    }
                    _ => Err(error(format!("one of {}, preset", [$(stringify!($name)),+].join(", ")))),
                }
            }

            /// The value of every row, in the order of [`Options::rows`].
            pub fn values(&self) -> Vec<String> {
                vec![$(<$type as Value>::show(self.$name)),+]
            }

            /// The table.
            pub fn rows() -> Vec<Row> {
                let default = Options::default();
                vec![$(Row {
                    name: stringify!($name),
                    default: <$type as Value>::show(default.$name),
                    allowed: <$type as Value>::allowed(&$range),
                    help: concat!($($help),+).trim_ascii(),
                }),+]
            }
        }
    };
}

options! {
    /// Loops: none, reduced (df-pn(r)) or tca (threshold control).
    cycles: Cycles = Cycles::Tca, in ..;
    /// Disproofs by repetition: nagai, twin, scoped or dependency.
    ghi: Ghi = Ghi::Dependency, in ..;
    /// Sums of children: sum, classes, snda, weak or branch.
    sums: Sums = Sums::Snda, in ..;
    /// How many steps snda walks up the table when it looks for a common ancestor.
    sums_snda_reach: u32 = 64, in 1..=4096;
    /// 1+ε thresholds: how much farther than the second best child the best is followed, in 1/64.
    epsilon: u32 = 16, in 0..=256;
    /// 1+ε thresholds: and so much farther whatever the numbers are.
    epsilon_more: u32 = 2, in 0..=64;
    /// Put off the moves the game wants put off.
    delay: bool = true, in false..=true;
    /// Expect that OR does not win: put off its moves that probably fail like another one.
    doubt: bool = false, in false..=true;
    /// Carry the win against one reply over to replies like it, by playing it through.
    transfer: bool = true, in false..=true;
    /// Try first what won in a position like the current one (similar-position killers).
    killers: bool = true, in false..=true;
    /// Answer from entries with smaller or larger resources.
    dominance: bool = true, in false..=true;
    /// Take first bounds from the game (df-pn+); off: 1 and 1.
    estimate: bool = true, in false..=true;
    /// Take first bounds that were learned, where the game has such.
    learned: bool = true, in false..=true;
    /// First bounds are no smaller than those of the same position with more (pn) or less (dn) to spend.
    borrow: bool = true, in false..=true;
    /// Add the game's edge costs (df-pn+).
    cost: bool = false, in false..=true;
    /// When the table is full, drop what was little work (small-tree GC); off: drop anything unsolved.
    small_tree_gc: bool = true, in false..=true;
    /// Several threads: virtual (each from the root, with virtual numbers) or jobs (SPDFPN).
    threads_by: ThreadsBy = ThreadsBy::Virtual, in ..;
    /// Jobs: expansions below a branch of the shared tree before it is opened, at least.
    threads_by_jobs_split: u32 = 512, in 1..=1_000_000;
    /// Orders of threats λ-search goes up to.
    lambda_order: u32 = 2, in 0..=4;
}

impl Options {
    /// Every technique off that can be switched off.
    pub fn plain() -> Options {
        Options {
            cycles: Cycles::None,
            ghi: Ghi::Scoped,
            sums: Sums::Sum,
            epsilon: 0,
            epsilon_more: 0,
            delay: false,
            transfer: false,
            killers: false,
            dominance: false,
            estimate: false,
            learned: false,
            borrow: false,
            cost: false,
            small_tree_gc: false,
            ..Options::default()
        }
    }
}

/// A value for every row under one name. `set("preset", name)` takes all of them at once.
#[derive(Clone, PartialEq, Debug)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// What it stands for.
    pub help: &'static str,
    /// The values.
    pub options: Options,
}

impl Preset {
    fn allowed() -> String {
        Options::presets().iter().map(|preset| preset.name).collect::<Vec<_>>().join("|")
    }
}

impl Options {
    /// Every preset.
    pub fn presets() -> Vec<Preset> {
        let preset = |name, help, options| Preset { name, help, options };
        let usual = Options::default();
        // What Nagai's own programs had: df-pn+, proof pieces, garbage collection of small trees.
        let early = Options {
            dominance: true,
            estimate: true,
            cost: true,
            small_tree_gc: true,
            ..Options::plain()
        };
        let nagai = Options { ghi: Ghi::Nagai, ..early };
        let kishimoto = Options { cycles: Cycles::Tca, ghi: Ghi::Twin, sums: Sums::Snda, ..early };
        let komoring = Options {
            cycles: Cycles::Tca,
            ghi: Ghi::Scoped,
            sums: Sums::Snda,
            epsilon: 0,
            epsilon_more: 0,
            learned: false,
            cost: false,
            ..usual
        };
        vec![
            preset("default", "What we found best.", usual),
            preset("plain", "Every technique off that can be switched off.", Options::plain()),
            preset("nagai", "df-pn+ of [Nagai02], with his two phases for repetitions.", nagai),
            preset("kishimoto", "df-pn+ with threshold control, SNDA and twins.", kishimoto),
            preset("komoring-like", "Techniques that KomoringHeights has too.", komoring),
            preset(
                "branch-number",
                "The default with branch numbers, as shtsume counts.",
                Options { sums: Sums::Branch, ..usual },
            ),
            preset(
                "no-mate",
                "For problems that probably have no mate, as those of `census`.",
                Options { sums: Sums::Classes, doubt: true, ..usual },
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_by_name_and_bad_values_are_explained() {
        let mut options = Options::default();
        for row in Options::rows() {
            assert!(options.set(row.name, &row.default).is_ok(), "{row:?}");
        }
        assert_eq!(options, Options::default());
        options.set("ghi", "twin").unwrap();
        options.set("epsilon", "16").unwrap();
        options.set("delay", "off").unwrap();
        assert_eq!((options.ghi, options.epsilon, options.delay), (Ghi::Twin, 16, false));
        assert_eq!(options.set("ghi", "x").unwrap_err().expected, "nagai|twin|scoped|dependency");
        assert_eq!(options.set("epsilon", "999").unwrap_err().expected, "0..=256");
        assert!(options.set("nothing", "1").unwrap_err().expected.starts_with("one of cycles, "));
    }

    #[test]
    fn a_preset_sets_every_row_and_later_words_override_it() {
        let mut options = Options::default();
        options.set("epsilon", "99").unwrap();
        options.set("preset", "kishimoto").unwrap();
        assert_eq!((options.ghi, options.sums, options.epsilon), (Ghi::Twin, Sums::Snda, 0));
        options.set("ghi", "scoped").unwrap();
        assert_eq!((options.ghi, options.sums), (Ghi::Scoped, Sums::Snda));
        for preset in Options::presets() {
            options.set("preset", preset.name).unwrap();
            assert_eq!(options, preset.options);
            // The values written out row by row are the preset.
            let mut again = Options::default();
            for (row, value) in Options::rows().iter().zip(preset.options.values()) {
                again.set(row.name, &value).unwrap();
            }
            assert_eq!(again, preset.options, "{}", preset.name);
        }
        let error = options.set("preset", "x").unwrap_err();
        assert!(error.expected.starts_with("default|plain|nagai|"), "{error}");
    }
}
