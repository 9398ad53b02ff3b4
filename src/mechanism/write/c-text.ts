import { head, header, inC } from '../../emit/c/files.js';
import { ownInC } from '../../emit/elementary/own-functions.js';
import { FAST_MATH_REFUSED, SUPPORT_FUNCTIONS } from '../../emit/c/support.js';
import { c } from '../../emit/targets/c.js';
import { printFunction } from '../../emit/targets/target.js';
import type { ArrayOf, FunctionPlan } from '../ops/functions.js';
import type { MechanismProgram } from '../program.js';
import { ASSEMBLED, movesPositions } from '../step/assemble.js';
import { ADJOINTS } from '../step/routine.js';
import { enumText, layoutOf, numbersText } from './c-layout.js';
import { gradientDefinitions } from './c-gradient.js';
import { comment, types } from './c-header.js';
import { curvesOf } from './curves.js';
import {
  writeFunction,
  writeRoutine,
  type Given,
  type Language,
  type WrittenFunction,
  type WrittenRoutine,
} from './functions.js';
import { localNamesOf } from './names.js';
import type { ModuleHead } from './module-text.js';

/** The texts of a mechanism in C99: a header, and the functions. Nothing is allocated. */
export function textsInC(
  program: MechanismProgram,
  { className, source, hash }: ModuleHead,
  fileName: string,
): { readonly header: string; readonly source: string } {
  const { plan } = program.model;
  const localOf = localNamesOf(plan);
  const curves = curvesOf(program);
  const language = inFile(new Map(curves.map(({ handle, name }) => [handle, name])));
  const write = (one: FunctionPlan): WrittenFunction => writeFunction(language, plan.ops, one, localOf);
  const written: Written = {
    prepare: write(program.prepare),
    // Without parameters there is one beginning, which is a table.
    initial: write({ ...program.initial, ...(plan.parameters.length === 0 && { stores: [] }) }),
    assembly: write(program.assembly),
    energy: write(program.energy),
    residual: write(program.residual),
    derived: program.derived.map(({ parameter, compute }) => ({ parameter, ...write(compute) })),
    step: writeRoutine(language, plan.ops, program.step, localOf),
    adjoint: program.adjoint && {
      step: writeRoutine(language, plan.ops, program.adjoint.step, localOf),
      prepare: write(program.adjoint.prepare),
      derived: program.adjoint.derived.map(({ parameter, pass }) => ({ parameter, ...write(pass) })),
    },
  };
  const { derived, step, adjoint, ...single } = written;
  const functions = [
    ...derived,
    ...Object.values(single),
    ...step.functions,
    ...(adjoint ? [...adjoint.step.functions, adjoint.prepare, ...adjoint.derived] : []),
  ];
  const arrays = [
    ...program.step.workspace,
    ...(program.adjoint?.step.workspace ?? []),
    ...(program.adjoint ? [{ name: ADJOINTS.prepared, size: program.prepare.stores.length }] : []),
    ...functions.flatMap(({ crossing }) => (crossing === undefined ? [] : [crossing])),
  ];
  // A step back has functions and arrays of a step.
  const own = [...new Map(arrays.map((array) => [array.name, array])).values()];
  const definitions = new Members(program, className, own, written).texts().map(indented);
  const texts = [...new Set(functions.map(({ text }) => text).filter((text) => text !== '')), ...definitions];
  const support = SUPPORT_FUNCTIONS.filter(({ name }) => texts.some((text) => text.includes(`${name}(`)));
  const notice = head({ source, hash });
  return {
    header: `${notice}\n${header([
      '#include <stdbool.h>\n#include <stddef.h>',
      ...inC([comment(plan, className), enumText(layoutOf(program.model, className)), types(program, className, own)]),
    ])}`,
    source: `${[
      notice,
      `#include "${fileName}.h"`,
      FAST_MATH_REFUSED,
      '#include <math.h>\n#include <stdint.h>\n#include <string.h>',
      ...support.map(({ text }) => text),
      ...curves.map(({ name, table }) => `static const double ${name}[${table.length}] = ${numbersText(table)};`),
      ...ownInC(texts),
      ...texts,
    ].join('\n\n')}\n`,
  };
}

/** Functions that a file has to itself, with names of curves. */
const inFile = (curves: ReadonlyMap<number, string>): Language => {
  const target = c(curves);
  return { target, ownAreConstants: false, define: (declared) => `static ${printFunction(target, declared)}` };
};

interface Written extends Readonly<
  Record<'prepare' | 'initial' | 'assembly' | 'energy' | 'residual', WrittenFunction>
> {
  readonly derived: readonly (WrittenFunction & { readonly parameter: number })[];
  readonly step: WrittenRoutine;
  readonly adjoint?: (Pick<Written, 'prepare' | 'derived'> & { readonly step: WrittenRoutine }) | undefined;
}

/** Statements, indented by braces; what follows a line that does not end is indented once more. */
function indented(text: string): string {
  let depth = 0;
  let isOpen = false;
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line, i, all) => line !== '' || (all[i - 1] === '}' && all[i + 1] !== '}'))
    .map((line) => {
      if (line.startsWith('}')) depth--;
      const indent = '  '.repeat(line === '' ? 0 : depth + (isOpen ? 1 : 0));
      if (line.endsWith('{')) depth++;
      isOpen = line !== '' && !line.startsWith('//') && !/[;{},]$/.test(line);
      return indent + line;
    })
    .join('\n');
}

/** The definitions of the functions of a header. */
class Members {
  readonly #program: MechanismProgram;
  readonly #name: string;
  readonly #written: Written;
  readonly #given: Given;

  constructor(program: MechanismProgram, name: string, own: readonly ArrayOf[], written: Written) {
    this.#program = program;
    this.#name = name;
    this.#written = written;
    const members = ['par', 'u', 'w', 'lambda', ...own.map(({ name: array }) => array)];
    this.#given = {
      ...Object.fromEntries(members.map((member) => [member, `m->${member}`])),
      p: 'm->parameters',
      y: 'm->state',
    };
  }

  texts(): string[] {
    const { parameters } = this.#program.model.plan;
    return [
      this.#tables(),
      this.#assemble(),
      this.#begin(),
      ...(parameters.length > 0 ? [this.#set()] : []),
      this.#prepared(),
      this.#step(),
      this.#steps(),
      this.#quantities('energy', ['kinetic', 'potential']),
      this.#quantities('residual', ['C', 'Cdot']),
      ...this.#gradient(),
    ];
  }

  #tables(): string {
    const { plan, size } = this.#program.model;
    const { parameters, inputs } = plan;
    const state = [...plan.state, ...new Array<number>(size - plan.state.length).fill(0)];
    const table = (of: string, numbers: ArrayLike<number>): string[] =>
      numbers.length === 0 ? [] : [`static const double ${of}[${numbers.length}] = ${numbersText(numbers)};`];
    const ranges = parameters.map(({ min = -Infinity, max = Infinity }) => `  ${numbersText([min, max])},`);
    return [
      ...table(
        'defaults',
        parameters.map(({ value }) => value),
      ),
      ...(ranges.length > 0 ? [`static const double ranges[${ranges.length}][2] = {\n${ranges.join('\n')}\n};`] : []),
      ...table('beginning', state),
      ...table('handles', inputs),
    ].join('\n');
  }

  #begin(): string {
    const { parameters, inputs } = this.#program.model.plan;
    const name = this.#name;
    const byParameters = `bool isDefault = true;
  for (int i = 0; i < ${parameters.length}; i++) isDefault = isDefault && m->parameters[i] == defaults[i];
  if (isDefault) memcpy(m->state, beginning, sizeof beginning);
  else {
    ${this.#written.initial.call(this.#given)}
  }`;
    return `static void place(${name} *m) {
  ${inputs.length > 0 ? 'memcpy(m->u, handles, sizeof handles);' : ''}
  ${parameters.length === 0 ? 'memcpy(m->state, beginning, sizeof beginning);' : byParameters}
  ${inputs.length > 0 ? 'memcpy(m->target, m->u, sizeof m->u);' : ''}
}

bool ${name}_begin(${name} *m) {
  m->time = 0.0;
  place(m);
  return ${name}_assemble(m);
}

void ${name}_init(${name} *m) {
  memset(m, 0, sizeof *m);
  ${parameters.length > 0 ? 'memcpy(m->parameters, defaults, sizeof defaults);' : ''}
  place(m);
}`;
  }

  #assemble(): string {
    const { model, assembly } = this.#program;
    const { nq, nv } = model.plan;
    const name = this.#name;
    if (assembly.stores.length === 0) return `bool ${name}_assemble(${name} *m) {\n  (void)m;\n  return true;\n}`;
    return `bool ${name}_assemble(${name} *m) {
  double before[${name}_size];
  memcpy(before, m->state, sizeof before);
  const double t = m->time;
  bool isPlaced = true;
  for (int n = 0; n < ${ASSEMBLED.rounds}; n++) {
    double C, Cdot;
    ${name}_residual(m, &C, &Cdot);
    const bool fits = C <= ${movesPositions(model) ? ASSEMBLED.C : 'INFINITY'};
    if (isPlaced && fits && Cdot <= ${ASSEMBLED.Cdot}) return true;
    // Velocities change once places are found.
    if (!isPlaced) memcpy(m->state + ${nq}, before + ${nq}, ${nv} * sizeof(double));
    isPlaced = fits;
    ${this.#written.assembly.call(this.#given)}
  }
  (void)t;
  memcpy(m->state, before, sizeof before);
  return false;
}`;
  }

  #set(): string {
    const { parameters } = this.#program.model.plan;
    const name = this.#name;
    const derived = this.#written.derived.map(
      ({ parameter, call }) => `if (!m->given[${parameter}]) {\n    ${call(this.#given)}\n  }`,
    );
    return `bool ${name}_set(${name} *m, int parameter, double value) {
  if (parameter < 0 || parameter >= ${name}_parameters) return false;
  double before[${parameters.length}];
  memcpy(before, m->parameters, sizeof before);
  const bool wasGiven = m->given[parameter];
  m->parameters[parameter] = value;
  m->given[parameter] = true;
  ${derived.join('\n  ')}
  for (int i = 0; i < ${name}_parameters; i++) {
    const double x = m->parameters[i];
    if (isfinite(x) && x >= ranges[i][0] && x <= ranges[i][1]) continue;
    memcpy(m->parameters, before, sizeof before);
    m->given[parameter] = wasGiven;
    return false;
  }
  m->preparedFor = 0.0;
  return true;
}`;
  }

  #prepared(): string {
    const name = this.#name;
    return `// Computes what depends on parameters and the step alone. False for no step.
static bool prepareFor(${name} *m, double dt) {
  if (!(dt > 0.0 && isfinite(dt))) return false;
  if (m->preparedFor == dt) return true;
  ${this.#written.prepare.call(this.#given)}
  m->preparedFor = dt;
  return true;
}

static bool areFinite(const double *y) {
  for (int i = 0; i < ${name}_size; i++)
    if (!isfinite(y[i])) return false;
  return true;
}`;
  }

  #step(): string {
    const name = this.#name;
    const { length } = this.#program.model.plan.inputs;
    const isMoved = length > 0;
    const watched = this.#program.watched.map((of, i) => `result.${of} = watch[${i}];`);
    return `${name}_Watch ${name}_step(${name} *m, double dt) {
  ${name}_Watch result = {1.0, 0.0, 0.0, 0.0, false};
  if (!prepareFor(m, dt)) return result;
  ${isMoved ? `for (int i = 0; i < ${length}; i++) m->w[i] = (m->target[i] - m->u[i]) / dt;` : ''}
  const double t = m->time;
  double watch[${this.#program.watched.length}];
  ${this.#written.step.body(this.#given)}
  ${isMoved ? 'memcpy(m->u, m->target, sizeof m->u);\n  memset(m->w, 0, sizeof m->w);' : ''}
  m->time = t + dt;
  ${watched.join('\n')}
  result.isFinite = areFinite(m->state);
  return result;
}`;
  }

  #steps(): string {
    const name = this.#name;
    const { rows } = this.#program.model.plan;
    const worst = this.#program.watched.map(
      (of, i) => `worst.${of} = holonomic_${i === 0 ? 'min' : 'max'}(worst.${of}, watch[${i}]);`,
    );
    return `${name}_Watch ${name}_steps(${name} *m, double *states, size_t count, size_t n, double dt) {
  ${name}_Watch worst = {1.0, 0.0, 0.0, 0.0, false};
  if (!prepareFor(m, dt)) return worst;
  worst.isFinite = true;
  ${rows > 0 ? `double lambda[${rows}];` : ''}
  double watch[${this.#program.watched.length}];
  for (size_t k = 0; k < count; k++) {
    double *y = states + k * ${name}_size;
    double t = m->time;
    for (size_t i = 0; i < n; i++) {
      ${this.#written.step.body({ ...this.#given, y: 'y', lambda: 'lambda' })}
      t += dt;
      ${worst.join('\n')}
    }
    (void)t;
    worst.isFinite = worst.isFinite && areFinite(y);
  }
  return worst;
}`;
  }

  #gradient(): string[] {
    const { step, adjoint } = this.#written;
    if (adjoint === undefined) return [];
    const calls = {
      step: step.body,
      stepBack: adjoint.step.body,
      prepareBack: adjoint.prepare.call,
      derivedBack: adjoint.derived,
    };
    return [gradientDefinitions(this.#program, this.#name, this.#given, calls)];
  }

  #quantities(of: 'energy' | 'residual', names: readonly string[]): string {
    const name = this.#name;
    return `void ${name}_${of}(${name} *m, ${names.map((one) => `double *${one}`).join(', ')}) {
  const double t = m->time;
  double out[${names.length}];
  ${this.#written[of].call(this.#given)}
  ${names.map((one, i) => `*${one} = out[${i}];`).join('\n  ')}
  (void)t;
}`;
  }
}
