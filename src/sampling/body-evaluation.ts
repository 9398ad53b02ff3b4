import type { BodyType } from '../../runtime/model/bodies/body-type.js';
import { positionName, WHOLE_QUANTITIES } from '../reference/body-quantities.js';
import { rateWidth, type BodyConfiguration } from './body-configuration.js';

/** The results of a body's functions at one configuration, by the names of the quantities. */
export type BodyEvaluation = Readonly<Record<string, Float64Array>>;

/** The names of all quantities of a body. */
export const bodyQuantityNames = ({ connectors }: BodyType): readonly string[] => [
  ...connectors.flatMap(({ name }) => [positionName(name), `${name} rate`, `${name} B`, `${name} bias`]),
  ...WHOLE_QUANTITIES,
];

/**
 * Index of a connector's first entry. It is not 0, so that a function that ignores its slot is
 * found out.
 */
const SLOT = 5;

/**
 * Runs the functions of a body, always on the second of two bodies. A function that ignores the
 * index of the body reads NaN.
 */
export class BodyEvaluator {
  readonly #type: BodyType;
  readonly #nv: number;

  constructor(type: BodyType) {
    this.#type = type;
    this.#nv = rateWidth(type);
  }

  at({ x, v, p, t, local }: BodyConfiguration): BodyEvaluation {
    const { connectors, space } = this.#type;
    const nv = this.#nv;
    const state = [x, v, p].map(second) as [Float64Array, Float64Array, Float64Array];
    const result: Record<string, Float64Array> = {};
    for (const { name, size, localSize, kernel } of connectors) {
      const [value, rate, bias] = [1, 2, 3].map(() => new Float64Array(SLOT + 2 * size).fill(NaN));
      const B = new Float64Array(2 * size * nv).fill(NaN);
      const slots = Int32Array.of(SLOT + size, SLOT);
      const places = second(local.slice(0, localSize));
      kernel(2, Int32Array.of(0, 1), places, ...state, t, slots, value!, rate!, bias!, B);
      result[positionName(name)] = value!.slice(SLOT, SLOT + size);
      result[`${name} rate`] = rate!.slice(SLOT, SLOT + size);
      result[`${name} B`] = B.slice(size * nv);
      result[`${name} bias`] = bias!.slice(SLOT, SLOT + size);
    }
    const [M, Q, E] = [nv * nv, nv, 2].map((length) => new Float64Array(2 * length).fill(NaN));
    this.#type.dynamics(2, ...state, t, M!, Q!);
    this.#type.energy(2, ...state, t, E!);
    const [moment, weight] = [space, space * nv].map((length) => new Float64Array(2 * length).fill(NaN));
    this.#type.weight(2, state[0], state[2], t, moment!, weight!);
    return {
      ...result,
      M: M!.slice(nv * nv),
      Q: Q!.slice(nv),
      T: E!.slice(2, 3),
      V: E!.slice(3, 4),
      moment: moment!.slice(space),
      weight: weight!.slice(space * nv),
    };
  }
}

/** The numbers as those of the second of two bodies. */
const second = (values: readonly number[]): Float64Array => {
  const both = new Float64Array(2 * values.length).fill(NaN);
  both.set(values, values.length);
  return both;
};
