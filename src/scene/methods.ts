import type * as runtime from '../../runtime/index.js';
import { quote, suggestion } from '../diagnostics/index.js';
import type { Quantity, SceneDocument } from './document.js';
import type { Numbers, Values } from './numbers.js';
import {
  INTEGRATOR_OPTIONS,
  INTEGRATORS,
  tolerancesOf,
  type IntegratorName,
  type IntegratorOption,
} from './schema/integrators.js';

type Settings = NonNullable<SceneDocument['settings']>;
type SolverName = NonNullable<Settings['solver']>;
type Methods = Pick<typeof runtime, IntegratorName | SolverName | 'collide'>;

/** What a scene can ask of the runtime; a page has what its scene does ask. */
export type SceneMethods = Partial<Methods>;

/** The names of the methods of a scene. */
export function methodsOf(document: SceneDocument): readonly (keyof Methods)[] {
  const { settings: { integrator, solver } = {}, repeat = [] } = document;
  const isSolid = [document, ...repeat].some(({ collide }) => collide !== undefined);
  return [integrator, solver, isSolid ? ('collide' as const) : undefined].filter((name) => name !== undefined);
}

/** The options that an integrator of the runtime is made with, by their names. */
export type IntegratorOptions = Readonly<Record<string, number | string>>;

/**
 * The options of a scene's integrator: those of its own, and what its `tolerance` sets. Mistakes are recorded, values
 * out of range by the integrator itself.
 */
export function integratorOptionsOf(
  { settings: { integrator = 'rk4', integratorOptions = {} } = {} }: SceneDocument,
  tolerance: number | undefined,
  values: Values,
  numbers: Numbers,
): IntegratorOptions {
  const { faults } = numbers;
  const known: readonly string[] = INTEGRATOR_OPTIONS[integrator];
  const options: Record<string, number | string> = {};
  const takers = (takes: (name: IntegratorName) => boolean): string =>
    `it is an option of ${INTEGRATORS.filter(takes).join(', ')}`;
  if (tolerance !== undefined) {
    for (const name of tolerancesOf(integrator)) options[name] = tolerance;
    if (tolerancesOf(integrator).length === 0)
      faults.add(
        ['settings', 'tolerance'],
        `${integrator} has no tolerance.`,
        takers((name) => tolerancesOf(name).length > 0),
      );
  }
  for (const [name, quantity] of Object.entries(integratorOptions) as [IntegratorOption, Quantity][]) {
    const path = ['settings', 'integratorOptions', name];
    if (!known.includes(name)) {
      const others = takers((one) => (INTEGRATOR_OPTIONS[one] as readonly string[]).includes(name));
      faults.add(path, `${integrator} has no option ${quote(name)}.`, suggestion(name, known) ?? others);
      continue;
    }
    const value = name === 'impacts' ? quantity : numbers.number(path, quantity, values);
    if (value !== undefined) options[name] = value;
  }
  return options;
}

/** The integrator of that name, with its options. */
export const integratorOf = (
  methods: SceneMethods,
  name: IntegratorName,
  options: IntegratorOptions,
): runtime.Integrator => (methodNamed(methods, name) as (options: IntegratorOptions) => runtime.Integrator)(options);

/** The solver of that name. */
export const solverOf = (methods: SceneMethods, name: SolverName): runtime.Solver => methodNamed(methods, name)();

/** What makes shapes touch. */
export const collideOf = (methods: SceneMethods): typeof runtime.collide => methodNamed(methods, 'collide');

function methodNamed<K extends keyof Methods>(methods: SceneMethods, name: K): Methods[K] {
  const method = methods[name];
  if (method === undefined) throw new Error(`The page of this scene has no ${name}.`);
  return method;
}
