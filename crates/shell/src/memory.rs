//! Is there room for a table?

use crate::report::Report;
use std::hint;
use tsumugi_api::{Message, message};

/// Refuses a table larger than the memory that is free, where the system says how much that is.
pub fn check(mebibytes: u32) -> Result<(), Report> {
    let note = message!("help: choose a smaller amount", "ヒント: もっと小さい値を指定してください");
    shortage(mebibytes).map_or(Ok(()), |message| Err(Report::new(message).note(note)))
}

/// Why a table does not fit, if it does not.
pub fn shortage(mebibytes: u32) -> Option<Message> {
    let Some(free) = free_mebibytes() else { return refused(mebibytes) };
    (u64::from(mebibytes) > free).then(|| {
        message!(
            "a table of {mebibytes} MiB does not fit into memory: {free} MiB are free",
            "{mebibytes} MiBのハッシュはメモリに収まりません（空きは{free} MiB）",
        )
    })
}

/// Where the system does not say how much is free: it is asked for that much, and may refuse.
fn refused(mebibytes: u32) -> Option<Message> {
    let mut probe = Vec::<u8>::new();
    let bytes = usize::try_from(u64::from(mebibytes) << 20).unwrap_or(usize::MAX);
    let given = probe.try_reserve_exact(bytes).is_ok();
    // Memory that nobody looks at need not be asked for, thinks the compiler.
    hint::black_box(&probe);
    (!given).then(|| {
        message!(
            "a table of {mebibytes} MiB does not fit into memory",
            "{mebibytes} MiBのハッシュはメモリに収まりません",
        )
    })
}

/// This many MiB, or three quarters of the free memory if that is less.
pub fn modest(mebibytes: u32) -> u32 {
    let free = free_mebibytes().map_or(u64::MAX, |free| free / 4 * 3);
    free.min(mebibytes.into()).max(1) as u32
}

fn free_mebibytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_any_machine_has_is_refused() {
        assert!(shortage(u32::MAX).is_some() && refused(u32::MAX).is_some());
        assert!(shortage(1).is_none() && refused(1).is_none());
    }
}
