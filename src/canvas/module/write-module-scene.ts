import { compileClass } from '../../emit/compile.js';
import { calledIn } from '../../emit/elementary/called-functions.js';
import { missingIn, ownInTypeScript } from '../../emit/elementary/own-functions.js';
import { dataLiteral, stringLiteral } from '../../emit/literal.js';
import { javascript } from '../../emit/targets/javascript.js';
import { printFunction } from '../../emit/targets/target.js';
import type { Value } from '../../lower/program.js';
import { Kinematics } from '../../mechanism/equations/kinematics.js';
import { workingPower } from '../../mechanism/equations/power.js';
import { STATE, stateLoads } from '../../mechanism/equations/state.js';
import { provenProgram } from '../../mechanism/index.js';
import { storesOf, type FunctionPlan } from '../../mechanism/ops/functions.js';
import { INPUTS } from '../../mechanism/plan/connectors.js';
import { derivationOf } from '../../mechanism/plan/derivations.js';
import { PARAMETERS } from '../../mechanism/plan/quantities.js';
import type { MechanismProgram } from '../../mechanism/program.js';
import { refusal } from '../../mechanism/refusal.js';
import { writeFunction, type Language } from '../../mechanism/write/functions.js';
import { commonJSOf } from '../../mechanism/write/javascript.js';
import { textInTypeScript } from '../../mechanism/write/typescript.js';
import { escaped, withKernels } from '../../scene/precompile.js';
import type { SceneDocument } from '../../scene/document.js';
import { reachOf } from '../../scene/reach.js';
import type { SceneWorld } from '../../scene/read-scene.js';
import { describeModule, type Description } from './describe-module.js';
import type { ModuleScene } from './module-scene.js';

/** The class of the module. */
const CLASS = 'Machine';
/** The arguments of functions, as {@link ModuleFunction} has them. */
const ARGUMENTS = ['out', PARAMETERS, STATE, INPUTS.value, INPUTS.rate, 't', 'lambda'];

const JAVASCRIPT: Language = {
  target: javascript,
  ownAreConstants: true,
  define: (declared) => `const ${declared.name} = ${printFunction(javascript, declared)};`,
};

/**
 * Writes a scene as a {@link ModuleScene}: an expression in JavaScript. Throws a SpecError for a scene that only
 * the runtime can move, or show.
 */
export async function writeModuleScene(document: SceneDocument): Promise<string> {
  if (document.settings?.integrator === 'dormandPrince') throw refusal('The scene takes steps of different lengths.');
  const program = provenProgram(document, 'rk4', false, true);
  const { plan } = program.model;
  if (plan.forces.some(({ type }) => type === 'energy')) throw refusal('The scene has energies.');
  if (plan.feedback !== 'sampled' && plan.rows > 0)
    throw refusal('The scene has feedback of its own, or none, and could not be assembled again.');
  if (plan.parameters.length < plan.scene.params.length)
    throw refusal('Parameters of the scene change which bodies and constraints there are.');
  if (plan.handles.some(({ initial }) => initial.some(({ kind }) => kind !== 'literal')))
    throw refusal('The place of a handle depends on parameters, and a module has it where the document has it.');
  const described = describeModule(plan, plan.scene.build());
  checkPicture(program, described);
  const functions = functionsOf(program, described);
  const head = { className: CLASS, source: plan.document.title, hash: '', declaresOwn: true } as const;
  const code = `${await commonJSOf(textInTypeScript(program, head))}
${functions.map(({ text }) => text).join('\n')}
return Object.assign(${escaped(JSON.stringify({ ...described.parts, reach: reachOf(plan.scene) }))}, {
Mechanism: exports.${CLASS},
${functions.map(({ name, call }) => `${name}: (${ARGUMENTS.join(', ')}) => {\n${call}\n},\n`).join('')}types: ${typesLiteral(described)},
});
`;
  const missing = missingIn(code);
  if (missing !== undefined) throw refusal(`The scene uses ${missing}, which a module does not have.`);
  return `(() => {
const exports = {};
${await commonJSOf(ownInTypeScript(calledIn(code)))}
${code}})()`;
}

/** Throws a SpecError where what is drawn depends on parameters in another way than through bodies and connectors. */
function checkPicture({ model: { plan } }: MechanismProgram, { parts }: Description): void {
  for (const sign of [1, -1]) {
    const given = plan.parameters
      .filter(({ isDerived }) => !isDerived)
      .map(({ name, value, min = -Infinity, max = Infinity }): [string, number] => [
        name,
        Math.min(max, Math.max(min, value + sign * CHANGE * (value === 0 ? 1 : value))),
      ]);
    const other: SceneWorld = plan.again(Object.fromEntries(given), false).build();
    if (JSON.stringify(describeModule(plan, other).parts.picture) !== JSON.stringify(parts.picture))
      throw refusal('What is drawn depends on parameters.');
  }
}

/** Relative change of parameters on trial. */
const CHANGE = 0.07;

/** The functions of a scene as code, and the statements that call them. */
function functionsOf({ model: { plan } }: MechanismProgram, described: Description) {
  const { ops, nq, nv, parameters, rows } = plan;
  const { q, v, time } = stateLoads(plan);
  const kinematics = new Kinematics(plan, q, v, time);
  const shared = (name: string, size: number) => ({ name, size, isShared: true });
  const inputs = plan.inputs.length;
  const reads = [
    shared(PARAMETERS, parameters.length),
    shared(STATE, nq + nv),
    shared(INPUTS.value, inputs),
    shared(INPUTS.rate, inputs),
    shared('lambda', rows),
  ];
  const write = (name: keyof Pick<ModuleScene, 'numbers' | 'places' | 'power'>, values: readonly Value[]) => {
    const own = `${name}Of`;
    const one: FunctionPlan = {
      name: own,
      reads,
      numbers: ['t'],
      writes: [{ name: 'out', size: values.length }],
      stores: storesOf('out', values),
    };
    const { text, call, crossing } = writeFunction(JAVASCRIPT, ops, one, () => undefined);
    const array = crossing && `const ${crossing.name} = new Float64Array(${crossing.size});\n`;
    return { name, text: `${array ?? ''}${text}`, call: call({}) };
  };
  const places = described.connectors.flatMap((one) => kinematics.of(one).x);
  const power = workingPower(plan, kinematics, ops.loads('lambda', rows), described.driven);
  return [write('numbers', described.numbers), write('places', places), write('power', power ? [power] : [])];
}

/** The types of constraints with wires, with what a picture asks them for. */
function typesLiteral({ wired }: Description): string {
  const literal = (value: unknown): string => dataLiteral(value, (text) => escaped(stringLiteral(text)));
  const types = [...wired].map(({ type }) => {
    const { name, space, rows, inputs, params, constantJ, dependsOnTime, levels, formula, kernel } = compileClass(
      derivationOf(type),
    ).type;
    return [
      name,
      withKernels({ name, space, rows, inputs, params, constantJ, dependsOnTime, levels, formula, kernel }),
    ];
  });
  return literal(Object.fromEntries(types));
}
