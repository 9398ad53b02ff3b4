import type { World, WorldOptions } from '../runtime/index.js';
import type * as scenesOfBodies from './body-scenes.js';
import { loadScenes } from './before.js';
import { report } from './figures.js';
import { contest } from './measure.js';

const DT = 1 / 240;
/** Bodies that each contestant moves by a step in one turn. */
const BODY_STEPS = 4000;

/** The revision that steps are compared with, unless the environment names one in `BEFORE`. */
const BEFORE = '49b10cb';

type Integrator = 'rk4' | 'velocityStep';
type Scenes = Pick<typeof scenesOfBodies, 'rods' | 'bars' | 'ragDolls'> &
  Readonly<Record<Integrator, () => NonNullable<WorldOptions['integrator']>>>;

/** Scenes, with the number of bodies and the goal for the time of a step, relative to before. */
const SCENES: readonly (readonly [keyof Scenes & ('rods' | 'bars' | 'ragDolls'), number, number])[] = [
  ['rods', 1, 0.6],
  ['rods', 2, 0.6],
  ['rods', 10, 0.6],
  ['bars', 1, 0.6],
  ['bars', 10, 0.6],
  ['bars', 100, 0.6],
  ['ragDolls', 2, 0.33],
];
/** Bodies of a rag doll. */
const DOLL = 6;

const CONTENTS = `
  export { rods, bars, ragDolls } from './bench/body-scenes.js';
  export { rk4, velocityStep } from './runtime/index.js';
`;

/** Prints the time of a step of small worlds and of bodies, and the same with the runtime of before. */
export async function benchStepGoals(): Promise<void> {
  const revision = process.env['BEFORE'] ?? BEFORE;
  const load = (of?: string): Promise<Scenes> => loadScenes(CONTENTS, ['body-scenes.ts'], of);
  const trees = [await load(revision), await load()];
  const rows = SCENES.flatMap(([scene, count, goal]) =>
    (['rk4', 'velocityStep'] as const).map((integrator) => {
      const bodies = scene === 'ragDolls' ? DOLL * count : count;
      const steps = Math.ceil(BODY_STEPS / bodies);
      const worlds = trees.map((tree): World => tree[scene](count, { integrator: tree[integrator]() }));
      const { times, ratios } = contest(
        worlds.map((world) => () => {
          for (let k = 0; k < steps; k++) world.step(DT);
        }),
        15,
        3,
      );
      const perStep = times.map((time) => `${((1000 * time) / steps).toFixed(2)} µs`);
      return [`${count} ${scene}`, integrator, ...perStep, ratios[1]!.toFixed(2), String(goal)];
    }),
  );
  report('step-goals', `A step of small worlds and of bodies, against ${revision}`, [
    ['scene', 'integrator', revision, 'now', 'ratio', 'goal'],
    ...rows,
  ]);
}
