//! Least squares by conjugate gradients.
//!
//! The normal equations of all functions of a set are solved together, one pass over the positions per step: the
//! pairs of `n2` are too many to be stored and are made anew each time. Positions are divided into a fixed number of
//! parts whatever the number of threads, and parts are added in order, so that the same data give the same weights,
//! bit for bit.
//!
//! Jacobi preconditioning (features are counts, flags and thousands of points), and a ridge that keeps the weights of
//! rare features small.

use crate::features::{Active, Space};
use crate::model::{HEADS, Weights};
use tsumugi_clock::threads;

/// Numbers of all functions side by side.
type Lanes = [f32; 8];

/// Positions ready to learn from.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    starts: Vec<usize>,
    active: Vec<Active>,
    targets: Vec<Lanes>,
}

impl Examples {
    /// Adds a position: its features, and the numbers to be foreseen.
    pub fn push(&mut self, active: &[Active], targets: [f32; HEADS]) {
        self.starts.push(self.active.len());
        self.active.extend_from_slice(active);
        let mut lanes = [0.0; 8];
        lanes[..HEADS].copy_from_slice(&targets);
        self.targets.push(lanes);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// None at all?
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    fn active(&self, i: usize) -> &[Active] {
        let end = self.starts.get(i + 1).copied().unwrap_or(self.active.len());
        &self.active[self.starts[i]..end]
    }
}

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// Steps of the method.
    pub steps: usize,
    /// What keeps weights small, in positions.
    pub ridge: f32,
    /// Features of fewer positions than this get no weight.
    pub least: u32,
    /// Threads; they do not change the result.
    pub threads: usize,
}

/// The parts the positions are divided into, whatever the number of threads.
const PARTS: usize = 8;

/// Finds the weights with the least square error. `tell` hears of each step.
pub fn least_squares<S: Space>(
    set: S,
    examples: &Examples,
    fit: Fit,
    tell: &mut dyn FnMut(usize),
) -> Weights {
    let kept = Kept::new(set, examples, fit.least);
    let sweep = |part: &(dyn Fn(usize, &mut [Lanes]) + Sync)| in_parts(kept.count, fit.threads, part);
    let rows = |part: usize| examples.len() * part / PARTS..examples.len() * (part + 1) / PARTS;
    // Aᵀb and the diagonal of AᵀA.
    let right = sweep(&|part, sum: &mut [Lanes]| {
        for row in rows(part) {
            let target = examples.targets[row];
            kept.each(examples.active(row), |i, value| add(&mut sum[i], &target, value));
        }
    });
    let diagonal = sweep(&|part, sum: &mut [Lanes]| {
        for row in rows(part) {
            kept.each(examples.active(row), |i, value| sum[i][0] += value * value);
        }
    });
    let inverse: Vec<f32> = diagonal.iter().map(|row| 1.0 / (row[0] + fit.ridge)).collect();
    // q = (AᵀA + ridge) p
    let times = |p: &[Lanes]| {
        let mut q = sweep(&|part, sum: &mut [Lanes]| {
            let mut indices = Vec::new();
            for row in rows(part) {
                indices.clear();
                let mut product = [0.0; 8];
                kept.each(examples.active(row), |i, value| {
                    add(&mut product, &p[i], value);
                    indices.push((i, value));
                });
                indices.iter().for_each(|&(i, value)| add(&mut sum[i], &product, value));
            }
        });
        q.iter_mut().zip(p).for_each(|(q, p)| add(q, p, fit.ridge));
        q
    };
    let solution = conjugate_gradients(right, &inverse, times, fit.steps, tell);
    kept.spread(&solution)
}

fn conjugate_gradients(
    mut residual: Vec<Lanes>,
    inverse: &[f32],
    times: impl Fn(&[Lanes]) -> Vec<Lanes>,
    steps: usize,
    tell: &mut dyn FnMut(usize),
) -> Vec<Lanes> {
    let scaled = |residual: &[Lanes]| -> Vec<Lanes> {
        residual.iter().zip(inverse).map(|(row, scale)| row.map(|r| r * scale)).collect()
    };
    let mut solution = vec![[0.0; 8]; residual.len()];
    let mut direction = scaled(&residual);
    let mut size = dot(&residual, &direction);
    for step in 0..steps {
        tell(step);
        let image = times(&direction);
        let alpha = ratio(size, dot(&direction, &image));
        for (i, x) in solution.iter_mut().enumerate() {
            for lane in 0..8 {
                x[lane] += alpha[lane] * direction[i][lane];
                residual[i][lane] -= alpha[lane] * image[i][lane];
            }
        }
        let next = scaled(&residual);
        let size_next = dot(&residual, &next);
        let beta = ratio(size_next, size);
        size = size_next;
        for (d, n) in direction.iter_mut().zip(&next) {
            for lane in 0..8 {
                d[lane] = n[lane] + beta[lane] * d[lane];
            }
        }
    }
    solution
}

#[inline]
fn add(sum: &mut Lanes, lanes: &Lanes, times: f32) {
    for lane in 0..8 {
        sum[lane] += lanes[lane] * times;
    }
}

fn dot(a: &[Lanes], b: &[Lanes]) -> [f64; 8] {
    let mut sum = [0.0; 8];
    for (a, b) in a.iter().zip(b) {
        for lane in 0..8 {
            sum[lane] += f64::from(a[lane]) * f64::from(b[lane]);
        }
    }
    sum
}

