import { at, body, distance, drift, energy, largest, looseness, say, speed, type Trial } from './judging.js';
import { G, STEP, VELOCITY } from './scene.js';
import { MU, pinchedCapsule, pyramid, ragdoll, slope, stack } from './scenes.js';

const degrees = (angle: number): number => (angle * Math.PI) / 180;

function slides(excess: number): Trial {
  const isSteep = excess > 0;
  return {
    duration: 2,
    timed: false,
    columns: [isSteep ? 'slides: error' : 'slope: creep'],
    layout: () => slope(excess),
    judge: (history) => {
      const [from, to] = [at(history, 1), at(history, 2)];
      const creep = distance(body(to, 0), body(from, 0));
      if (!isSteep) return { values: [creep], failures: say([[!(creep < 0.01), 'slides where friction holds']]) };
      const angle = Math.atan(MU) + excess;
      const gained = body(to, 0, VELOCITY)[0]! - body(from, 0, VELOCITY)[0]!;
      const error = gained / (G * (Math.sin(angle) - MU * Math.cos(angle))) - 1;
      const message = `slides with ${(error + 1).toPrecision(2)} of the acceleration that friction leaves`;
      return { values: [Math.abs(error)], failures: say([[!(Math.abs(error) < 0.1), message]]) };
    },
  };
}

/** The scenes, in the order of the table. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  'stack of 10': {
    duration: 5,
    timed: true,
    columns: ['drift', 'speed'],
    layout: () => stack(10),
    judge: (history, layout) => {
      const moved = largest(history.map((state) => drift(state, history[0]!, layout)));
      const fastest = largest(history.slice(Math.round(4 / STEP)).map((state) => speed(state, layout)));
      return { values: [moved, fastest], failures: say([[!(moved < 0.5), 'the stack does not stand']]) };
    },
  },
  'slope, −0.01°': slides(-degrees(0.01)),
  'slope, +0.01°': slides(degrees(0.01)),
  'pinched capsule': {
    duration: 2,
    timed: false,
    columns: ['pinched: creep'],
    layout: pinchedCapsule,
    judge: (history) => {
      const [from, to] = [at(history, 1), at(history, 2)];
      const creep = distance(body(to, 0), body(from, 0));
      const fell = distance(body(to, 0), body(history[0]!, 0));
      return { values: [creep], failures: say([[!(fell < 0.05), 'the capsule is not held']]) };
    },
  },
  'pyramid of 210': {
    duration: 2,
    timed: true,
    columns: ['drift', 'speed'],
    layout: () => pyramid(20),
    judge: (history, layout) => {
      const moved = largest(history.map((state) => drift(state, history[0]!, layout)));
      const values = [moved, speed(history.at(-1)!, layout)];
      return { values, failures: say([[!(moved < 0.5), 'the pyramid does not stand']]) };
    },
  },
  ragdoll: {
    duration: 3,
    timed: true,
    columns: ['joints', 'speed'],
    layout: ragdoll,
    judge: (history, layout) => {
      const loose = largest(history.map((state) => looseness(state, layout)));
      const last = history.at(-1)!;
      const start = energy(history[0]!, layout);
      const mass = layout.moving.reduce((sum, part) => sum + part.mass, 0);
      // It falls by 1 m.
      const gain = largest(history.map((state) => energy(state, layout) - start)) / (mass * G);
      const lowest = Math.min(...layout.moving.map((_, i) => body(last, i)[1]!));
      const highest = Math.max(...layout.moving.map((_, i) => body(last, i)[1]!));
      return {
        values: [loose, speed(last, layout)],
        failures: say([
          [!(loose < 0.05), 'joints come apart'],
          [!(gain < 0.01), `energy rises by ${(100 * gain).toPrecision(2)} % of that of the fall`],
          [!(lowest > 0), 'it sinks into the floor'],
          [!(highest < 1.2), 'it has not come to the floor'],
        ]),
      };
    },
  },
};
