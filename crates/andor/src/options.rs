//! The options table: every switch of every technique, written once.
//!
//! One macro turns a row into a field with its default, a name that text can set, a range check and a line
//! of help. There are two structs. [`Options`] has what pays, and is all that `tsumugi` has. [`PaperOptions`] adds what
//! only papers need, for `tsumugi-lab` and for tests; it accepts whatever [`Options`] accepts. Which of the two a search
//! is given decides at compile time what it can do, see [`crate::Policy`].
//!
//! A *preset* is a value for every row under one name: a program of the literature, as near as our
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
    /// The baseline, after Nagai, in two phases: first repetitions only fail and disprove nothing; a position all of
    /// whose moves fail so is searched again with repetitions as disproofs, of which none is kept.
    Nagai,
    /// Base and twin entries with path codes, and simulation of a disproof on other paths.
    Twin,
    /// Disproofs remember the shallowest position of the path they lean on.
    Scoped,
    /// Disproofs remember all positions of the path they lean on.
    Dependency,
}

/// Which children count once, by the largest of their numbers, when the numbers of children are added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Groups {
    /// Those of a class that the game names.
    Classes,
    /// These, and those found to lead to a common position (SNDA).
    Snda,
}

/// How the numbers of children are added up: [`Groups`], and what papers have beside them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sums {
    /// All of them.
    Sum,
    /// The largest of each class the game names, summed over classes.
    Classes,
    /// Children found to lead to a common position count once (SNDA), and classes as above.
    Snda,
    /// The largest alone, where two children were found to lead to a common position; elsewhere all of them.
    Nagai,
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
    /// Is it right for [`PaperOptions`]?
    pub in_papers: bool,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let only = if self.in_papers { "only tsumugi-lab has this; " } else { "" };
        write!(f, "{}: {only}expected {}", self.name, self.expected)
    }
}

impl std::error::Error for OptionError {}

/// A row of the table, for help and documents.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
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
words!(Groups { Classes = "classes", Snda = "snda" });
words!(ThreadsBy { Virtual = "virtual", Jobs = "jobs" });
words!(Sums { Sum = "sum", Classes = "classes", Snda = "snda", Nagai = "nagai", Weak = "weak", Branch = "branch" });

