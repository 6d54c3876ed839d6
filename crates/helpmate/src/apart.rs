//! A value with cache lines of its own.
//!
//! What one thread writes all the time must not lie beside what others read or write: each would wait for the
//! other's core to hand the line over, though they share nothing.

use std::ops::{Deref, DerefMut};

/// A value that shares no cache line with others, nor the neighbour of one, which processors fetch along.
#[derive(Clone, Default)]
#[repr(align(128))]
pub struct Apart<T>(pub T);

impl<T> Deref for Apart<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Apart<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
