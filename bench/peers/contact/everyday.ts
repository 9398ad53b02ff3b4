import { body, distance, energy, largest, say, speed, spinMomentum, type Trial } from './judging.js';
import { G, STEP, VELOCITY, type Layout, type Part, type Vector } from './scene.js';

const ZERO: Vector = [0, 0, 0];

const thrown = (box: Vector, position: Vector, velocity: Vector, angularVelocity: Vector): Part => ({
  shape: { box },
  position,
  mass: 1,
  velocity,
  angularVelocity,
  push: undefined,
});

/** Bodies without gravity and friction, among boxes that do not move. */
const floating = (moving: readonly Part[], fixed: Layout['fixed'] = []): Layout => ({
  gravity: ZERO,
  friction: 0,
  fixed,
  moving,
  joints: [],
});

/** A brick of 4 : 2 : 1 m that turns freely, about no principal axis. */
function brick(rate: number, duration: number): Trial {
  const name = `${String(rate)} rad/s`;
  return {
    only: 3,
    duration,
    timed: false,
    columns: [`energy at ${name}`, `momentum at ${name}`],
    layout: () => floating([thrown([4, 2, 1], ZERO, ZERO, [0.6 * rate, 0.8 * rate, 0.1 * rate])]),
    judge: (history, layout) => {
      const ratios = history.map((state) => energy(state, layout) / energy(history[0]!, layout));
      const momentum = spinMomentum(history[0]!, layout);
      const size = Math.hypot(...momentum);
      const off = largest(history.map((state) => distance(spinMomentum(state, layout), momentum) / size));
      const failures = say([[!(Math.max(...ratios) < 1.01), `energy grows by ${Math.max(...ratios).toPrecision(3)}`]]);
      return { values: [largest(ratios.map((ratio) => Math.abs(ratio - 1))), off], failures };
    },
  };
}

/** The side of what flies past a corner, how near they come, m, and how fast it is, m/s. */
const CORNER = { side: 0.2, gap: 0.005, speed: 24 };

/** A box that passes the corner of another one at 45°, corner by corner. */
function pastCorner(): Layout {
  const { side, gap, speed: v } = CORNER;
  const away = (side * Math.SQRT1_2 + gap) * Math.SQRT1_2;
  // Nearest in the middle of a step, after some.
  const back = 12.5 * STEP * v * Math.SQRT1_2;
  const velocity: Vector = [v * Math.SQRT1_2, -v * Math.SQRT1_2, 0];
  return floating(
    [thrown([side, side, side], [away - back, away + back, 0], velocity, ZERO)],
    [{ box: [1, 1, 1], position: [-0.5, -0.5, 0] }],
  );
}

/** What a velocity has changed by, as a part of it. */
const turnedAside: Trial['judge'] = (history) => {
  const [from, to] = [history[0]!, history.at(-1)!].map((state) => body(state, 0, VELOCITY));
  const part = distance(to!, from!) / Math.hypot(...from!);
  return { values: [part], failures: say([[!(part < 0.01), `turned aside by ${(100 * part).toPrecision(2)} %`]]) };
};

/** Thickness of a plate, m. */
const PLATE = 0.001;

/** What one meets in the first minute, in the order of the table. */
export const EVERYDAY: Readonly<Record<string, Trial>> = {
  'brick, 10 rad/s': brick(10, 60),
  'brick, 20 rad/s': brick(20, 5),
  'thrown crate': {
    duration: 6,
    timed: false,
    columns: ['crate: gain', 'crate: speed'],
    layout: (space) => ({
      gravity: [0, -G, 0],
      friction: 0.5,
      fixed: [{ box: [200, 1, 60], position: [0, -0.5, 0] }],
      moving: [thrown([1, 1, 1], [0, 2, 0], [3, 4, 0], space === 2 ? [0, 0, 20] : [12, 2, 16])],
      joints: [],
    }),
    judge: (history, layout) => {
      const start = energy(history[0]!, layout);
      // A step in which it meets the floor may round off a little of its way.
      const gain = largest(history.map((state) => energy(state, layout) / start - 1));
      return {
        values: [gain, speed(history.at(-1)!, layout)],
        failures: say([[!(gain < 0.01), `energy rises by ${(100 * gain).toPrecision(2)} %`]]),
      };
    },
  },
  'past a corner': { duration: 0.4, timed: false, columns: ['corner'], layout: pastCorner, judge: turnedAside },
  'two bullets': {
    duration: 0.4,
    timed: false,
    columns: ['bullets'],
    layout: () => {
      const bullet = (side: number): Part =>
        thrown([0.1, 0.1, 0.1], [-side * 12.5 * STEP * 100, 0.06 * side, 0], [100 * side, 0, 0], ZERO);
      return floating([bullet(1), bullet(-1)]);
    },
    judge: turnedAside,
  },
  'thin plate': {
    duration: 0.5,
    timed: false,
    columns: ['plate: beyond'],
    layout: () =>
      floating([thrown([0.1, 0.1, 0.1], [-10, 0, 0], [1000, 0, 0], ZERO)], [{ box: [PLATE, 4, 4], position: ZERO }]),
    judge: (history) => {
      const beyond = Math.max(0, largest(history.map((state) => body(state, 0)[0]!)));
      return { values: [beyond], failures: say([[beyond > 0.05, 'it goes through the plate']]) };
    },
  },
};
