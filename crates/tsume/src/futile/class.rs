//! The classes of futile interpositions (無駄合) that people tell apart, and which of them are not to count.

use std::fmt;
use std::str::FromStr;

/// A rule by which an interposition is futile; `docs/RULES.md` 12 defines each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FutileClass {
    /// 狭義: taken by the checking piece, after which everything goes on with the same moves.
    Narrow,
    /// 広義: taken by the checking piece, after which the mate takes no longer though the piece is not used.
    Wide,
    /// X型: taken by the checking piece, which is mate at once.
    X,
    /// XY(Y)型: taken by another piece, which is mate at once, no further piece taking part.
    Xy,
    /// XY(Z)型 and XYZ型: taken by another piece, which is mate at once because a third piece now takes part.
    Xyz,
    /// 原型復帰型, 復元型: taken, and then the attacker brings everything back to where it was.
    Restoration,
}

impl FutileClass {
    /// All of them.
    pub const ALL: [FutileClass; 6] = [
        FutileClass::Narrow,
        FutileClass::Wide,
        FutileClass::X,
        FutileClass::Xy,
        FutileClass::Xyz,
        FutileClass::Restoration,
    ];

    /// Its name in requests and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            FutileClass::Narrow => "narrow",
            FutileClass::Wide => "wide",
            FutileClass::X => "x",
            FutileClass::Xy => "xy",
            FutileClass::Xyz => "xyz",
            FutileClass::Restoration => "restoration",
        }
    }

    /// Its name among Japanese composers.
    pub const fn japanese(self) -> &'static str {
        match self {
            FutileClass::Narrow => "狭義",
            FutileClass::Wide => "広義",
            FutileClass::X => "X型",
            FutileClass::Xy => "XY(Y)型",
            FutileClass::Xyz => "XYZ型",
            FutileClass::Restoration => "復元型",
        }
    }
}

impl fmt::Display for FutileClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for FutileClass {
    type Err = NoFutileClass;

    fn from_str(name: &str) -> Result<FutileClass, NoFutileClass> {
        let named = FutileClass::ALL.into_iter().find(|class| class.name() == name);
        named.ok_or_else(|| NoFutileClass(name.to_string()))
    }
}

/// No class of futile interpositions has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoFutileClass(pub String);

impl fmt::Display for NoFutileClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = FutileClass::ALL.map(FutileClass::name).join(", ");
        write!(f, "{:?} is no class of futile interpositions: {names}", self.0)
    }
}

impl std::error::Error for NoFutileClass {}

/// The classes that are not counted in conventional lengths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FutileClasses(u8);

impl FutileClasses {
    /// Every interposition counts.
    pub const NONE: FutileClasses = FutileClasses(0);

    /// These and one more.
    #[must_use]
    pub const fn and(self, class: FutileClass) -> FutileClasses {
        FutileClasses(self.0 | 1 << class as u8)
    }

    /// These without one.
    #[must_use]
    pub const fn without(self, class: FutileClass) -> FutileClasses {
        FutileClasses(self.0 & !(1 << class as u8))
    }

    /// Is a class among them?
    pub const fn has(self, class: FutileClass) -> bool {
        self.0 >> class as u8 & 1 != 0
    }

    /// One after the other.
    pub fn iter(self) -> impl Iterator<Item = FutileClass> {
        FutileClass::ALL.into_iter().filter(move |&class| self.has(class))
    }

    /// A number that tells sets of classes apart.
    pub(crate) const fn number(self) -> u64 {
        self.0 as u64
    }
}

/// What books leave out, as `docs/RULES.md` 12 says with its sources.
impl Default for FutileClasses {
    fn default() -> FutileClasses {
        FutileClasses::NONE
            .and(FutileClass::Narrow)
            .and(FutileClass::Wide)
            .and(FutileClass::X)
            .and(FutileClass::Xy)
    }
}

impl FromIterator<FutileClass> for FutileClasses {
    fn from_iter<I: IntoIterator<Item = FutileClass>>(classes: I) -> FutileClasses {
        classes.into_iter().fold(FutileClasses::NONE, FutileClasses::and)
    }
}

/// Their names with commas between, or `none`.
impl fmt::Display for FutileClasses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(FutileClass::name).collect();
        f.write_str(if names.is_empty() { "none" } else { "" })?;
        f.write_str(&names.join(","))
    }
}

impl FromStr for FutileClasses {
    type Err = NoFutileClass;

    fn from_str(names: &str) -> Result<FutileClasses, NoFutileClass> {
        match names.trim() {
            "none" => Ok(FutileClasses::NONE),
            names => names.split(',').map(|name| name.trim().parse()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_written_as_they_are_read() {
        for number in 0..1 << FutileClass::ALL.len() {
            let classes = FutileClasses(number);
            assert_eq!(classes.to_string().parse(), Ok(classes));
            assert_eq!(classes.iter().collect::<FutileClasses>(), classes);
        }
        assert_eq!("none".parse(), Ok(FutileClasses::NONE));
        assert_eq!(" x , xy ".parse::<FutileClasses>().unwrap().to_string(), "x,xy");
        assert_eq!("x,z".parse::<FutileClasses>(), Err(NoFutileClass("z".to_string())));
    }
}
