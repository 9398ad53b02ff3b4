import { writeConstantEntries } from '../constant-entries.js';
import type { Connector } from '../connector.js';
import type { Constraint } from '../constraint.js';
import { jacobianSize } from '../constraint-binding.js';
import type { ConstraintType } from '../constraint-type.js';
import { parameterWidth } from '../parameters.js';

/** A place without a constraint, and the slots of the connectors and the parameters that it had. */
interface Vacancy {
  readonly place: number;
  readonly slots: Int32Array;
  readonly params: Float64Array;
}

/**
 * Places of a batch whose constraints were removed since it was laid out. Their rows stay, with `C`,
 * `Cdot`, `J` and `gamma` zero: they add nothing to any product. Such a place repeats the constraint of
 * another one, with its inputs and parameters, so that the kernel comes upon no state there that it does
 * not come upon elsewhere.
 */
export class Vacancies {
  readonly #type: ConstraintType;
  readonly #constraints: Constraint[];
  readonly #slots: Int32Array;
  readonly #params: Float64Array;
  readonly #J: Float64Array;
  /** Number of entries of `J` of one place. */
  readonly #size: number;
  readonly #vacant: Vacancy[] = [];
  /** The place that is repeated. */
  #repeated = 0;

  /** Takes the arrays of a batch without vacancies. */
  constructor(
    type: ConstraintType,
    constraints: Constraint[],
    slots: Int32Array,
    params: Float64Array,
    J: Float64Array,
  ) {
    this.#type = type;
    this.#constraints = constraints;
    this.#slots = slots;
    this.#params = params;
    this.#J = J;
    this.#size = jacobianSize(type);
  }

  /** True where a place is left to repeat after another one becomes vacant. */
  get canVacate(): boolean {
    return this.#vacant.length + 1 < this.#constraints.length;
  }

  vacate(place: number): void {
    const inputs = this.#type.inputs.length;
    const width = parameterWidth(this.#type);
    const slots = this.#slots.slice(place * inputs, (place + 1) * inputs);
    this.#vacant.push({ place, slots, params: this.#params.slice(place * width, (place + 1) * width) });
    this.#J.fill(0, place * this.#size, (place + 1) * this.#size);
    if (place !== this.#repeated) {
      this.#repeat(place);
      return;
    }
    while (this.#vacant.some((other) => other.place === this.#repeated))
      this.#repeated = (this.#repeated + 1) % this.#constraints.length;
    for (const other of this.#vacant) this.#repeat(other.place);
  }

  /** Finds a vacant place whose constraint had these inputs; −1 if there is none. */
  placeFor(connectors: readonly Connector[]): number {
    const found = this.#vacant.find(({ slots }) => connectors.every(({ slot }, i) => slot === slots[i]));
    return found?.place ?? -1;
  }

  /** Puts a constraint into a vacant place. Its parameters must be there already. Returns true if they have not changed. */
  occupy(place: number, constraint: Constraint): boolean {
    const index = this.#vacant.findIndex((other) => other.place === place);
    const [{ slots, params }] = this.#vacant.splice(index, 1) as [Vacancy];
    this.#slots.set(slots, place * slots.length);
    this.#constraints[place] = constraint;
    writeConstantEntries(this.#type, 1, this.#J.subarray(place * this.#size, (place + 1) * this.#size));
    return params.every((x, i) => x === this.#params[place * params.length + i]);
  }

  /** Clears the rows of vacant places after a call of the kernel. */
  clear(C: Float64Array, Cdot: Float64Array, gamma: Float64Array): void {
    const { rows } = this.#type;
    const size = this.#size;
    for (const { place } of this.#vacant) {
      C.fill(0, place * rows, (place + 1) * rows);
      Cdot.fill(0, place * rows, (place + 1) * rows);
      gamma.fill(0, place * rows, (place + 1) * rows);
      this.#J.fill(0, place * size, (place + 1) * size);
    }
  }

  #repeat(place: number): void {
    const from = this.#repeated;
    const inputs = this.#type.inputs.length;
    const width = parameterWidth(this.#type);
    this.#constraints[place] = this.#constraints[from]!;
    this.#slots.copyWithin(place * inputs, from * inputs, (from + 1) * inputs);
    this.#params.copyWithin(place * width, from * width, (from + 1) * width);
  }
}
