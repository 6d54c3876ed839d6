//! Who is solving what: a problem that somebody is at is not started again.

use super::store::Row;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Problems being solved or waiting to be written, with the equal ones that came meanwhile.
#[derive(Default)]
pub struct Claims(Mutex<HashMap<String, Vec<Row>>>);

impl Claims {
    /// Claims a problem. If somebody else has, the problem waits for that answer.
    pub fn claim(&self, row: &Row) -> bool {
        let mut claims = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match claims.get_mut(&row.canonical) {
            Some(waiting) => {
                waiting.push(row.clone());
                false
            }
            None => {
                claims.insert(row.canonical.clone(), vec![]);
                true
            }
        }
    }

    /// Ends claims on problems that the store knows by now: those that waited for them.
    pub fn release(&self, canonical: &[String]) -> Vec<Row> {
        let mut claims = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        canonical.iter().filter_map(|name| claims.remove(name)).flatten().collect()
    }
}
