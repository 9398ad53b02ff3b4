import { commentText } from '../../emit/literal.js';
import { NOTICE } from '../../emit/notice.js';
import type { ParameterType } from '../../emit/syntax.js';
import { printFunction } from '../../emit/targets/target.js';
import { typescript } from '../../emit/targets/typescript.js';
import type { FunctionPlan } from '../ops/functions.js';
import type { MechanismProgram } from '../program.js';
import { writeFunction, writeRoutine, type Language, type WrittenFunction } from './functions.js';
import { classText } from './class-text.js';
import { localNamesOf } from './names.js';
import { parametersText } from './parameters-text.js';
import { stepText } from './step-text.js';

/** What the text of a module needs besides the program. */
export interface ModuleHead {
  readonly className: string;
  /** The scene's file, with forward slashes, or its title. */
  readonly source: string;
  readonly hash: string;
}

/** The text of a module in TypeScript, before it is laid out. It imports nothing. */
export function moduleText(program: MechanismProgram, head: ModuleHead): string {
  const { plan } = program.model;
  const { ops } = plan;
  const localOf = localNamesOf(plan);
  const write = (one: FunctionPlan): WrittenFunction => writeFunction(TYPESCRIPT, ops, one, localOf);
  const derived = program.derived.map(({ parameter, compute }) => ({ parameter, ...write(compute) }));
  const routine = writeRoutine(TYPESCRIPT, ops, program.step, localOf);
  const functions = {
    prepare: write(program.prepare),
    initial: write(program.initial),
    energy: write(program.energy),
    residual: write(program.residual),
  };
  const step = stepText(program, routine);
  return [
    `${NOTICE}\n// Source: ${commentText(head.source)}\n// Hash: ${head.hash}`,
    parametersText(plan, head.className),
    `/** What a step says of itself. */
export interface Watch {
  /** Least pivot of the constraints' equations, relative to its row, at the beginning of the step. */
  leastPivot: number;
  /** Largest error of a constraint, and of its rate, at the beginning of the step. */
  C: number;
  Cdot: number;
  /** Largest entry of \`h/3 (k₂ − k₃)\` of the velocities: an estimate of the step's error, or more. */
  accuracy: number;
  /** False where the state has become infinite or NaN. */
  isFinite: boolean;
}`,
    ...[...derived, ...Object.values(functions), ...routine.functions].flatMap(textsOf),
    step.text,
    classText(program, head.className, { ...functions, step }, derived),
    '',
  ].join('\n\n');
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
  define: (declared) => {
    const parameters = declared.parameters.map(({ name, type }) => `${name}: ${TYPES[type]}`).join(', ');
    const text = printFunction(typescript, { ...declared, parameters: [] });
    return `const ${declared.name} = (${parameters}): void => ${text.slice(text.indexOf('{'))};`;
  },
};

/** A function with its array of crossing values. */
const textsOf = ({ text, crossing }: WrittenFunction): string[] =>
  text === '' ? [] : [...(crossing ? [`const ${crossing.name} = new Float64Array(${crossing.size});`] : []), text];
