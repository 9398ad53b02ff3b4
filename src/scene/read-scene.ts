import {
  assemble,
  World,
  type ConnectorKind,
  type Constraint,
  type Energy,
  type Integrator,
  type PointConnector,
} from '../../runtime/index.js';
import { checkArgument, checkOptions, isRecord } from '../diagnostics/arguments.js';
import type { Observer } from '../painter/traces.js';
import type { BuiltScene, Scene } from '../simulate/scene.js';
import { addBodies } from './bodies.js';
import { Classes, type SceneClasses } from './classes.js';
import { addCollisions } from './collide/add-collisions.js';
import { readCollisions, type SceneCollisions } from './collide/read-collisions.js';
import { addConstraints } from './constraints.js';
import { Connectors, type SceneBodies } from './connectors.js';
import type { Quantity, SceneDocument } from './document.js';
import { Expectations } from './expectations.js';
import { Faults } from './faults.js';
import { addEnergies, addForces } from './forces.js';
import {
  collideOf,
  integratorOf,
  integratorOptionsOf,
  solverOf,
  type IntegratorOptions,
  type SceneMethods,
} from './methods.js';
import type { Numbers, Values } from './numbers.js';
import { pictureOf, type ScenePicture } from './picture/picture.js';
import { parametersOf, type SceneParameter } from './parameters.js';
import { readingOf, type Reading } from './readings.js';
import { expandRepeats, writtenOut, type Items } from './repeat.js';

/** The world of a scene, with its parts by their names in the document. */
export interface SceneWorld extends BuiltScene {
  readonly picture: ScenePicture;
  readonly bodies: SceneBodies;
  readonly constraints: ReadonlyMap<string, Constraint>;
  readonly energies: ReadonlyMap<string, Energy>;
  readonly tracedPoints: ReadonlyMap<string, PointConnector>;
  /** Finds a quantity by its path, or by a formula. Throws a SpecError. */
  readonly reading: (of: string, where?: Readonly<Record<string, string>>) => Reading;
  /**
   * The document's expectations, to be compared while it runs; `dt` is the step of the run, s. Throws a SpecError
   * with all their mistakes.
   */
  readonly expectations: (dt: number) => Expectations;
}

/** Throws a SpecError for arguments of a function that are no loaded scene, and no options. */
export function checkLoaded(called: string, scene: LoadedScene, options: object = {}): void {
  const isLoaded = (value: unknown): boolean => isRecord(value) && isRecord(value['document']);
  checkArgument(called, 'scene', scene, { is: isLoaded, expected: 'what loadScene returns' });
  checkArgument(called, 'options', options, { is: isRecord, expected: 'an object' });
}

/** What a world of a scene takes in place of the settings of the document. */
export interface BuildOptions {
  /** An integrator, such as `velocityStep()`; the one that the document names if left out. */
  readonly integrator?: Integrator;
}

const INTEGRATOR = {
  is: (value: unknown): boolean => isRecord(value) && typeof value['create'] === 'function',
  expected: 'an integrator, such as rk4()',
};

/** A scene that can be built as often as wanted. */
export interface LoadedScene extends Scene {
  readonly document: SceneDocument;
  readonly params: readonly SceneParameter[];
  readonly until: number;
  readonly dt: number;
  /** What the integrator that the document names is made with. */
  readonly integratorOptions: IntegratorOptions;
  /** The entries of the document, repeats written out. */
  readonly items: Items;
  /** The shapes that collide, with all their numbers. */
  readonly collisions: readonly SceneCollisions[];
  /** Makes a world at the scene's initial state: `scene.build({ integrator: rk4() })`. */
  readonly build: (options?: BuildOptions) => SceneWorld;
  /** The value of a number of the document; `values` are those of counters and parameters. */
  readonly number: (quantity: Quantity, values?: Values) => number;
  /** A reference of the document with its braces evaluated. */
  readonly writtenOut: (reference: string, values: Values) => string;
  /** The kind of the connector that a reference names. */
  readonly connectorKind: (reference: string) => ConnectorKind;
  /** The name of the class that a type of the document means. */
  readonly classNameOf: (type: string) => string;
  /** The names of the inputs of a class of constraints or energies. */
  readonly inputsOf: (type: string) => readonly string[];
}

/** What a scene can name besides its own classes. */
export interface SceneParts {
  /** Classes made of the document's specs before. */
  readonly handed?: SceneClasses;
  readonly library: SceneClasses;
  readonly methods: SceneMethods;
}

const DEFAULT_STEP = 1 / 240;
const DEFAULT_UNTIL = 10;

/**
 * Reads a document that has the shape of a scene, with values of parameters in place of its own,
 * and builds it once on trial. Throws a SpecError with all mistakes.
 */
