import { rk4, velocityStep, type World } from '../runtime/index.js';
import { bars, hinges, ragDolls, rods } from './body-scenes.js';
import { report } from './figures.js';
import { contest } from './measure.js';

const DT = 1 / 240;
/** Bodies that each contestant moves by a step in one turn. */
const BODY_STEPS = 4000;

const stepping =
  (world: World, steps: number): (() => void) =>
  () => {
    for (let k = 0; k < steps; k++) world.step(DT);
  };

const micros = (ms: number, steps: number): string => `${((1000 * ms) / steps).toPrecision(3)} µs`;

/** Prints the time per body and step of chains of rods, planar bars and hinged bodies. */
export function benchBodies(sizes: readonly number[] = [1, 10, 100, 1000, 10_000]): void {
  const rows = sizes.map((n) => {
    const steps = Math.max(1, Math.ceil(BODY_STEPS / n));
    const worlds = [rods, bars, hinges].map((scene) => stepping(scene(n), steps));
    const { times, ratios } = contest(worlds, n > 1000 ? 5 : 15, n > 1000 ? 1 : 4);
    const cells = times.map((time) => micros(time, steps * n));
    return [String(n), cells[0]!, cells[1]!, cells[2]!, ratios[1]!.toFixed(1), ratios[2]!.toFixed(1)];
  });
  report(
    'bodies',
    'Chains of rods, planar bars and hinged bodies in space, RK4: time per body and step, against rods',
    [['bodies', 'rods', 'bars', 'hinges', 'bars to rods', 'hinges to rods'], ...rows],
  );

  const steps = 100;
  const integrators = [rk4(), velocityStep()];
  const { times, ratios } = contest(
    integrators.map((integrator) => stepping(ragDolls(2, { integrator }), steps)),
    15,
    4,
  );
  report('rag-dolls', 'Two rag dolls, 12 bodies with 10 hinges and 2 balls: time per step', [
    ['integrator', 'per step', 'ratio'],
    ...integrators.map(({ name }, i) => [name, micros(times[i]!, steps), ratios[i]!.toFixed(2)]),
  ]);
}
