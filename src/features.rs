//! What this program was built with: the lean build solves, checks, verifies and speaks USI; more is compiled in by the
//! features of Cargo.toml. Everything has its words in every build, and what is missing is refused by name.

use crate::report::Report;
use tsumugi_api::message;

/// Something that is not in every build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// The page.
    Serve,
    /// Work on other machines.
    Queue,
    /// Databases of results.
    Sqlite,
    /// Their export as Parquet.
    Parquet,
}

impl Feature {
    const ALL: [Feature; 4] = [Feature::Serve, Feature::Queue, Feature::Sqlite, Feature::Parquet];

    /// Is it in this build?
    pub const fn is_here(self) -> bool {
        match self {
            Feature::Serve => cfg!(feature = "serve"),
            Feature::Queue => cfg!(feature = "queue"),
            Feature::Sqlite => cfg!(feature = "sqlite"),
            Feature::Parquet => cfg!(feature = "parquet"),
        }
    }

    /// What Cargo calls it.
    fn name(self) -> &'static str {
        match self {
            Feature::Serve => "serve",
            Feature::Queue => "queue",
            Feature::Sqlite => "sqlite",
            Feature::Parquet => "parquet",
        }
    }

    /// The words that ask for it.
    fn words(self) -> &'static str {
        match self {
            Feature::Serve => "serve, site",
            Feature::Queue => "worker, --queue URL",
            Feature::Sqlite => "stats, batch and compose --out FILE.sqlite",
            Feature::Parquet => "stats --export FILE.parquet",
        }
    }

    /// The commands that do not do all they could without it.
    fn commands(self) -> &'static [&'static str] {
        match self {
            Feature::Serve => &["serve", "site"],
            Feature::Queue => &["solve", "compose", "batch", "worker"],
            Feature::Sqlite => &["batch", "compose", "stats"],
            Feature::Parquet => &["stats"],
        }
    }

    /// What somebody misses who has a build without it, in English and Japanese.
    fn noun(self) -> (&'static str, &'static str) {
        match self {
            Feature::Serve => ("server", "サーバー"),
            Feature::Queue => ("queue", "キュー"),
            Feature::Sqlite => ("database", "データベース"),
            Feature::Parquet => ("Parquet", "Parquet形式"),
        }
    }

    /// The answer to somebody who asks a build without it.
    #[cfg_attr(
        all(feature = "serve", feature = "queue", feature = "sqlite", feature = "parquet"),
        expect(dead_code, reason = "nothing is missing")
    )]
    pub fn missing(self) -> Report {
        let (name, (english, japanese)) = (self.name(), self.noun());
        let report = Report::new(message!(
            "this build has no {english}",
            "このビルドには{japanese}がありません",
        ));
        report.note(message!(
            "help: build it with cargo build --release --features {name}",
            "ヒント: cargo build --release --features {name} でビルドしてください",
        ))
    }
}

/// What this build does not have of a command, or of the program, for the end of its help.
pub fn missing(command: &str, heading: &str) -> String {
    let first = command.split(' ').next().unwrap_or_default();
    let concerned = |feature: &Feature| first.is_empty() || feature.commands().contains(&first);
    let rows: String = Feature::ALL
        .into_iter()
        .filter(|feature| !feature.is_here() && concerned(feature))
        .map(|feature| format!("  {:<32}--features {}\n", feature.words(), feature.name()))
        .collect();
    if rows.is_empty() { String::new() } else { format!("\n{heading}:\n{rows}") }
}
