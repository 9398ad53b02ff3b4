import { lengthOf } from '../../base/powers.js';
import { checkName, checkVector } from '../../base/check.js';
import { markCopy } from '../../base/copies.js';
import type { Space } from '../constraint-type.js';
import { HolonomicRuntimeError } from '../../base/errors.js';
import { printPlainly } from '../../base/printing.js';
import { bindBody, bindingOfBody, BodyBinding } from './body-binding.js';
import type { BodyType } from './body-type.js';
import { UNIT_TOLERANCE } from './orientation.js';

/** Base of rigid and parametric bodies. */
export abstract class Body {
  #name: string | undefined;
  static {
    markCopy(this.prototype);
    printPlainly(this.prototype);
  }

  /**
   * Makes a body with the parameters `values`, in the layout that kernels read. Messages use
   * `label` until the body is in a world.
   */
  constructor(type: BodyType, values: Float64Array, label: string) {
    bindBody(this, new BodyBinding(type, this, label, values));
  }

  /** Name for messages. Throws E_NAME when set to anything but a string. */
  get name(): string | undefined {
    return this.#name;
  }

  set name(name: string | undefined) {
    this.#name = checkName(name, `The name of ${this.label}`);
    const binding = bindingOfBody(this);
    binding.label = name === undefined ? binding.plainLabel : `${binding.kindLabel} '${name}'`;
  }

  /**
   * Label in messages: `Pendulum #2` once it is in a world, or `Pendulum 'left'` if it has a name.
   */
  get label(): string {
    return bindingOfBody(this).label;
  }

  /** Returns the label and the state as plain data, as consoles and JSON show them. */
  abstract toJSON(): object;

  /** Dimension of the body's space. */
  get space(): Space {
    return bindingOfBody(this).type.space;
  }

  /**
   * True once the body has been removed from its world. It keeps its last state, and may be added
   * to a world again.
   */
  get removed(): boolean {
    return bindingOfBody(this).removed;
  }
}

/**
 * Checks that `value` is a unit vector, and scales rounding errors out of its length. Throws
 * E_DIRECTION, E_VECTOR, E_DIMENSION, E_NOT_FINITE.
 */
export function readDirection(value: unknown, size: number, what: string): Float64Array {
  const vector = checkVector(value, size, what);
  const length = lengthOf(vector);
  if (Math.abs(length - 1) <= UNIT_TOLERANCE) return vector.map((component) => component / length);
  const unit = Array.from(vector, (component) => Number((component / length).toPrecision(6)));
  throw new HolonomicRuntimeError(
    'E_DIRECTION',
    length === 0 ? `${what} is zero.` : `${what} has length ${Number(length.toPrecision(6))}.`,
    length === 0 ? 'Give a vector of length 1.' : `Give a vector of length 1, such as [${unit.join(', ')}].`,
  );
}
