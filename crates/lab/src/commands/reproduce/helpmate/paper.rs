//! What the tables of \[Hoshi03\] say.

use tsumugi_helpmate::engines::idwfs::Program;

/// The diagram of the paper's figure 3, 寿限無3 by 加藤徹 (TETSU), the longest helpmate there was: the only one the paper prints.
pub const FIGURE_3: (&str, &str, u32) =
    ("寿限無3", "rBKp1r1ss/GL3p1bL/L3klpp1/2G2n2P/1gnnng1P1/P1s1s1P2/1P1P1P3/2P1P4/9 b 5p 1", 49_909);

/// A problem of the paper's table 4: its plies, its positions, seconds of A, of H, of H with a fitted table, and how many positions
/// that had room for. The paper prints 4194314 for the second, which is H's own size but for a digit.
pub struct Jugemu {
    pub plies: u32,
    pub positions: u64,
    pub seconds: [u32; 3],
    pub fitted: usize,
}

const JUGEMU: [Jugemu; 3] = [
    Jugemu { plies: 19_447, positions: 3_452_219, seconds: [10_512, 1_508, 480], fitted: 262_144 },
    Jugemu { plies: 38_889, positions: 32_829_309, seconds: [34_426, 5_254, 5_254], fitted: 4_194_304 },
    Jugemu { plies: 49_909, positions: 13_418_156, seconds: [38_682, 5_455, 3_047], fitted: 524_288 },
];

/// Table 3: plies of the problems of a thousand and more, and which program G solved.
const LONG: [(u32, bool); 11] = [
    (49_909, true),
    (38_889, true),
    (19_447, true),
    (5_349, false),
    (5_119, false),
    (3_987, false),
    (2_157, true),
    (1_325, false),
    (7_181, false),
    (4_197, false),
    (4_143, true),
];

/// A program, what is counted of it, and its seconds.
type Figures<const N: usize> = [(char, u64, u32); N];

/// Table 5, problem 14: 67 plies, 2,862 positions; scans and seconds of B to F.
const PROBLEM_14: (u64, Figures<5>) = (
    2_862,
    [('B', 18_508, 26), ('C', 7_862, 2), ('D', 52_704, 26), ('E', 31_135, 25), ('F', 116_724, 34)],
);
/// Table 6, problem 30: 67 plies, 7,909,636 positions.
const PROBLEM_30: (u64, Figures<5>) = (
    7_909_636,
    [
        ('B', 27_146_076, 432),
        ('C', 113_330_341, 1_762),
        ('D', 204_106_708, 3_108),
        ('E', 189_986_648, 2_966),
        ('F', 955_175_792, 14_629),
    ],
);

/// Table 7: the most protected positions and seconds of A and B on problems 30 and 94, the latter of 19,447 plies.
const PROTECTED: [(&str, u32, Figures<2>); 2] = [
    ("problem 30", 67, [('A', 1_818_028, 426), ('B', 7_909_636, 432)]),
    ("problem 94", 19_447, [('A', 60_992, 10_152), ('B', 3_452_219, 9_575)]),
];

/// What stands below table 2.
pub const TABLE_2: &str = "the paper: A solves 92 of the 95 problems that 橋本孝治 chose, fm and T3 solved 85 in 1994; open are those of 1325, 5349 \
and 5119 plies.\nNobody has published that list, so its rows cannot be put beside ours.\n";

/// What stands below the tables if there were no lists.
pub const WITHOUT_LISTS: &str = "Without lists: 寿限無3 is the paper's figure 3, the only diagram it prints. The others are boards of our own, so in tables 2 and 5 to 7 the
paper's figures stand beside those of other problems. Tables 3 and 4 name 寿限無, 寿限無2 and eight more that are not ours to give: put
them into a list (a SFEN, a name and a length per line, with tabs between) and name it, and they stand beside the paper's rows.\n";

/// The paper's row of table 4 for a problem of this length.
pub fn jugemu(plies: u32) -> Option<&'static Jugemu> {
    JUGEMU.iter().find(|row| row.plies == plies)
}

/// What the paper says that G made of a problem of this length.
pub fn solved_by_g(plies: u32) -> Option<bool> {
    LONG.iter().find(|(known, _)| *known == plies).map(|(_, solved)| *solved)
}

/// Scans, scans a position, and seconds of a program on problem 14 (table 5) or 30 (table 6).
pub fn compared(table: u8, program: char) -> Option<(u64, f64, u32)> {
    let (positions, rows) = if table == 5 { PROBLEM_14 } else { PROBLEM_30 };
    let (_, scanned, seconds) = rows.into_iter().find(|(letter, ..)| *letter == program)?;
    Some((scanned, scanned as f64 / positions as f64, seconds))
}

/// The most protected positions and the seconds of a program, on the problem of this length or else on problem 30.
pub fn protected(plies: u32, program: char) -> Option<(&'static str, u64, u32)> {
    let (name, _, rows) = PROTECTED.iter().find(|row| row.1 == plies).unwrap_or(&PROTECTED[0]);
    let (_, most, seconds) = rows.iter().find(|(letter, ..)| *letter == program)?;
    Some((name, *most, *seconds))
}

/// The paper's programs, and h, which is H with a table fitted to the problem.
pub fn program(letter: char, plies: u32) -> Option<Program> {
    match letter {
        'h' => {
            let entries = jugemu(plies).map_or(1 << 19, |row| row.fitted);
            Some(Program { entries, ..Program::of('H')? })
        }
        letter => Program::of(letter),
    }
}
