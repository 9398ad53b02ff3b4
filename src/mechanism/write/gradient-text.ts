import { stringLiteral } from '../../emit/literal.js';
import type { MechanismProgram } from '../program.js';
import { ADJOINTS } from '../step/routine.js';
import type { Given } from './functions.js';

/** The functions of gradients, as they are called. */
export interface GradientCalls {
  /** Expressions that make the arrays of a state and of its multipliers, on which steps work; none for what they have. */
  readonly y: string;
  readonly lambda: string;
  /** An expression that makes an array of adjoints, by its name in the program. */
  readonly array: (name: string, size: number) => string;
  readonly step: (given: Given) => string;
  readonly stepBack: (given: Given) => string;
  readonly prepareBack: (given: Given) => string;
  readonly derivedBack: readonly { readonly parameter: number; readonly call: (given: Given) => string }[];
}

/** Numbers of the states that are kept of a piece of a trajectory, 4 MB of them; of n steps sqrt(n) states at least. */
export const KEPT = 2 ** 19;

/**
 * The method for gradients. A trajectory goes forward once, in pieces, and keeps the states where they begin
 * and those of the last piece; going back, the other pieces are gone once more (Griewank and Walther,
 * section 12.2). Most trajectories are one piece.
 */
export function gradientText(
  { model: { plan, size: ns }, prepare }: MechanismProgram,
  className: string,
  given: Given,
  calls: GradientCalls,
): string {
  const own: Given = { ...given, y: 'y', lambda: 'lambda', watch: 'watched', yb: 'yb', parb: 'parb', pb: 'pb' };
  const followed = calls.derivedBack.map(({ parameter, call }) => {
    const name = stringLiteral(plan.parameters[parameter]!.name);
    return `if (this.#given[${name}] === undefined) {\n${call(own)}\n}`;
  });
  const adjoints = [
    [ADJOINTS.state, ns],
    [ADJOINTS.prepared, prepare.stores.length],
    [ADJOINTS.parameters, plan.parameters.length],
  ] as const;
  return `/**
   * The gradient of a loss that depends on the states after each of \`n\` steps of \`dt\`, s, from the
   * present state on, with handles at rest: by the entries of the present state, and by the parameters.
   * \`slopes\` gives the derivatives of the loss by the entries of a state, or nothing where it does not
   * depend on it; it is asked after each step, the last step first. Parameters that are formulas follow
   * others. The mechanism itself stays as it is. Throws a RangeError.
   */
  gradient(
    n: number,
    dt: number,
    slopes: (state: Float64Array, step: number) => ArrayLike<number> | undefined,
  ): { state: Float64Array; parameters: ${className}Parameters } {
    checkCount(n);
    this.#prepare(dt);
    const every = Math.max(1, Math.min(n, Math.max(Math.ceil(Math.sqrt(n)), ${Math.floor(KEPT / ns)})));
    const begins = new Float64Array(${ns} * Math.ceil(n / every));
    const states = new Float64Array(${ns} * (every + 1));
    const times = new Float64Array(n + 1);
    const y = ${calls.y};
    ${calls.lambda}
    const copy = (from: Float64Array, i: number, to: Float64Array, j: number): void => {
      for (let k = 0; k < ${ns}; k++) to[j + k] = from[i + k]!;
    };
    const forward = (first: number, last: number): void => {
      copy(y, 0, states, 0);
      for (let i = first; i < last; i++) {
        ${calls.step({ ...own, t: 'times[i]!' })}
        copy(y, 0, states, ${ns} * (i - first + 1));
        times[i + 1] = times[i]! + dt;
      }
    };
    y.set(this.state);
    times[0] = this.time;
    for (let first = 0; first < n; first += every) {
      copy(y, 0, begins, ${ns} * (first / every));
      forward(first, Math.min(first + every, n));
    }
    ${adjoints.map(([name, size]) => `const ${name} = ${calls.array(name, size)};\n${name}.fill(0);`).join('\n')}
    for (let last = n; last > 0; ) {
      const first = every * (Math.ceil(last / every) - 1);
      if (last < n) {
        copy(begins, ${ns} * (first / every), y, 0);
        forward(first, last);
      }
      for (; last > first; last--) {
        const after = ${ns} * (last - first);
        copy(states, after, y, 0);
        const slope = slopes(y, last);
        if (slope !== undefined) for (let i = 0; i < ${ns}; i++) yb[i] = yb[i]! + slope[i]!;
        copy(states, after - ${ns}, y, 0);
        ${calls.stepBack({ ...own, t: 'times[last - 1]!' })}
      }
    }
    ${calls.prepareBack(own)}
    ${followed.join('\n')}
    return {
      state: yb.slice(),
      parameters: Object.fromEntries(names.map((name, i) => [name, pb[i]])) as unknown as ${className}Parameters,
    };
  }`;
}
