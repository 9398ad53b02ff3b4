import { velocityStep, type World, type WorldOptions } from '../runtime/index.js';
import { bars, hinges, ragDolls } from './body-scenes.js';
import { report } from './figures.js';
import { contest } from './measure.js';
import { net } from './net-scene.js';

/** Steps of a round: a quarter of a second at 60 Hz. */
const FRAMES = 15;
/** Length of a run whose largest violation is taken, s. */
const SPAN = 3;

const SCENES: readonly (readonly [string, (options: Partial<WorldOptions>) => World])[] = [
  ['net of 1,984 rods', (options) => net(32, options)],
  ['net of 180 rods', (options) => net(10, options)],
  ['chain of 30 bars', (options) => bars(30, options)],
  ['chain of 30 hinges', (options) => hinges(30, options)],
  ['two rag dolls', (options) => ragDolls(2, options)],
];

const SETTINGS: readonly { readonly steps: number; readonly options: Partial<WorldOptions> }[] = [
  { steps: 4, options: {} },
  { steps: 1, options: {} },
  { steps: 1, options: { projection: { position: 1e-3, velocity: Infinity } } },
];

/** Advances by frames of 1/60 s. Returns the largest violation at their ends, m. */
function play(world: World, frames: number, steps: number): number {
  let worst = 0;
  for (let k = 0; k < frames * steps; k++) {
    world.step(1 / (60 * steps));
    worst = Math.max(worst, world.residual().position);
  }
  return worst;
}

/** Prints what a picture of moving scenes costs: short steps, long ones, and long ones that are corrected. */
export function benchInteractive(): void {
  const rows = SCENES.map(([name, build]) => {
    const make = (options: Partial<WorldOptions>): World =>
      build({ integrator: velocityStep(), onWarning: () => undefined, ...options });
    const violations = SETTINGS.map(({ steps, options }) => play(make(options), 60 * SPAN, steps));
    const worlds = SETTINGS.map(({ options }) => make(options));
    const { times, ratios } = contest(
      worlds.map((world, i) => () => void play(world, FRAMES, SETTINGS[i]!.steps)),
      9,
      1,
    );
    return [
      name,
      ...SETTINGS.map((_, i) => {
        const time = i === 0 ? `${((times[i]! * 60) / FRAMES).toFixed(0)} ms` : ratios[i]!.toFixed(2);
        return `${time}, ${violations[i]!.toExponential(1)} m`;
      }),
    ];
  });
  report(
    'interactive',
    'Velocity steps at 240 Hz, at 60 Hz, and at 60 Hz to a millimetre: time per second, or its ratio to the first, and violation in 3 s',
    [['scene', '240 Hz', '60 Hz', '60 Hz, to a millimetre'], ...rows],
  );
}
