//! Classes of futile interpositions (無駄合) as plain data: by their names, and sets of them as lists of names.

use serde::{Deserialize, Deserializer, Serializer, de::Error};
use tsumugi_tsume::{FutileClass, FutileClasses};

/// One class by its name.
pub(crate) mod class {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(class: &FutileClass, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(class.name())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<FutileClass, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// A set of classes as a list of names.
pub(crate) mod classes {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(classes: &FutileClasses, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(classes.iter().map(FutileClass::name))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<FutileClasses, D::Error> {
        let names = Vec::<String>::deserialize(from)?;
        names.iter().map(|name| name.parse()).collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}
