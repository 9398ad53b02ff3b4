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

/**
 * The method for gradients. A trajectory goes forward once and keeps some `sqrt(n)` of its states; going
 * back, each piece between two of them is gone once more (Griewank and Walther, section 12.2).
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
    const every = Math.max(1, Math.ceil(Math.sqrt(n)));
    const kept = new Float64Array(${ns} * Math.ceil(n / every));
    const times = new Float64Array(n);
    const between = new Float64Array(${ns} * (every + 1));
    const y = ${calls.y};
    y.set(this.state);
    ${calls.lambda}
    let time = this.time;
    for (let i = 0; i < n; i++) {
      if (i % every === 0) kept.set(y, ${ns} * (i / every));
      times[i] = time;
      ${calls.step({ ...own, t: 'time' })}
      time += dt;
    }
    ${adjoints.map(([name, size]) => `const ${name} = ${calls.array(name, size)};\n${name}.fill(0);`).join('\n')}
    for (let first = every * (Math.ceil(n / every) - 1); first >= 0; first -= every) {
      const size = Math.min(every, n - first);
      y.set(kept.subarray(${ns} * (first / every), ${ns} * (first / every + 1)));
      between.set(y);
      for (let j = 0; j < size; j++) {
        ${calls.step({ ...own, t: 'times[first + j]!' })}
        between.set(y, ${ns} * (j + 1));
      }
      for (let j = size; j > 0; j--) {
        y.set(between.subarray(${ns} * j, ${ns} * (j + 1)));
        const slope = slopes(y, first + j);
        if (slope !== undefined) for (let i = 0; i < ${ns}; i++) yb[i] = yb[i]! + slope[i]!;
        y.set(between.subarray(${ns} * (j - 1), ${ns} * j));
        ${calls.stepBack({ ...own, t: 'times[first + j - 1]!' })}
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
