//! The rules of shogi a second time, slow and plain: the oracle and certificate checker of tsumugi.
