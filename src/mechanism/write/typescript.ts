import type { ParameterType } from '../../emit/syntax.js';
import { printFunction } from '../../emit/targets/target.js';
import { typescript } from '../../emit/targets/typescript.js';
import type { ArrayOf, FunctionPlan } from '../ops/functions.js';
import type { MechanismProgram } from '../program.js';
import { writeFunction, writeRoutine, type Given, type Language, type WrittenFunction } from './functions.js';
import { gradientText } from './gradient-text.js';
import { moduleText, type ModuleHead } from './module-text.js';
import { localNamesOf } from './names.js';
import { stepText } from './step-text.js';

/** The text of a module in TypeScript. */
export function textInTypeScript(program: MechanismProgram, head: ModuleHead): string {
  const { plan } = program.model;
  const localOf = localNamesOf(plan);
  const write = (one: FunctionPlan): WrittenFunction => writeFunction(TYPESCRIPT, plan.ops, one, localOf);
  const derived = program.derived.map(({ parameter, compute }) => ({ parameter, ...write(compute) }));
  const routine = writeRoutine(TYPESCRIPT, plan.ops, program.step, localOf);
  const functions = {
    prepare: write(program.prepare),
    initial: write(program.initial),
    energy: write(program.energy),
    residual: write(program.residual),
  };
  const step = stepText(program, routine);
  const { adjoint } = program;
  const back = adjoint && {
    step: write(adjoint.step),
    prepare: write(adjoint.prepare),
    derived: adjoint.derived.map(({ parameter, pass }) => ({ parameter, ...write(pass) })),
  };
  const written = [...derived, ...Object.values(functions), ...routine.functions];
  if (back !== undefined) written.push(back.step, back.prepare, ...back.derived);
  const arrays = [...program.step.workspace, ...written.flatMap(({ crossing }) => crossing ?? [])];
  const prepared = program.prepare.stores.length;
  return moduleText(program, head, [arraysText(arrays), ...written.map(({ text }) => text), step.text], {
    ...functions,
    step,
    derived,
    members: prepared > 0 ? `readonly #par = new Float64Array(${prepared});` : '',
    array: (_, size) => `new Float64Array(${size})`,
    steps: (given) => stepsText(program, (own) => step.call({ ...given, ...own })),
    gradient:
      back &&
      ((given) =>
        gradientText(program, head.className, given, {
          step: step.call,
          stepBack: back.step.call,
          prepareBack: back.prepare.call,
          derivedBack: back.derived,
        })),
  });
}

/** Steps of many states, one state after the other. */
function stepsText({ model: { plan, size: ns }, watched }: MechanismProgram, call: (given: Given) => string): string {
  const note = watched.map((name, i) => {
    const most = i === 0 ? 'min' : 'max';
    return `worst.${name} = Math.${most}(worst.${name}, watched[${i}]!);`;
  });
  return `const y = new Float64Array(${ns});
${plan.rows > 0 ? `const lambda = new Float64Array(${plan.rows});` : ''}
const watched = this.#watched;
for (let k = 0; k < count; k++) {
  y.set(states.subarray(${ns} * k, ${ns} * (k + 1)));
  let t = this.time;
  for (let i = 0; i < n; i++) {
    ${call({ t: 't', y: 'y', lambda: 'lambda', watch: 'watched' })}
    t += dt;
    ${note.join('\n')}
  }
  worst.isFinite &&= isFiniteArray(y, 0, ${ns});
  states.set(y, ${ns} * k);
}`;
}

const TYPES: Readonly<Record<ParameterType, string>> = {
  integer: 'number',
  number: 'number',
  integers: 'Int32Array',
  numbers: 'Float64Array',
  results: 'Float64Array',
};

/** Functions of TypeScript, as constants. */
const TYPESCRIPT: Language = {
  target: typescript,
  ownAreConstants: true,
  define: (declared) => {
    const parameters = declared.parameters.map(({ name, type }) => `${name}: ${TYPES[type]}`).join(', ');
    const text = printFunction(typescript, { ...declared, parameters: [] });
    return `const ${declared.name} = (${parameters}): void => ${text.slice(text.indexOf('{'))};`;
  },
};

/** The arrays of functions, as constants. */
const arraysText = (arrays: readonly ArrayOf[]): string =>
  arrays.length === 0
    ? ''
    : [
        '/** What functions hand to each other; it holds nothing between two steps. */',
        ...arrays.map(({ name, size }) => `const ${name} = new Float64Array(${size});`),
      ].join('\n');
