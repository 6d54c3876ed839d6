//! What the tables of \[Kaneko04\] say.

/// Table 4: of how many positions, mates and no-mates within ps expansions.
pub const SOLVED: [[u32; 3]; 3] =
    [[14_898, 7_056, 275_994], [15_254, 13_781, 301_642], [19_568, 19_800, 294_012]];

/// Table 5: mean and variance of pn, then of dn.
pub const NUMBERS: [[f64; 4]; 3] =
    [[4.17, 5.34, 5.50, 10.49], [5.64, 20.14, 9.46, 51.13], [8.71, 98.42, 13.60, 115.22]];

/// Table 6: r and mse for pn, then for dn, of e, n and n2, each with ps 10, 20 and 40. The last column of n2's first row repeats that of pn
/// in the print.
pub const FORESIGHT: [[f64; 4]; 9] = [
    [0.64, 3.0, 0.67, 5.7],
    [0.58, 13.4, 0.63, 25.1],
    [0.51, 76.5, 0.64, 68.3],
    [0.70, 2.6, 0.70, 5.3],
    [0.63, 12.3, 0.67, 22.7],
    [0.56, 70.1, 0.68, 62.0],
    [0.81, 1.9, 0.81, 1.9],
    [0.76, 9.1, 0.78, 18.0],
    [0.71, 52.1, 0.82, 46.4],
];

/// A row of tables 8 and 9: its name; mates, no-mates and open positions; mean expansions of mates and no-mates, of new positions and of all.
pub struct Row {
    pub name: &'static str,
    pub solved: [u32; 3],
    pub nodes: [f64; 4],
}

const fn row(name: &'static str, solved: [u32; 3], nodes: [f64; 4]) -> Row {
    Row { name, solved, nodes }
}

/// Tables 8 and 9.
pub const ROWS: [Row; 20] = [
    row("null/null", [287, 668, 45], [7913.7, 10919.2, 7979.4, 13004.4]),
    row("e/10/null", [289, 674, 37], [4366.8, 6486.9, 5323.9, 12528.8]),
    row("n/10/null", [290, 671, 39], [4098.1, 6070.5, 5132.5, 12152.9]),
    row("n2/10/null", [289, 671, 40], [2854.9, 4364.7, 5220.9, 12492.6]),
    row("e/20/null", [288, 670, 42], [3786.7, 5680.1, 5138.2, 13500.3]),
    row("n/20/null", [289, 669, 42], [3447.9, 5116.5, 4982.2, 13002.3]),
    row("n2/20/null", [288, 671, 41], [2799.5, 4247.2, 4905.0, 13319.3]),
    row("e/40/null", [287, 667, 46], [4284.4, 6702.8, 5367.6, 15930.9]),
    row("n/40/null", [288, 665, 47], [3832.7, 6043.3, 5337.9, 15741.5]),
    row("n2/40/null", [290, 666, 44], [3356.6, 5353.7, 5261.7, 15767.2]),
    row("null/piece", [289, 667, 44], [3900.1, 6916.4, 6124.6, 15200.4]),
    row("e/10/piece", [290, 671, 39], [2664.6, 4834.2, 4468.3, 12661.8]),
    row("n/10/piece", [290, 671, 39], [2419.8, 4393.8, 4459.7, 12641.3]),
    row("n2/10/piece", [291, 671, 38], [2186.8, 4024.4, 4255.7, 12075.3]),
    row("e/20/piece", [292, 671, 37], [2408.6, 4185.9, 4460.7, 13312.2]),
    row("n/20/piece", [291, 670, 39], [2294.5, 4066.4, 4111.3, 12317.2]),
    row("n2/20/piece", [291, 673, 36], [1899.4, 3398.4, 4046.5, 12379.5]),
    row("e/40/piece", [289, 668, 43], [2371.8, 4162.4, 4577.6, 14528.1]),
    row("n/40/piece", [291, 667, 42], [2364.5, 4288.2, 4406.6, 14208.2]),
    row("n2/40/piece", [293, 668, 39], [2120.5, 3819.2, 4379.4, 14129.6]),
];

/// The row of this name.
pub fn of(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == name)
}

/// Table 10: clocks a position by the features, which were measured on one problem.
pub fn clocks(features: &str) -> Option<f64> {
    let rows = [("e", 8247.0), ("n", 9353.5), ("n2", 32405.5), ("null", 6152.7)];
    rows.iter().find(|(name, _)| *name == features).map(|(_, clocks)| *clocks)
}