/// 0 where there is nothing left to divide by: that function is solved.
fn ratio(a: [f64; 8], b: [f64; 8]) -> Lanes {
    std::array::from_fn(|lane| if b[lane] > 0.0 { (a[lane] / b[lane]) as f32 } else { 0.0 })
}

/// The sum of what `part` adds up for each part, in the order of the parts.
fn in_parts(count: usize, threads: usize, part: &(dyn Fn(usize, &mut [Lanes]) + Sync)) -> Vec<Lanes> {
    let mut total = vec![[0.0; 8]; count];
    let one = |number: usize| {
        let mut sum = vec![[0.0; 8]; count];
        part(number, &mut sum);
        sum
    };
    let numbers: Vec<usize> = (0..PARTS).collect();
    for numbers in numbers.chunks(threads.clamp(1, PARTS)) {
        for sum in threads::each(numbers, |&number| one(number)) {
            total.iter_mut().zip(&sum).for_each(|(total, sum)| add(total, sum, 1.0));
        }
    }
    total
}

/// The features worth a weight, numbered anew.
struct Kept<S> {
    set: S,
    /// New numbers by old ones; [`NONE`] for those left out.
    numbers: Vec<u32>,
    count: usize,
}

const NONE: u32 = u32::MAX;

impl<S: Space> Kept<S> {
    fn new(set: S, examples: &Examples, least: u32) -> Kept<S> {
        let mut numbers = vec![0; set.count()];
        for row in 0..examples.len() {
            set.each(examples.active(row), |i, _| numbers[i] += 1);
        }
        let mut count = 0;
        for number in &mut numbers {
            let kept = *number >= least.max(1);
            *number = if kept { count } else { NONE };
            count += u32::from(kept);
        }
        Kept { set, numbers, count: count as usize }
    }

    #[inline]
    fn each(&self, active: &[Active], mut visit: impl FnMut(usize, f32)) {
        self.set.each(active, |i, value| {
            if self.numbers[i] != NONE {
                visit(self.numbers[i] as usize, value);
            }
        });
    }

    fn spread(&self, solution: &[Lanes]) -> Weights {
        let weights = |&number: &u32| match solution.get(number as usize) {
            Some(row) => std::array::from_fn(|head| row[head]),
            None => [0.0; HEADS],
        };
        self.numbers.iter().map(weights).collect()
    }
}

/// How well some weights foresee the numbers of examples: the correlation and the mean square error, per function.
pub fn quality<S: Space>(set: S, examples: &Examples, weights: &Weights) -> [(f64, f64); HEADS] {
    let mut sums = [[0.0_f64; 6]; HEADS];
    for row in 0..examples.len() {
        let mut guess = [0.0_f32; HEADS];
        set.each(examples.active(row), |i, value| {
            guess.iter_mut().zip(&weights[i]).for_each(|(guess, weight)| *guess += weight * value);
        });
        for (head, sums) in sums.iter_mut().enumerate() {
            let (x, y) = (f64::from(guess[head]), f64::from(examples.targets[row][head]));
            let terms = [x, y, x * x, y * y, x * y, (x - y) * (x - y)];
            sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
        }
    }
    let n = examples.len().max(1) as f64;
    sums.map(|sums| {
        let [x, y, xx, yy, xy, error] = sums.map(|sum| sum / n);
        let spread = ((xx - x * x) * (yy - y * y)).sqrt();
        (if spread > 0.0 { (xy - x * y) / spread } else { 0.0 }, error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Set;
    use tsumugi_shogi::random::Random;

    /// Numbers that are exactly linear in features drawn at random.
    fn made_up(set: Set, truth: impl Fn(usize) -> f32) -> Examples {
        let mut random = Random::new(7);
        let mut examples = Examples::default();
        for _ in 0..2_000 {
            let mut active = vec![(0, 1.0)];
            for i in 1..12 {
                active.push((i, random.below(4) as f32));
            }
            let mut sum = 0.0;
            set.each(&active, |i, value| sum += truth(i) * value);
            examples.push(&active, std::array::from_fn(|head| sum * (head + 1) as f32));
        }
        examples
    }

    const FIT: Fit = Fit { steps: 60, ridge: 1e-3, least: 1, threads: 2 };

    #[test]
    fn a_linear_function_is_found() {
        for (set, _) in Set::ALL {
            let truth = |i: usize| (i as f32 * 1.3).sin();
            let examples = made_up(set, truth);
            let weights = least_squares(set, &examples, FIT, &mut |_| ());
            for (r, mse) in quality(set, &examples, &weights) {
                assert!(r > 0.9999 && mse < 0.01, "{set:?}: {r} {mse}");
            }
        }
    }

    #[test]
    fn threads_do_not_change_a_bit() {
        let examples = made_up(Set::N2, |i| i as f32 % 5.0);
        let with = |threads| least_squares(Set::N2, &examples, Fit { threads, ..FIT }, &mut |_| ());
        let bits = |weights: &Weights| -> Vec<u32> {
            weights.iter().flatten().map(|weight| weight.to_bits()).collect()
        };
        assert_eq!(bits(&with(1)), bits(&with(3)));
    }

    #[test]
    fn rare_features_get_no_weight() {
        let mut examples = made_up(Set::N, |_| 1.0);
        examples.push(&[(0, 1.0), (99, 1.0)], [50.0; HEADS]);
        let weights = least_squares(Set::N, &examples, Fit { least: 2, ..FIT }, &mut |_| ());
        assert_eq!(weights[99], [0.0; HEADS]);
        assert_ne!(weights[0], [0.0; HEADS]);
    }
}
