import type { EnergyType } from '../../runtime/model/energies/energy-type.js';
import { hessianEntries } from '../reference/hessian-entries.js';
import type { Configuration } from './configuration.js';
import { totalSize } from './evaluation.js';

/** The results of an energy's kernels at one configuration, in their own order. */
export type EnergyValues = Readonly<Record<string, Float64Array>>;

/** The quantities of an energy. */
export const energyQuantityNames = ({ dampingKernel }: Pick<EnergyType, 'dampingKernel'>): readonly string[] => [
  ...['V', 'g', 'H'],
  ...(dampingKernel ? ['D', 'd'] : []),
];

/**
 * Runs the kernels of an energy, always on the second of two energies, whose inputs lie apart and in
 * reverse order with NaN in between: a kernel that mixes up its strides gives NaN. All results start
 * as NaN, too.
 */
export class EnergyEvaluator {
  readonly #type: EnergyType;
  readonly #width: number;
  readonly #entries: number;

  constructor(type: EnergyType) {
    this.#type = type;
    this.#width = totalSize(type.inputs);
    this.#entries = hessianEntries(type.inputs).length;
  }

  at({ x, v, p, t }: Configuration): EnergyValues {
    const { inputs, energyKernel, hessianKernel, dampingKernel, dependsOnTime } = this.#type;
    const width = this.#width;
    const [places, rates] = [x, v].map(() => new Float64Array(2 * (width + inputs.length)).fill(NaN));
    const slots = new Int32Array(2 * inputs.length);
    let [slot, end] = [0, width];
    for (let i = inputs.length - 1; i >= 0; i--) {
      const { size } = inputs[i]!;
      end -= size;
      slots[inputs.length + i] = slot;
      slots[i] = width + inputs.length;
      places!.set(x.slice(end, end + size), slot);
      rates!.set(v.slice(end, end + size), slot);
      slot += size + 1;
    }
    const params = Float64Array.of(...p.map(() => NaN), ...p);
    const time = dependsOnTime ? t : NaN;
    const made = (length: number): Float64Array => new Float64Array(2 * length).fill(NaN);
    const [V, g, H, D, d] = [1, width, this.#entries, 1, width].map(made) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    energyKernel(2, slots, places!, params, time, V, g);
    hessianKernel(2, slots, places!, params, time, H);
    dampingKernel?.(2, slots, places!, rates!, params, time, D, d);
    const second = (values: Float64Array): Float64Array => values.slice(values.length / 2);
    return {
      V: second(V),
      g: second(g),
      H: second(H),
      ...(dampingKernel && { D: second(D), d: second(d) }),
    };
  }
}
