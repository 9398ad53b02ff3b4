import { C_HEADERS } from '../emit/c/files.js';
import { FORMAT_VERSION } from '../emit/notice.js';
import type { SceneDocument } from '../scene/document.js';
import { hashOf } from '../generate/hash.js';
import { layOut } from '../generate/lay-out.js';
import { checkOptions, FLAG, TEXT, type OptionRule } from '../diagnostics/arguments.js';
import { modelOf } from './model.js';
import {
  isClassName,
  MECHANISM_STEPS,
  MECHANISM_TARGETS,
  pascalCase,
  type MechanismFiles,
  type MechanismOptions,
  type MechanismStep,
  type MechanismTarget,
} from './options.js';
import { planScene } from './plan/plan.js';
import { MOST_ROWS, programOf, type MechanismProgram } from './program.js';
import { proveProgram } from './proof/prove.js';
import { refusal, RUNTIME } from './refusal.js';
import { textsInC } from './write/c-text.js';
import { fmuOf } from './write/fmu/files.js';
import { javascriptOf } from './write/javascript.js';
import type { ModuleHead } from './write/module-text.js';
import { textInTypeScript } from './write/typescript.js';
import { textInWasm } from './write/wasm-text.js';

/** The rule of an option that has one of these values. */
export const oneOf = (names: readonly string[]): OptionRule => ({
  is: (value) => names.includes(value as string),
  expected: names.map((name) => `'${name}'`).join(' or '),
});
export const OPTIONS = {
  target: oneOf(MECHANISM_TARGETS),
  step: oneOf(MECHANISM_STEPS),
  gradient: FLAG,
  name: {
    is: (value: unknown) => typeof value === 'string' && isClassName(value),
    expected: 'the name of a class in letters and digits, such as FourBar',
  },
  source: TEXT,
};

/**
 * Makes a module of a scene; see `mechanism` of the toolkit. The equations are those of the classes'
 * kernels, which are checked against their formulas, with rows in a fixed order and one straight line of
 * operations.
 */
export async function mechanism(scene: unknown, options: MechanismOptions = {}): Promise<MechanismFiles> {
  checkOptions('mechanism', options, OPTIONS);
  const { target = 'ts', gradient = false } = options;
  // FMI has derivatives of a communication step alone, none of a loss over a motion.
  if (gradient && target === 'fmu')
    throw refusal(`Modules with target 'fmu' have no gradients.`, "say target: 'c', or leave out gradient");
  const program = provenProgram(scene, options.step, gradient);
  const { plan, pinned } = program.model;
  const className = options.name ?? titleName(plan.document.title);
  const hash = hashOf(
    JSON.stringify([FORMAT_VERSION, plan.document, className, program.model.step, program.model.projects]),
  );
  const head = { className, source: options.source ?? plan.document.title, hash };
  return {
    files: await filesOf(program, head, target),
    operations: program.operations,
    rows: plan.rows,
    redundant: pinned.length,
  };
}

/** The program of a scene, compared with the runtime; for pages it is small, and its bodies can be pushed. */
export function provenProgram(
  scene: unknown,
  step?: MechanismStep,
  gradient = false,
  isForPages = false,
): MechanismProgram {
  const plan = planScene(scene, isForPages);
  const method = step ?? stepOf(plan.document);
  // A step that is asked for takes feedback in the place of projection.
  const projects = step === undefined && plan.document.settings?.projection === true;
  if (projects && gradient)
    throw refusal('The scene steps with projection, through which a module has no gradients.', WITH_FEEDBACK);
  if (plan.rows > MOST_ROWS)
    throw refusal(`The scene has ${plan.rows} rows of constraints; in straight line, at most ${MOST_ROWS} pay.`);
  const program = programOf(modelOf(plan, method, projects), gradient, isForPages);
  proveProgram(program);
  return program;
}

/** The files of a program in a language. */
export async function filesOf(
  program: MechanismProgram,
  head: ModuleHead,
  target: MechanismTarget,
): Promise<MechanismFiles['files']> {
  const name = fileNameOf(head.className);
  switch (target) {
    case 'ts':
      return { [`${name}.ts`]: await layOut(textInTypeScript(program, head)) };
    case 'wasm':
      return { [`${name}.ts`]: await layOut(textInWasm(program, head)) };
    case 'js': {
      const { code, types } = await javascriptOf(textInTypeScript(program, head));
      return { [`${name}.js`]: await layOut(code), [`${name}.d.ts`]: await layOut(types) };
    }
    case 'c': {
      // A header of C must not be hidden.
      const file = C_HEADERS.has(name) ? `mechanism-${name}` : name;
      const { header, source } = textsInC(program, head, file);
      return { [`${file}.h`]: header, [`${file}.c`]: source };
    }
    case 'fmu':
      return { [`${name}.fmu`]: fmuOf(program, head) };
  }
}

const WITH_FEEDBACK = `${RUNTIME}. Or say step (--step) to take it with feedback in its place`;

/** How the document's settings have it stepped. Throws a SpecError where a module does not step like that. */
function stepOf({ settings = {} }: SceneDocument): MechanismStep {
  const { integrator = 'rk4', integratorOptions = {}, projection = false } = settings;
  const step = MECHANISM_STEPS.find((name) => name === integrator);
  if (step === undefined)
    throw refusal(
      `The scene steps by ${integrator}, which a module does not have.`,
      `${RUNTIME}. Or say step: 'rk4' (--step rk4)`,
    );
  if (Object.keys(integratorOptions).length > 0)
    throw refusal(`The scene gives ${integrator} options, which a module does not have.`, WITH_FEEDBACK);
  if (projection && step === 'velocityStep')
    throw refusal('The scene steps at velocity level with projection, which a module does not have.', WITH_FEEDBACK);
  return step;
}

/** `Four bars` → `FourBars` */
function titleName(title: string): string {
  const name = pascalCase(title);
  return isClassName(name) ? name : `Mechanism${name}`;
}

/** `FourBars` → `four-bars` */
const fileNameOf = (className: string): string =>
  className.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase();
