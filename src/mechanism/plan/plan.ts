import * as library from '../../../generated/index.js';
import type { Space } from '../../../runtime/index.js';
import type { Literal, Value } from '../../lower/program.js';
import { ALL_METHODS } from '../../scene/all-methods.js';
import { checkShape } from '../../scene/check-shape.js';
import type { SceneDocument } from '../../scene/document.js';
import { Faults } from '../../scene/faults.js';
import { Language } from '../../scene/language.js';
import { Numbers } from '../../scene/numbers.js';
import type { SceneParameter } from '../../scene/parameters.js';
import { checkPlainData } from '../../scene/plain-data.js';
import { refusal } from '../refusal.js';
import { readScene, type LoadedScene, type SceneWorld } from '../../scene/read-scene.js';
import type { Ops } from '../ops/ops.js';
import { planBodies, type PlanBody } from './bodies.js';
import { PlanConnectors, type PlanHandle } from './connectors.js';
import { planConstraints, type PlanConstraint } from './constraints.js';
import { planEnergies } from './energies.js';
import { planForces, planPushes, type PlanForce } from './forces.js';
import { PARAMETERS, Quantities } from './quantities.js';
import { stateOf } from './state-of-world.js';
import { structuralParameters } from './structural.js';

/** Gains of the feedback: tied to the step and found at its beginning, or constant, or none. */
export type PlanFeedback = 'sampled' | { readonly ks: Value; readonly kd: Value } | undefined;

/** A scene as equations need it: its numbers are values in which its parameters are variables. */
export interface Plan {
  readonly document: SceneDocument;
  readonly space: Space;
  readonly ops: Ops;
  /** Those that do not change which bodies and constraints there are. */
  readonly parameters: readonly SceneParameter[];
  /** The values of those that are formulas of others. */
  readonly derived: readonly (Value | undefined)[];
  readonly bodies: readonly PlanBody[];
  readonly handles: readonly PlanHandle[];
  /** Where the handles begin, one after the other. */
  readonly inputs: Float64Array;
  readonly constraints: readonly PlanConstraint[];
  readonly forces: readonly PlanForce[];
  readonly connectors: PlanConnectors;
  readonly quantities: Quantities;
  readonly feedback: PlanFeedback;
  readonly nq: number;
  readonly nv: number;
  readonly rows: number;
  /** The step that the document names, s. */
  readonly dt: number;
  /** The state from which the scene starts: assembled coordinates, then velocities. */
  readonly state: Float64Array;
  readonly scene: LoadedScene;
  /** Reads the scene again with other values of its parameters, without projection; its bodies need not be assembled. */
  readonly again: (params: Readonly<Record<string, number>>, isAssembled: boolean) => LoadedScene;
}

/**
 * Reads a document, checked as `loadScene` checks it, into a plan; `isPushed` gives each body an input by
 * which it can be pushed. Throws a SpecError with all its mistakes, and one for what a module of its own
 * cannot do.
 */
export function planScene(given: unknown, isPushed = false): Plan {
  checkPlainData(given);
  const document = checkShape(given);
  const language = new Language(document.space);
  const numbers = new Numbers(new Faults(), language);
  const scene = readScene(document, {}, { library, methods: ALL_METHODS }, numbers);
  const built = scene.build();
  const { items } = scene;
  if (items.collide.length > 0) throw refusal('The scene has shapes that collide, whose rows come and go.');
  if (items.bodies.every(({ entry }) => entry.kind === 'handle')) throw refusal('The scene has no body that moves.');
  const structural = structuralParameters(document);
  const params = scene.params.filter(({ name }) => !structural.has(name));
  const { space } = document;
  const quantities = new Quantities(language, params);
  const values = new Map(scene.params.map(({ name, value }) => [name, value]));
  const bodies = planBodies(items.bodies, built.bodies, space, quantities);
  const connectors = new PlanConnectors(items.bodies, bodies, space, quantities, scene.writtenOut);
  const constraints = planConstraints(items.constraints, built.constraints, connectors, quantities);
  const pushes = isPushed ? planPushes(bodies, connectors, quantities) : [];
  return {
    document,
    space,
    ops: quantities.ops,
    parameters: params,
    derived: quantities.derived(document, params, values),
    bodies,
    handles: connectors.handles,
    inputs: inputsAt(quantities.ops, connectors.handles, params),
    constraints,
    forces: [
      ...planEnergies(items.energies, built.energies, connectors, quantities),
      ...planForces(items.forces, connectors, quantities),
      ...pushes,
    ],
    connectors,
    quantities,
    feedback: feedbackOf(document, quantities, values),
    nq: bodies.reduce((sum, { nq }) => sum + nq, 0),
    nv: bodies.reduce((sum, { nv }) => sum + nv, 0),
    rows: constraints.reduce((sum, { rows }) => sum + rows, 0),
    dt: scene.dt,
    state: stateOf(bodies, built.bodies),
    scene,
    again: (replaced, isAssembled) => {
      const settings = { ...document.settings, projection: false, ...(!isAssembled && { assemble: false }) };
      const handed = Object.fromEntries(language.classes);
      const fresh = new Numbers(new Faults(), new Language(space));
      return readScene({ ...document, settings }, replaced, { handed, library, methods: ALL_METHODS }, fresh);
    },
  };
}

/** Where handles begin with these parameters, one after the other. */
export function inputsAt(
  ops: Ops,
  handles: readonly PlanHandle[],
  parameters: readonly SceneParameter[],
): Float64Array {
  const values = handles.flatMap(({ initial }) => initial);
  const numbers = ops.literals(parameters.map(({ value }) => value));
  const known = new Map(numbers.map((value, i) => [`${PARAMETERS}[${i}]`, value]));
  return Float64Array.from(
    ops.inline(values, (name) => known.get(name)!),
    (value) => (value as Literal).value,
  );
}

/** The state of a world of this scene, in the layout of its module. */
export const stateOfWorld = ({ bodies }: Plan, built: SceneWorld): Float64Array => stateOf(bodies, built.bodies);

function feedbackOf(
  { settings = {} }: SceneDocument,
  quantities: Quantities,
  values: ReadonlyMap<string, number>,
): PlanFeedback {
  const { feedback } = settings;
  if (feedback === undefined) return 'sampled';
  if (feedback === false) return undefined;
  const { ops } = quantities;
  const rate = ops.multiply(ops.literal(2 * Math.PI), quantities.value(feedback.hertz, values));
  const ratio = quantities.value(feedback.dampingRatio ?? 1, values);
  return { ks: ops.multiply(rate, rate), kd: ops.multiply(ops.multiply(ops.two, ratio), rate) };
}