export function readScene(
  document: SceneDocument,
  given: Readonly<Record<string, number>>,
  { handed = {}, library, methods }: SceneParts,
  numbers: Numbers,
): LoadedScene {
  const { faults } = numbers;
  const { settings = {} } = document;
  const params = parametersOf(document, given, numbers);
  const values: Values = new Map(params.map(({ name, value }) => [name, value]));
  const classes = new Classes(document, handed, library, numbers);
  faults.check();
  const items = expandRepeats(document, values, numbers);
  const collisions = readCollisions(items, document.space, numbers);
  if (collisions.length > 0 && settings.integrator === 'dormandPrince')
    faults.add(
      ['settings', 'integrator'],
      'Shapes that collide cannot be stepped from event to event: their rows hold for one step.',
      "write 'velocityStep'",
    );
  const positive = (field: 'dt' | 'until' | 'tolerance'): number | undefined => {
    const value = numbers.optional(['settings', field], settings[field], values);
    if (value !== undefined && !(value > 0))
      faults.add(['settings', field], `${field} must be positive, not ${value}.`);
    return value;
  };
  const dt = positive('dt') ?? DEFAULT_STEP;
  const until = positive('until') ?? DEFAULT_UNTIL;
  const integratorOptions = integratorOptionsOf(document, positive('tolerance'), values, numbers);
  faults.check();
  const make = (isTrial: boolean, options: BuildOptions = {}): SceneWorld => {
    checkOptions('scene.build', options, { integrator: INTEGRATOR });
    const plan = { document, until, integratorOptions, items, collisions, values, classes, methods };
    // What one world cannot be is no mistake of the next one.
    return build(plan, isTrial ? numbers : numbers.withoutFaults(), isTrial, options.integrator);
  };
  const trial = make(true);
  // Their formulas are compiled with all others. What they expect is judged where it is compared with a run: other
  // values of the parameters may make a scene of which nothing is expected.
  new Faults().try([], () => trial.expectations(dt));
  document.plots?.forEach((plot, i) => {
    const paths =
      plot.kind === 'time'
        ? plot.of.map((of, k) => ({ of, path: ['of', k] }))
        : [
            { of: plot.x, path: ['x'] },
            { of: plot.y, path: ['y'] },
          ];
    for (const { of, path } of paths) faults.try(['plots', i, ...path], () => trial.reading(of));
  });
  faults.check();
  const connectors = new Connectors(trial.world, trial.bodies, numbers);
  return {
    document,
    title: document.title,
    params,
    until,
    dt,
    integratorOptions,
    items,
    collisions,
    build: (options) => make(false, options),
    number: (quantity, own = values) => numbers.evaluate(quantity, own),
    writtenOut: (reference, own) => writtenOut(reference, own, numbers),
    connectorKind: (reference) => connectors.named(reference).kind,
    classNameOf: (type) => classes.any(type).type.name,
    inputsOf: (type) => {
      const { type: found } = classes.any(type);
      return 'inputs' in found ? found.inputs.map(({ name }) => name) : [];
    },
  };
}

/** What worlds of a scene are made of. */
interface Plan {
  readonly document: SceneDocument;
  readonly until: number;
  readonly integratorOptions: IntegratorOptions;
  readonly items: Items;
  readonly collisions: readonly SceneCollisions[];
  readonly values: Values;
  readonly classes: Classes;
  readonly methods: SceneMethods;
}

/** Builds a world. Throws a SpecError with all mistakes. A trial is not assembled. */
function build(plan: Plan, numbers: Numbers, isTrial: boolean, chosen: Integrator | undefined): SceneWorld {
  const { document, values, methods, integratorOptions } = plan;
  const { faults } = numbers;
  const { space, settings = {} } = document;
  const { integrator, solver, projection, feedback, assemble: assembly = true } = settings;
  const world = faults.try(
    ['settings'],
    () =>
      new World({
        space,
        ...(chosen
          ? { integrator: chosen }
          : integrator && { integrator: integratorOf(methods, integrator, integratorOptions) }),
        ...(solver && { solver: solverOf(methods, solver) }),
        ...(projection !== undefined && { projection }),
        ...(feedback !== undefined && {
          feedback:
            feedback === false
              ? false
              : {
                  hertz: numbers.evaluate(feedback.hertz, values),
                  dampingRatio: numbers.evaluate(feedback.dampingRatio ?? 1, values),
                },
        }),
        onWarning: () => undefined,
      }),
  );
  faults.check();
  const built = fill(world!, plan, numbers);
  faults.check();
  if (!isTrial && assembly !== false) assemble(world!, { velocitiesOnly: assembly === 'velocities' });
  return built;
}

function fill(
  world: World,
  { document, until, items, collisions, values, classes, methods }: Plan,
  numbers: Numbers,
): SceneWorld {
  const { faults } = numbers;
  const bodies = addBodies(items.bodies, world, classes, numbers);
  const connectors = new Connectors(world, bodies, numbers);
  const added = addConstraints(items.constraints, world, classes, connectors, numbers);
  const energies = addEnergies(items.energies, world, classes, connectors, numbers);
  addForces(items.forces, world, connectors, numbers);
  if (collisions.length > 0) addCollisions(collisions, world, connectors, collideOf(methods), numbers);
  const tracedPoints = new Map<string, PointConnector>();
  const seen = new Map<string, { readonly fade?: number; readonly about?: Observer }>();
  for (const { name, entry, path, values: own } of items.traces) {
    const point = connectors.point([...path, 'point'], entry.point, own);
    if (tracedPoints.has(name)) faults.add(path, `There are two traces with the name "${name}".`);
    if (point !== undefined) tracedPoints.set(name, point);
    const fade = numbers.optional([...path, 'fade'], entry.fade, own);
    const about = entry.about === undefined ? undefined : connectors.rigidBody([...path, 'about'], entry.about, own);
    seen.set(name, { ...(fade !== undefined && { fade }), ...(about && { about }) });
  }
  const readable = {
    world,
    bodies,
    constraints: new Map(added.map(({ name, constraint }) => [name, constraint])),
    energies,
    tracedPoints,
    turns: connectors.turns,
  };
  return {
    ...readable,
    traces: [...tracedPoints].map(([label, point]) => ({ label, point, ...seen.get(label) })),
    picture: pictureOf(document, items, connectors, readable.constraints, values, numbers),
    drivers: added.flatMap(({ constraint, drivers }) => drivers.map((input) => ({ constraint, input }))),
    reading: (of, where) => readingOf(of, readable, values, numbers, where),
    expectations: (dt) => new Expectations(document, readable, values, { dt, until }, numbers.withoutFaults()),
  };
}
