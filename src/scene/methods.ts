import type * as runtime from '../../runtime/index.js';
import type { SceneDocument } from './document.js';

type Settings = NonNullable<SceneDocument['settings']>;
type IntegratorName = NonNullable<Settings['integrator']>;
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

/** The integrator of that name, with a tolerance if it takes one. */
export function integratorOf(
  methods: SceneMethods,
  name: IntegratorName,
  tolerance: number | undefined,
): runtime.Integrator {
  const isGiven = tolerance !== undefined;
  switch (name) {
    case 'rattle':
    case 'implicitEuler':
    case 'implicitMidpoint':
    case 'bdf2':
      return methodNamed(methods, name)(isGiven ? { tolerance } : {});
    case 'dormandPrince':
      return methodNamed(methods, name)(isGiven ? { rtol: tolerance, atol: tolerance } : {});
    default:
      return methodNamed(methods, name)();
  }
}

/** The solver of that name. */
export const solverOf = (methods: SceneMethods, name: SolverName): runtime.Solver => methodNamed(methods, name)();

/** What makes shapes touch. */
export const collideOf = (methods: SceneMethods): typeof runtime.collide => methodNamed(methods, 'collide');

function methodNamed<K extends keyof Methods>(methods: SceneMethods, name: K): Methods[K] {
  const method = methods[name];
  if (method === undefined) throw new Error(`The page of this scene has no ${name}.`);
  return method;
}
