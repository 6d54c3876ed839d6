//! Is there room for a table?

use crate::report::Report;

/// Refuses a table larger than the memory that is free, where the system says how much that is.
pub fn check(mebibytes: u32) -> Result<(), Report> {
    match free_mebibytes() {
        Some(free) if u64::from(mebibytes) > free => {
            let message =
                format!("a table of {mebibytes} MiB does not fit into memory: {free} MiB are free");
            Err(Report::new(message).note("help: choose a smaller --hash"))
        }
        _ => Ok(()),
    }
}

fn free_mebibytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024)
}
