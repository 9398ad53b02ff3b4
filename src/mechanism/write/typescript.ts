import type { ParameterType } from '../../emit/syntax.js';
import { printFunction } from '../../emit/targets/target.js';
import { typescript } from '../../emit/targets/typescript.js';
import type { ArrayOf, FunctionPlan, LocalNames } from '../ops/functions.js';
import type { Ops } from '../ops/ops.js';
import type { MechanismProgram } from '../program.js';
import type { AdjointFunctions } from '../step/adjoint.js';
import { curvesOf, curvesText, withCurves, type ModuleCurve } from './curves.js';
import { writeFunction, writeRoutine, type Given, type Language, type WrittenFunction } from './functions.js';
import { gradientText } from './gradient-text.js';
import { moduleText, type ModuleHead } from './module-text.js';
import { localNamesOf } from './names.js';
import { stepText } from './step-text.js';

/** The text of a module in TypeScript. */
export function textInTypeScript(program: MechanismProgram, head: ModuleHead): string {
  const { plan } = program.model;
  const localOf = localNamesOf(plan);
  const curves = curvesOf(program);
  const language = inModule(curves);
  const write = (one: FunctionPlan): WrittenFunction => writeFunction(language, plan.ops, one, localOf);
  const derived = program.derived.map(({ parameter, compute }) => ({ parameter, ...write(compute) }));
  const routine = writeRoutine(language, plan.ops, program.step, localOf);
  const functions = {
    prepare: write(program.prepare),
    initial: write(program.initial),
    // Without parameters there is one beginning, which is assembled.
    assembly: write({ ...program.assembly, ...(plan.parameters.length === 0 && { stores: [] }) }),
    energy: write(program.energy),
    residual: write(program.residual),
  };
  const step = stepText('rk4', 'RK4 around evaluations.', program.step, routine);
  const back = program.adjoint && backOf(program.adjoint, language, plan.ops, localOf, write);
  const written = [...derived, ...Object.values(functions), ...routine.functions, ...(back?.functions ?? [])];
  const arrays = [
    ...program.step.workspace,
    ...(program.adjoint?.step.workspace ?? []),
    ...written.flatMap(({ crossing }) => crossing ?? []),
  ];
  const prepared = program.prepare.stores.length;
  // A step back has functions of a step.
  const texts = new Set([...written.map(({ text }) => text), step.text, ...(back ? [back.step.text] : [])]);
  return moduleText(program, head, [curvesText(curves), arraysText(arrays), ...texts], {
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
          y: `new Float64Array(${program.model.size})`,
          lambda: `${plan.rows > 0 ? `const lambda = new Float64Array(${plan.rows});` : ''}\nconst watched = this.#watched;`,
          array: (_, size) => `new Float64Array(${size})`,
          step: step.call,
          stepBack: back.step.call,
          prepareBack: back.prepare.call,
          derivedBack: back.derived,
        })),
  });
}

/** The functions of gradients. */
function backOf(
  adjoint: AdjointFunctions,
  language: Language,
  ops: Ops,
  localOf: LocalNames,
  write: (one: FunctionPlan) => WrittenFunction,
) {
  const routine = writeRoutine(language, ops, adjoint.step, localOf);
  const prepare = write(adjoint.prepare);
  const derived = adjoint.derived.map(({ parameter, pass }) => ({ parameter, ...write(pass) }));
  const note = 'A step of RK4 back: its stages once more, then one after the other from the last on.';
  return {
    step: stepText('rk4Back', note, adjoint.step, routine),
    prepare,
    derived,
    functions: [...routine.functions, prepare, ...derived],
  };
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

/** Functions of TypeScript, as constants, beside those curves. */
function inModule(curves: readonly ModuleCurve[]): Language {
  const target = withCurves(typescript, curves);
  return {
    target,
    ownAreConstants: true,
    define: (declared) => {
      const parameters = declared.parameters.map(({ name, type }) => `${name}: ${TYPES[type]}`).join(', ');
      const text = printFunction(target, { ...declared, parameters: [] });
      return `const ${declared.name} = (${parameters}): void => ${text.slice(text.indexOf('{'))};`;
    },
  };
}

/** The arrays of functions, as constants. */
function arraysText(arrays: readonly ArrayOf[]): string {
  if (arrays.length === 0) return '';
  const constants = new Set(arrays.map(({ name, size }) => `const ${name} = new Float64Array(${size});`));
  return ['/** What functions hand to each other; it holds nothing between two steps. */', ...constants].join('\n');
}
