import { commentText, dataLiteral, numberLiteral, stringLiteral } from '../../emit/literal.js';
import type { PlanBody } from '../plan/bodies.js';
import type { Plan } from '../plan/plan.js';
import type { MechanismProgram } from '../program.js';
import { ASSEMBLED, movesPositions } from '../step/assemble.js';
import type { Given } from './functions.js';
import { statePartsOf, type StatePart } from './names.js';

interface Callable {
  readonly call: (given: Given) => string;
}

/** What the class of a target has of its own. */
export interface ClassCode extends Readonly<
  Record<'prepare' | 'step' | 'initial' | 'assembly' | 'energy' | 'residual', Callable>
> {
  readonly derived: readonly (Callable & { readonly parameter: number })[];
  /** Members that come before all others. */
  readonly members: string;
  /** An expression that makes an array, by its name in the program. */
  readonly array: (name: string, size: number) => string;
  /** Statements that take `n` steps of `count` states, and note the worst of all watches. */
  readonly steps: (given: Given) => string;
  /** The method for gradients, if it has one. */
  readonly gradient?: ((given: Given) => string) | undefined;
}

/** The class of a module, around its functions. */
export function classText(program: MechanismProgram, className: string, code: ClassCode): string {
  const { model, watched } = program;
  const { plan, size: ns } = model;
  const { title, summary } = plan.document;
  const inputs = plan.inputs.length;
  const own = {
    p: 'this.#p',
    par: 'this.#par',
    u: 'this.#u',
    w: 'this.#w',
    y: 'this.state',
    lambda: 'this.lambda',
    watch: 'this.#watched',
    t: 'this.time',
    out: 'this.#out',
  };
  const isMoved = inputs > 0;
  const assembly = code.assembly.call(own);
  const placed = plan.bodies.filter((body) => hasPlace(plan, body)).map(({ name }) => stringLiteral(name));
  const reactions = plan.constraints.map(
    ({ name, first, rows }) => `${key(name)}: this.lambda.subarray(${first}, ${first + rows})`,
  );
  const handles = plan.handles.map(
    ({ name, first, size }) => `${key(name)}: this.#target.subarray(${first}, ${first + size})`,
  );
  return `/**
 * ${commentText([title, summary].filter((one) => one !== undefined).join(': '))}
 *
 * The state holds ${plan.nq} coordinates and ${plan.nv} velocities, ${handedOn(program)}and begins as the scene does; with other
 * parameters it begins where the scene's formulas put the bodies${assembly === '' ? '' : ', brought onto the constraints'}.
 */
export class ${className} {
  ${code.members}
  /** Coordinates, then velocities${ns > plan.nq + plan.nv ? ', then what a step hands on' : ''}. */
  readonly state: Float64Array = ${code.array('y', ns)};
  /** Multipliers of the constraints at the last evaluation. */
  readonly lambda: Float64Array = ${code.array('lambda', plan.rows)};
  /** Time, s. */
  time = 0;
  /** The parts of the state, by body: views. */
  readonly bodies: {
    ${plan.bodies.map((body) => `readonly ${key(body.name)}: ${bodyType(plan, body)};`).join('\n')}
  } = {
    ${plan.bodies.map((body) => `${key(body.name)}: ${bodyText(plan, body)}`).join(',\n')}
  };
  /** The multipliers of each constraint: forces along its rows. Views. */
  readonly reactions: ${arraysBy(plan.constraints)} = { ${reactions.join(', ')} };
  ${!isMoved ? '' : `/** Where handles are to be at the end of the next step: write into it. */\nreadonly handles: ${arraysBy(plan.handles)};`}
  readonly #p = ${code.array('p', plan.parameters.length)};
  ${isMoved ? `readonly #u = ${code.array('u', inputs)};\nreadonly #w = ${code.array('w', inputs)};\nreadonly #target = new Float64Array(${inputs});` : ''}
  readonly #out = ${code.array('out', 2)};
  readonly #watched = ${code.array('watch', watched.length)};
  readonly #watch: Watch = { leastPivot: 1, C: 0, Cdot: 0, ${watched[3]!}: 0, isFinite: true };
  #given: Partial<${className}Parameters> = {};
  /** The step that \`par\` is prepared for. */
  #prepared = NaN;

  /**
   * Throws a RangeError for parameters that the scene does not have, or outside their ranges${assembly === '' ? '' : ', or with which\n   * the bodies cannot be brought onto the constraints'}.
   */
  constructor(parameters: Partial<${className}Parameters> = {}) {
    ${!isMoved ? '' : `this.handles = { ${handles.join(', ')} };\nthis.#u.set([${[...plan.inputs].map(numberLiteral).join(', ')}]);`}
    this.setParameters(parameters);
    if (names.every((name, i) => this.#p[i] === defaults[name as keyof ${className}Parameters]))
      this.state.set([${[...plan.state].map(numberLiteral).join(', ')}]);
    else {
      this.#place();
      ${assembly === '' ? '' : 'this.#assemble();'}
    }
    ${isMoved ? 'this.#target.set(this.#u);' : ''}
  }

  /** The parameters that count now. */
  get parameters(): ${className}Parameters {
    return Object.fromEntries(names.map((name, i) => [name, this.#p[i]])) as unknown as ${className}Parameters;
  }

  /** Changes some parameters between two steps. Throws a RangeError. */
  setParameters(parameters: Partial<${className}Parameters>): void {
    const given = Object.assign(Object.create(null), this.#given, parameters) as Readonly<Record<string, number>>;
    for (const [name, value] of Object.entries(given)) {
      const i = names.indexOf(name);
      if (i < 0) throw new RangeError(\`There is no parameter "\${name}"; there are: \${names.join(', ')}.\`);
      checkRange(i, value);
    }
    const before = this.#p.slice();
    names.forEach((name, i) => {
      if (!derived[i]! || given[name] !== undefined) this.#p[i] = given[name] ?? defaults[name as keyof ${className}Parameters];
    });
    ${code.derived.map(({ parameter, call }) => `if (given[${stringLiteral(plan.parameters[parameter]!.name)}] === undefined) {\n${call(own)}\n}`).join('\n')}
    try {
      this.#p.forEach((value, i) => checkRange(i, value));
    } catch (error) {
      this.#p.set(before);
      throw error;
    }
    this.#given = given as Partial<${className}Parameters>;
    this.#prepared = NaN;
  }

  /** Takes a step of \`dt\`, s. The result is the same object each time. Throws a RangeError. */
  step(dt: number): Readonly<Watch> {
    this.#prepare(dt);
    ${!isMoved ? '' : `for (let i = 0; i < ${inputs}; i++) this.#w[i] = (this.#target[i]! - this.#u[i]!) / dt;`}
    ${code.step.call(own)}
    ${!isMoved ? '' : 'this.#u.set(this.#target);\nthis.#w.fill(0);'}
    this.time += dt;
    const watch = this.#watch;
    ${watched.map((name, i) => `watch.${name} = this.#watched[${i}]!;`).join('\n')}
    watch.isFinite = isFiniteArray(this.state, 0, ${ns});
    return watch;
  }

  /** As the method, of a mechanism with these parameters at time 0. Throws a RangeError. */
  static steps(
    states: Float64Array,
    count: number,
    n: number,
    dt: number,
    parameters: Partial<${className}Parameters> = {},
  ): Watch {
    const made = new ${className}();
    made.setParameters(parameters);
    made.#place();
    return made.steps(states, count, n, dt);
  }

  /**
   * Takes \`n\` steps of \`dt\`, s, of \`count\` states, one after the other in \`states\`, each from the
   * present time on, with handles at rest. The mechanism itself stays as it is. The result holds the
   * worst of all steps. Throws a RangeError.
   */
  steps(states: Float64Array, count: number, n: number, dt: number): Watch {
    [count, n].forEach(checkCount);
    if (!(states instanceof Float64Array) || states.length < ${ns} * count) throw new RangeError(\`The states are a Float64Array of at least \${${ns} * count} numbers.\`);
    this.#prepare(dt);
    const worst: Watch = { leastPivot: 1, C: 0, Cdot: 0, ${watched[3]!}: 0, isFinite: true };
    ${code.steps(own)}
    return worst;
  }

  ${code.gradient?.(own) ?? ''}

  ${placed.length === 0 ? '' : positionText(placed)}
  /** Energies at the present state, J. */
  energy(): { kinetic: number; potential: number } {
    ${code.energy.call(own)}
    return { kinetic: this.#out[0]!, potential: this.#out[1]! };
  }

  /** Largest error of a constraint, and of its rate, at the present state. */
  get residual(): { C: number; Cdot: number } {
    ${code.residual.call(own)}
    return { C: this.#out[0]!, Cdot: this.#out[1]! };
  }

  #place(): void {
    ${code.initial.call(own)}
  }

  ${assembly === '' ? '' : assemblyText(program, assembly)}
  #prepare(dt: number): void {
    if (dt === this.#prepared) return;
    if (!(Number.isFinite(dt) && dt > 0)) throw new RangeError(\`A step is a positive number of seconds, not \${shown(dt)}.\`);
    ${code.prepare.call(own)}
    this.#prepared = dt;
  }
}

const shown = (value: unknown): string => (typeof value === 'number' ? String(value) : \`a \${typeof value}\`);

function checkCount(count: number): void {
  if (Number.isInteger(count) && count >= 0 && count <= ${2 ** 31 - 1}) return;
  throw new RangeError(\`Counts of states and of steps are whole numbers from 0 to ${2 ** 31 - 1}, not \${shown(count)}.\`);
}

function checkRange(i: number, value: number): void {
  const [least, most] = ranges[i]!;
  if (Number.isFinite(value) && value >= least && value <= most) return;
  throw new RangeError(\`The parameter "\${names[i]!}" is \${shown(value)}; it must be a number from \${least} to \${most}.\`);
}

function isFiniteArray(y: Float64Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!Number.isFinite(y[i])) return false;
  return true;
}`;
}

/** Newton's method for places, and then for velocities where those have put the bodies. */
function assemblyText({ model }: MechanismProgram, round: string): string {
  const { nq, nv } = model.plan;
  return `/** Brings places, then velocities, onto the constraints. Throws a RangeError. */
  #assemble(): void {
    const begun = this.state.slice(${nq}, ${nq + nv});
    let isPlaced = true;
    for (let n = 0; n < ${ASSEMBLED.rounds}; n++) {
      const { C, Cdot } = this.residual;
      const fits = C <= ${movesPositions(model) ? ASSEMBLED.C : 'Infinity'};
      if (isPlaced && fits && Cdot <= ${ASSEMBLED.Cdot}) return;
      // Velocities change once places are found.
      if (!isPlaced) this.state.set(begun, ${nq});
      isPlaced = fits;
      ${round}
    }
    throw new RangeError('With these parameters, the constraints do not hold near where the scene puts the bodies. Begin with the scene\\'s parameters, and set those and a state that fits.');
  }
`;
}

const handedOn = ({ model: { plan, size } }: MechanismProgram): string => {
  const memory = size - plan.nq - plan.nv;
  return memory === 0 ? '' : `${memory} of what a step hands on to the next, `;
};

const positionText = (
  names: readonly string[],
): string => `/** Where a body is, m: a view on the state. Throws a RangeError. */
  position(name: ${names.join(' | ')}): Float64Array {
    const placed: readonly string[] = [${names.join(', ')}];
    if (!placed.includes(name)) throw new RangeError(\`There is no position "\${name}"; there are: \${placed.join(', ')}.\`);
    return this.bodies[name].position;
  }
`;

/** False of a body with coordinates of its own. */
const hasPlace = (plan: Plan, body: PlanBody): boolean => statePartsOf(plan, body).rates[0]?.name === 'velocity';

/** A name of the document as a property's key. */
const key = (name: string): string => dataLiteral({ [name]: 0 }).slice(2, -': 0 }'.length);

/** The type of arrays by their names. */
const arraysBy = (parts: readonly { readonly name: string }[]): string =>
  `Readonly<Record<${parts.map(({ name }) => stringLiteral(name)).join(' | ') || 'never'}, Float64Array>>`;

function bodyType(plan: Plan, body: PlanBody): string {
  const { values, rates } = statePartsOf(plan, body);
  return isOwn(values, rates)
    ? `{ readonly coordinates: ${arraysBy(values)}; readonly rates: ${arraysBy(rates)} }`
    : arraysBy([...values, ...rates]);
}

/** True of a body with coordinates of its own, which have the same names as their rates. */
const isOwn = (values: readonly StatePart[], rates: readonly StatePart[]): boolean =>
  values.some(({ name }) => rates.some((rate) => rate.name === name));

function bodyText(plan: Plan, body: PlanBody): string {
  const { values, rates } = statePartsOf(plan, body);
  const views = (parts: readonly StatePart[]): string =>
    parts.map(({ name, first, size }) => `${key(name)}: this.state.subarray(${first}, ${first + size})`).join(', ');
  return isOwn(values, rates)
    ? `{ coordinates: { ${views(values)} }, rates: { ${views(rates)} } }`
    : `{ ${views(values)}, ${views(rates)} }`;
}
