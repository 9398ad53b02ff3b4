import { compileEnergyType } from '../src/emit/energy/compile-energy.js';
import { deriveEnergy } from '../src/derive/energy/derive-energy.js';
import { seededRandom } from '../src/sampling/random.js';
import { ENERGIES } from '../test/support/energies.js';
import { BY_HAND, hessianByHand } from './hand/hessians.js';
import { report } from './figures.js';
import { contest } from './measure.js';

/** Elements of a batch, and points that they share as those of a mesh do. */
const COUNT = 2000;
const POINTS = 1000;
/** Batches in one turn. */
const REPEAT = 20;

/** Prints operations and times of derived Hessians against those that are written by hand. */
export function benchEnergies(): void {
  const lines = BY_HAND.map((name) => {
    const derivation = deriveEnergy(name, ENERGIES[name]!, 3);
    const { inputs, params, hessianKernel } = compileEnergyType(derivation);
    const hand = hessianByHand(
      name,
      inputs.length,
      params.map((param) => param.name),
    );
    const random = seededRandom(5);
    const x = Float64Array.from({ length: 3 * POINTS }, () => 2 * random() - 1);
    const p = Float64Array.from({ length: COUNT * params.length }, () => 0.5 + random());
    const slots = Int32Array.from({ length: COUNT * inputs.length }, (_, i) => {
      const [k, input] = [Math.floor(i / inputs.length), i % inputs.length];
      return 3 * ((7 * k + 13 * input) % POINTS);
    });
    const H = new Float64Array((COUNT * 9 * inputs.length * (inputs.length + 1)) / 2);
    const { times, ratios } = contest(
      [hand.kernel, hessianKernel].map((kernel) => () => {
        for (let i = 0; i < REPEAT; i++) kernel(COUNT, slots, x, p, 0, H);
      }),
    );
    const { total } = derivation.operations.hessian;
    return [
      name,
      String(hand.operations),
      String(total),
      (total / hand.operations).toFixed(2),
      ...times.map((time) => `${((time * 1e6) / (COUNT * REPEAT)).toFixed(1)} ns`),
      ratios[1]!.toFixed(2),
    ];
  });
  report('energies', 'Derived Hessians against Hessians by hand (goals: 1.6 of the operations, 1.12 of the time)', [
    ['energy', 'by hand', 'derived', 'operations', 'time by hand', 'time', 'ratio of times'],
    ...lines,
  ]);
}
