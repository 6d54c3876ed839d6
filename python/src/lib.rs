//! The door to Python: a request in JSON → the conductor → the answer in JSON. `tsumugi/` turns both into Python objects.
//!
//! A request is worked on by a thread of its own, which never touches Python. Whoever asked waits without the GIL and comes
//! back for it every few hundredths of a second: to hear Ctrl-C, to pass on how the search goes, to look at a stop event.
//! So callbacks run on the thread that asked, and any number of threads can ask at the same time.

mod ask;
mod words;

use pyo3::prelude::*;

/// The native part of the package `tsumugi`.
#[pymodule(gil_used = false)]
mod _tsumugi {
    #[pymodule_export]
    use super::ask::ask;
    #[pymodule_export]
    use super::words::{certificate_text, language, record_text, words};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
