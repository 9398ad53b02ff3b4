import type { ConditionalRows } from './conditional-rows.js';

/**
 * Where bodies turn in the step, the `mean` rates of that rotation before forces differ from those at
 * the beginning, `u`, by `d`. Impulses change mean rates: rebounds jump from `u + d` by `−(1 + e) u`,
 * and the work is `½ μ·(u + u⁺ − d)`. Changes `u` to `u − d`, which gives that work.
 */
export function countTurns(
  { restitution, returned, turns }: ConditionalRows,
  mean: Float64Array,
  u: Float64Array,
  target: Float64Array,
): void {
  for (let i = 0; i < u.length; i++) {
    const d = mean[i]! - u[i]!;
    turns[i] = d;
    u[i]! -= d;
    if (restitution[i] === 0) continue;
    target[i]! += d;
    returned[i]! += d;
  }
}

/**
 * Gives rebounds the velocities at the end of the step: `−e (u − g/2) + g/2`, with the rates `u` at
 * its beginning and their change `g` by forces, which leads to the rates `after`; `u` comes from
 * {@link countTurns}, and turns are no forces. Velocities of steps with `θ = 1` are those of half a
 * step before: only among these is `−e u` the rate after an impact that with `e = 1` keeps the energy.
 */
export function endImpacts(
  { restitution, returned, turns }: ConditionalRows,
  after: Float64Array,
  u: Float64Array,
  target: Float64Array,
): void {
  for (let i = 0; i < restitution.length; i++) {
    const e = restitution[i]!;
    if (e === 0) continue;
    const change = Math.max(-returned[i]!, ((1 + e) / 2) * (after[i]! - u[i]! - 2 * turns[i]!));
    target[i]! += change;
    returned[i]! += change;
  }
}

/**
 * Takes from the rates `u` at the beginning of a step their change `g` by forces, as {@link endImpacts}
 * finds it, where velocities are those at the ends of steps. Coordinates then move by velocities that forces
 * `Q` have changed too early, so that the energy changes by `½ μ·(u − g + u⁺) − ½ h² Q·W Q`.
 */
export function countForces({ turns }: ConditionalRows, after: Float64Array, u: Float64Array): void {
  for (let i = 0; i < u.length; i++) u[i]! += u[i]! + 2 * turns[i]! - after[i]!;
}