/// Makes a struct of options out of rows.
macro_rules! table {
    ($(#[doc = $doc:literal])+ $struct:ident {
        $($(#[doc = $help:literal])+ $name:ident: $type:ty = $default:expr, in $range:expr;)+
    }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct $struct { $($(#[doc = $help])+ pub $name: $type,)+ }

        impl Default for $struct {
            fn default() -> $struct {
                $struct { $($name: $default,)+ }
            }
        }

        impl $struct {
            /// Sets an option by name.
            ///
            /// # Errors
            /// When there is no such option, or the text is no value of it.
            pub fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
                self.try_set(name, text).map_err(|expected| OptionError {
                    name: name.to_string(),
                    expected,
                    in_papers: PaperOptions::default().try_set(name, text).is_ok(),
                })
            }

            /// Sets an option by name, or says what would have been right.
            fn try_set(&mut self, name: &str, text: &str) -> Result<(), String> {
                match name {
                    $(stringify!($name) => {
                        let value = <$type as Value>::parse(text, &$range);
                        self.$name = value.ok_or_else(|| <$type as Value>::allowed(&$range))?;
                    })+
                    "preset" => {
                        let presets = $struct::presets();
                        let allowed = || presets.iter().map(|preset| preset.name).collect::<Vec<_>>();
                        let known = presets.iter().find(|preset| preset.name == text);
                        *self = known.ok_or_else(|| allowed().join("|"))?.options;
                    }
                    _ => return Err(format!("one of {}, preset", [$(stringify!($name)),+].join(", "))),
                }
                Ok(())
            }

            /// The value of every row, in the order of the rows.
            pub fn values(&self) -> Vec<String> {
                vec![$(<$type as Value>::show(self.$name)),+]
            }

            /// The table.
            pub fn rows() -> Vec<Row> {
                let default = $struct::default();
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

/// Makes both structs, and takes the rows of both from one to the other.
macro_rules! options {
    (
        tsumugi { $($product:tt)* }
        papers { $($paper:tt)* }
        both { $($(#[doc = $help:literal])+ $name:ident: $type:ty = $default:expr, in $range:expr;)+ }
    ) => {
        table! {
            /// The switches of the techniques that pay.
            Options {
                $($product)*
                $($(#[doc = $help])+ $name: $type = $default, in $range;)+
            }
        }
        table! {
            /// Every switch of every technique of the papers.
            PaperOptions {
                $($paper)*
                $($(#[doc = $help])+ $name: $type = $default, in $range;)+
            }
        }
        impl PaperOptions {
            /// What [`Options`] has of these.
            pub(crate) fn usual(&self) -> Options {
                let sums = if self.sums == Sums::Snda { Groups::Snda } else { Groups::Classes };
                Options { sums, $($name: self.$name,)+ }
            }
        }
    };
}

options! {
    tsumugi {
        /// Children that count once: classes (those that the game names), or also those found to merge (snda).
        sums: Groups = Groups::Snda, in ..;
    }
    papers {
        /// Loops: none, reduced (df-pn(r)) or tca (threshold control).
        cycles: Cycles = Cycles::Tca, in ..;
        /// Disproofs by repetition: nagai, twin, scoped or dependency.
        ghi: Ghi = Ghi::Dependency, in ..;
        /// Sums of children: sum, classes, snda, nagai, weak or branch.
        sums: Sums = Sums::Snda, in ..;
        /// Add the game's edge costs (df-pn+).
        cost: bool = false, in false..=true;
        /// Orders of threats λ-search goes up to.
        lambda_order: u32 = 2, in 0..=4;
        /// C*: leave the reply at hand for the easiest one when it needs more than this many times as many tips.
        follow: u32 = 1, in 1..=64;
    }
    both {
        /// How many steps snda walks up the table when it looks for a common ancestor.
        sums_snda_reach: u32 = 64, in 1..=4096;
        /// 1+ε thresholds: how much farther than the second best child the best is followed, in 1/64. Searches for lengths of mates take at least 32.
        epsilon: u32 = 16, in 0..=256;
        /// 1+ε thresholds: and so much farther whatever the numbers are.
        epsilon_more: u32 = 2, in 0..=64;
        /// 1+ε thresholds: in place of `epsilon`, if it is more, where the side that probably loses is to move and does not look
        /// like winning: all its moves have to be searched. Unless it is 0, a move of OR's is followed to the
        /// end where OR has to win within a number of plies and does not look like it.
        epsilon_losing: u32 = 64, in 0..=1024;
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
        /// When the table is full, drop what was little work (small-tree GC); off: drop anything unsolved.
        small_tree_gc: bool = true, in false..=true;
        /// Several threads: virtual (each from the root, with virtual numbers) or jobs (SPDFPN).
        threads_by: ThreadsBy = ThreadsBy::Virtual, in ..;
        /// Jobs: expansions below a branch of the shared tree before it is opened, at least.
        threads_by_jobs_split: u32 = 512, in 1..=1_000_000;
    }
}

/// A value for every row under one name. `set("preset", name)` takes all of them at once.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Preset<O> {
    /// The name.
    pub name: &'static str,
    /// What it stands for.
    pub help: &'static str,
    /// The values.
    pub options: O,
}

const DEFAULT: (&str, &str) = ("default", "What we found best.");
const NO_MATE: (&str, &str) =
    ("no-mate", "For problems that probably have no mate, as those of `census`.");

impl Options {
    /// Every preset.
    pub fn presets() -> Vec<Preset<Options>> {
        let usual = Options::default();
        let no_mate = Options { sums: Groups::Classes, doubt: true, ..usual };
        let preset = |(name, help), options| Preset { name, help, options };
        vec![preset(DEFAULT, usual), preset(NO_MATE, no_mate)]
    }
}

impl PaperOptions {
    /// Every technique off that can be switched off.
    pub fn plain() -> PaperOptions {
        PaperOptions {
            cycles: Cycles::None,
            ghi: Ghi::Scoped,
            sums: Sums::Sum,
            epsilon: 0,
            epsilon_more: 0,
            epsilon_losing: 0,
            delay: false,
            transfer: false,
            killers: false,
            dominance: false,
            estimate: false,
            learned: false,
            borrow: false,
            cost: false,
            small_tree_gc: false,
            ..PaperOptions::default()
        }
    }

    /// Every preset.
    pub fn presets() -> Vec<Preset<PaperOptions>> {
        let usual = PaperOptions::default();
        let plain = PaperOptions::plain();
        // What Nagai's own programs had: df-pn+, proof pieces, garbage collection of small trees.
        let early =
            PaperOptions { dominance: true, estimate: true, cost: true, small_tree_gc: true, ..plain };
        let nagai = PaperOptions { ghi: Ghi::Nagai, ..early };
        let kishimoto04 = PaperOptions { cycles: Cycles::Reduced, ghi: Ghi::Twin, ..early };
        let kishimoto = PaperOptions { cycles: Cycles::Tca, ghi: Ghi::Twin, sums: Sums::Snda, ..early };
        let no_epsilon = PaperOptions { epsilon: 0, epsilon_more: 0, epsilon_losing: 0, ..usual };
        let komoring = PaperOptions { ghi: Ghi::Scoped, learned: false, ..no_epsilon };
        let branch = PaperOptions { sums: Sums::Branch, ..usual };
        let no_mate = PaperOptions { sums: Sums::Classes, doubt: true, ..usual };
        let preset = |(name, help), options| Preset { name, help, options };
        vec![
            preset(DEFAULT, usual),
            preset(("plain", "Every technique off that can be switched off."), plain),
            preset(("nagai", "df-pn+ of [Nagai02], with his two phases for repetitions."), nagai),
            preset(
                (
                    "kishimoto04",
                    "df-pn+ of [Kishimoto04]: df-pn(r) and twins; threshold control and SNDA are younger.",
                ),
                kishimoto04,
            ),
            preset(("kishimoto", "df-pn+ with threshold control, SNDA and twins."), kishimoto),
            preset(("komoring-like", "Techniques that KomoringHeights has too."), komoring),
            preset(("branch-number", "The default with branch numbers, as shtsume counts."), branch),
            preset(NO_MATE, no_mate),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_by_name_and_bad_values_are_explained() {
        let mut options = PaperOptions::default();
        for row in PaperOptions::rows() {
            assert!(options.set(row.name, &row.default).is_ok(), "{row:?}");
        }
        assert_eq!(options, PaperOptions::default());
        options.set("ghi", "twin").unwrap();
        options.set("epsilon", "16").unwrap();
        options.set("delay", "off").unwrap();
        assert_eq!((options.ghi, options.epsilon, options.delay), (Ghi::Twin, 16, false));
        assert_eq!(options.set("ghi", "x").unwrap_err().expected, "nagai|twin|scoped|dependency");
        assert_eq!(options.set("epsilon", "999").unwrap_err().expected, "0..=256");
        assert!(options.set("nothing", "1").unwrap_err().expected.starts_with("one of cycles, "));
    }

    #[test]
    fn what_only_papers_have_is_refused_with_a_hint() {
        let mut options = Options::default();
        for (name, text, hint) in [
            ("ghi", "twin", true),
            ("sums", "weak", true),
            ("sums", "x", false),
            ("preset", "nagai", true),
            ("preset", "x", false),
            ("epsilon", "999", false),
            ("nothing", "1", false),
        ] {
            let error = options.set(name, text).unwrap_err();
            assert_eq!(error.to_string().contains("only tsumugi-lab has this"), hint, "{error}");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn papers_have_all_that_the_product_has() {
        let mut paper = PaperOptions::default();
        assert_eq!(paper.usual(), Options::default());
        for row in Options::rows() {
            for word in row.allowed.split('|').filter(|word| !word.contains("..")) {
                paper.set(row.name, word).unwrap();
            }
            paper.set(row.name, &row.default).unwrap();
        }
        for preset in Options::presets() {
            paper.set("preset", preset.name).unwrap();
            assert_eq!(paper.usual(), preset.options);
        }
    }

    #[test]
    fn a_preset_sets_every_row_and_later_words_override_it() {
        let mut options = PaperOptions::default();
        options.set("epsilon", "99").unwrap();
        options.set("preset", "kishimoto").unwrap();
        assert_eq!((options.ghi, options.sums, options.epsilon), (Ghi::Twin, Sums::Snda, 0));
        options.set("ghi", "scoped").unwrap();
        assert_eq!((options.ghi, options.sums), (Ghi::Scoped, Sums::Snda));
        for preset in PaperOptions::presets() {
            options.set("preset", preset.name).unwrap();
            assert_eq!(options, preset.options);
            // The values written out row by row are the preset.
            let mut again = PaperOptions::default();
            for (row, value) in PaperOptions::rows().iter().zip(preset.options.values()) {
                again.set(row.name, &value).unwrap();
            }
            assert_eq!(again, preset.options, "{}", preset.name);
        }
        let error = options.set("preset", "x").unwrap_err();
        assert!(error.expected.starts_with("default|plain|nagai|"), "{error}");
    }
}
