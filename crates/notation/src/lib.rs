//! KIF, KI2, CSA, JKF, diagrams, site URLs and Japanese move names for tsumugi.
