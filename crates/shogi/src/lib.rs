//! The rules of shogi, fast: positions, moves, checks, evasions and keys for mate search.
