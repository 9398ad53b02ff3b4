import { dormandPrince, velocityStep, type Integrator } from '../runtime/index.js';
import { LINKAGES } from '../test/runtime/fixtures/linkages.js';
import { report } from './figures.js';
import { contest } from './measure.js';

const RATE = 240;

function placeOf(name: string, integrator: Integrator, dt?: number): number[] {
  const { world, probe } = LINKAGES[name]!({ integrator });
  world.run({ until: 1, ...(dt === undefined ? {} : { dt }) });
  return probe();
}

/** Takes some hundred steps of a world that has moved for a quarter of a second. */
function stepsOf(name: string, order: 1 | 2): () => void {
  const { world } = LINKAGES[name]!({ integrator: velocityStep({ order }) });
  world.run({ until: 0.25, dt: 1 / RATE });
  return () => {
    for (let i = 0; i < 200; i++) world.step(1 / RATE);
  };
}

/** Prints errors after a second and times of steps of first and second order of `velocityStep`. */
export function benchSecondOrder(): void {
  const rows = Object.keys(LINKAGES).map((name) => {
    const exact = placeOf(name, dormandPrince({ rtol: 1e-11, atol: 1e-12 }));
    const errorOf = (order: 1 | 2, rate: number): string =>
      Math.max(
        ...placeOf(name, velocityStep({ order }), 1 / rate).map((x, i) => Math.abs(x - exact[i]!)),
      ).toExponential(0);
    const { ratios } = contest([stepsOf(name, 1), stepsOf(name, 2)]);
    return [
      name,
      errorOf(1, RATE),
      errorOf(2, RATE / 2),
      errorOf(2, RATE),
      errorOf(2, 2 * RATE),
      ratios[1]!.toFixed(2),
    ];
  });
  report('second-order', 'Errors after a second, and times of steps of second order against those of first order', [
    ['mechanism', 'order 1, 1/240', 'order 2, 1/120', 'order 2, 1/240', 'order 2, 1/480', 'time of a step'],
    ...rows,
  ]);
}
