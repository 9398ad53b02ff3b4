import * as z from 'zod';
import { INTEGRATORS, OPTIONS_OF_INTEGRATORS } from './schema/integrators.js';
import { collide } from './schema/collide.js';
import { curveOrPath } from './schema/curves.js';
import { finite, flag, named, quantity, text, vector } from './schema/quantities.js';

export type { CurveEntry } from './schema/curves.js';
export type { CollideEntry, ShapeEntry } from './schema/collide.js';

/** The mark of a scene, with the version of the format. */
export const FORMAT = 'holonomic-scene/1';

const parameter = z.union(
  [
    finite,
    text,
    z.strictObject({
      value: quantity,
      unit: text.optional(),
      min: finite.optional(),
      max: finite.optional(),
      step: finite.positive().optional(),
      doc: text.optional(),
    }),
  ],
  { error: 'a number, a formula, or { value, unit?, min?, max?, step?, doc? }' },
);

/** A place in body axes. */
const place = z.union([text, vector], { error: 'a list of numbers or formulas, or the name of a point of the body' });
const toothed = z.strictObject({
  shape: z.enum(['gear', 'ring']),
  teeth: quantity,
  radius: quantity,
  at: place.optional(),
  turn: quantity.optional(),
  axis: vector.optional(),
  width: quantity.optional(),
  apex: quantity.optional(),
});
const form = z.union(
  [
    z.strictObject({ shape: z.literal('bar'), from: place, to: place, width: quantity.optional() }),
    z.strictObject({ shape: z.literal('disc'), radius: quantity, at: place.optional() }),
    z.strictObject({ shape: z.literal('wheel'), radius: quantity, at: place.optional(), spokes: quantity.optional() }),
    z.strictObject({ shape: z.literal('polygon'), points: z.array(place) }),
    toothed,
    z.strictObject({ shape: z.literal('rack'), teeth: quantity, from: place, to: place }),
    z.strictObject({ shape: z.literal('cylinder'), from: place, to: place, radius: quantity }),
    z.strictObject({ shape: z.literal('box'), size: vector, at: place.optional() }),
  ],
  {
    error:
      "{ shape: 'bar', from, to }, { shape: 'disc' | 'wheel', radius }, { shape: 'polygon', points }, " +
      "{ shape: 'gear' | 'ring', teeth, radius }, { shape: 'rack', teeth, from, to }, " +
      "{ shape: 'cylinder', from, to, radius } or { shape: 'box', size }",
  },
);

const bodyDrawing = z.union([form, z.array(form)], {
  error: "a form, such as { shape: 'disc', radius }, or a list of them",
});

/** A mass may be the word `infinite`. */
const mass = z.union([finite, text], { error: "a number, a formula, or 'infinite'" });

const particle = z.strictObject({
  kind: z.literal('particle'),
  mass,
  position: vector,
  velocity: vector.optional(),
  draw: bodyDrawing.optional(),
});

const rigid = z.strictObject({
  kind: z.literal('rigid'),
  mass,
  inertia: z.union([mass, vector, z.array(vector)], { error: 'a number, in space three, or a matrix' }),
  position: vector,
  velocity: vector.optional(),
  angle: quantity.optional(),
  orientation: vector.optional(),
  angularVelocity: z.union([quantity, vector], { error: 'a number, in space a vector' }).optional(),
  points: named(vector, 'points').optional(),
  directions: named(vector, 'directions').optional(),
  draw: bodyDrawing.optional(),
});

/**
 * A point or a scalar whose motion is given: by formulas of `t`, a list of a point's components or
 * one of a scalar, or by whoever runs the scene.
 */
const handle = z.strictObject({
  kind: z.literal('handle'),
  motion: z.union([vector, quantity], { error: 'formulas of t: a list for a point, one for a scalar' }).optional(),
  position: vector.optional(),
  value: quantity.optional(),
});

const coordinates = named(z.union([quantity, vector], { error: 'a number or a list' }), 'coordinates');

/**
 * Parameters of classes: besides numbers and vectors groups of indices, such as the faces of a mesh,
 * and curves.
 */
const parameters = named(
  z.union([quantity, vector, z.array(vector), curveOrPath], {
    error: 'a number, a list, a list of lists of indices, { curve } or { path }',
  }),
  'parameters',
);

/** A body with coordinates of its own: `kind` is its class. */
const parametric = z.strictObject({
  kind: text.regex(/^(?!(?:particle|rigid|handle)$)/),
  params: parameters.optional(),
  coordinates,
  rates: coordinates.optional(),
});

const body = z.union([particle, rigid, handle, parametric], {
  error: "a body: its 'kind' is 'particle', 'rigid', 'handle' or the name of a class of bodies",
});

const CONNECTOR = "a connector: 'body', 'body.point', 'body.angle', { ground: […] }, { direction: […] } or { scalar }";
const connector = z.union(
  [
    text,
    z.strictObject({ ground: vector }),
    z.strictObject({ direction: vector }),
    z.strictObject({ scalar: quantity }),
  ],
  { error: CONNECTOR },
);

const hinge = z.strictObject({ a: text, b: text, at: vector, axis: vector });

const constraint = z.strictObject(
  {
    type: text,
    // Of an input that is a list, a list of connectors.
    on: named(
      z.union([connector, z.array(connector)], { error: `${CONNECTOR}, or a list of them` }),
      'connectors',
    ).optional(),
    hinge: hinge.optional(),
    params: parameters.optional(),
    driver: z.union([text, z.array(text)], { error: 'an input, or a list of them' }).optional(),
    compliance: z.union([quantity, vector], { error: 'a number, or one per row' }).optional(),
    damping: z.union([quantity, vector], { error: 'a number, or one per row' }).optional(),
    hertz: quantity.optional(),
    dampingRatio: quantity.optional(),
  },
  { error: 'a constraint, { type, on, params? }' },
);

const energy = z.strictObject(
  {
    type: text,
    on: named(connector, 'connectors').optional(),
    hinge: hinge.optional(),
    params: parameters.optional(),
  },
  { error: 'an energy, { type, on, params? }' },
);

/** Axes in which the vector of a force stays the same: those of the body turn with it. */
const frame = z.enum(['world', 'body'], { error: "'world' or 'body'" }).optional();

const force = z.union(
  [
    z.strictObject({ type: z.literal('gravity'), g: vector }),
    z.strictObject({
      type: z.literal('spring'),
      a: connector,
      b: connector,
      stiffness: quantity,
      damping: quantity.optional(),
      restLength: quantity,
    }),
    z.strictObject({
      type: z.literal('torsionSpring'),
      a: connector,
      b: connector,
      stiffness: quantity,
      damping: quantity.optional(),
      restAngle: quantity.optional(),
    }),
    z.strictObject({ type: z.literal('drag'), coefficient: quantity, points: z.array(connector).optional() }),
    z.strictObject({
      type: z.literal('constant'),
      on: connector,
      force: z.union([quantity, vector], { error: 'a vector, or a number on a scalar' }),
      frame,
    }),
    z.strictObject({
      type: z.literal('torque'),
      on: text,
      torque: z.union([quantity, vector], { error: 'a number, in space a vector' }),
      frame,
    }),
  ],
  { error: "a force: its 'type' is 'gravity', 'spring', 'torsionSpring', 'drag', 'constant' or 'torque'" },
);

const trace = z.strictObject(
  { point: connector, fade: quantity.optional(), about: text.optional() },
  { error: 'a trace, { point, fade?, about? }' },
);

const items = {
  bodies: named(body, 'bodies').optional(),
  constraints: named(constraint, 'constraints').optional(),
  energies: named(energy, 'energies').optional(),
  forces: z.array(force, { error: 'a list of forces' }).optional(),
  collide: collide.optional(),
  traces: named(trace, 'traces').optional(),
};

const repeat = z.strictObject(
  {
    over: named(z.tuple([quantity, quantity], { error: 'a range [first, last]' }), 'ranges'),
    ...items,
  },
  { error: '{ over: { i: [first, last] }, bodies?, constraints?, energies?, forces?, collide?, traces? }' },
);

const solvers = ['automatic', 'blockLDL', 'conjugateGradient', 'conjugateResiduals', 'dense', 'gaussSeidel'] as const;

const settings = z.strictObject({
  integrator: z.enum(INTEGRATORS, { error: `one of ${INTEGRATORS.join(', ')}` }).optional(),
  integratorOptions: z
    .partialRecord(z.enum(OPTIONS_OF_INTEGRATORS, { error: `one of ${OPTIONS_OF_INTEGRATORS.join(', ')}` }), quantity, {
      error: 'an object of options of the integrator',
    })
    .optional(),
  solver: z.enum(solvers, { error: `one of ${solvers.join(', ')}` }).optional(),
  tolerance: quantity.optional(),
  dt: quantity.optional(),
  until: quantity.optional(),
  projection: flag.optional(),
  feedback: z
    .union([z.literal(false), z.strictObject({ hertz: quantity, dampingRatio: quantity.optional() })], {
      error: 'false, or { hertz, dampingRatio? }',
    })
    .optional(),
  assemble: z.union([flag, z.literal('velocities')], { error: "true, false or 'velocities'" }).optional(),
});

/** What a rope leads over: an end, or a sheave, at a point or beside it. */
const support = z.strictObject(
  {
    at: connector,
    offset: vector.optional(),
    radius: quantity.optional(),
    turn: z.enum(['left', 'right'], { error: "'left' or 'right'" }).optional(),
  },
  { error: '{ at, offset?, radius?, turn? }' },
);

const shape = z.union(
  [
    z.strictObject({ shape: z.enum(['line', 'dashes', 'ground']), points: z.array(vector) }),
    z.strictObject({ shape: z.literal('disc'), at: vector, radius: quantity }),
    z.strictObject({ shape: z.literal('text'), at: vector, text }),
    z.strictObject({ shape: z.literal('polygon'), points: z.array(vector) }),
    z.strictObject({ shape: z.literal('cylinder'), from: vector, to: vector, radius: quantity }),
    z.strictObject({ shape: z.literal('box'), size: vector, at: vector.optional() }),
    z.strictObject({ shape: z.literal('rope'), over: z.array(support), of: text.optional() }),
    z.strictObject({ shape: z.literal('angle'), at: connector, from: connector, to: connector, name: text.optional() }),
  ],
  {
    error:
      "{ shape: 'line' | 'dashes' | 'ground' | 'polygon', points }, { shape: 'disc', at, radius }, { shape: 'text', at, text }, " +
      "{ shape: 'cylinder', from, to, radius }, { shape: 'box', size, at? }, { shape: 'rope', over } " +
      "or { shape: 'angle', at, from, to }",
  },
);

const view = z.strictObject({
  frame: z.tuple([quantity, quantity, quantity, quantity], { error: '[left, bottom, right, top]' }).optional(),
  camera: z.strictObject({ from: vector, to: vector.optional() }).optional(),
  follow: text.optional(),
  layers: z.array(z.array(text), { error: 'lists of names of bodies and constraints' }).optional(),
  rotating: quantity.optional(),
  shapes: z.array(shape).optional(),
  show: z
    .array(z.enum(['forces', 'traces', 'names'], { error: "'forces', 'traces' or 'names'" }), {
      error: "a list of 'forces', 'traces' and 'names'",
    })
    .optional(),
});

const plot = z.union(
  [
    z.strictObject({ kind: z.literal('time'), of: z.array(text), title: text.optional() }),
    z.strictObject({ kind: z.literal('phase'), x: text, y: text, title: text.optional() }),
  ],
  { error: "{ kind: 'time', of: […] } or { kind: 'phase', x, y }" },
);

const aliases = named(text, 'paths').optional();
const comparison = {
  of: text,
  value: quantity,
  tolerance: quantity,
  where: aliases,
  doc: text.optional(),
};

const expectations = z.strictObject({
  dof: z.int({ error: 'a whole number' }).optional(),
  rows: z.int({ error: 'a whole number' }).optional(),
  largestC: quantity.optional(),
  largestCdot: quantity.optional(),
  energyDrift: quantity.optional(),
  at: z.array(z.strictObject({ time: quantity, ...comparison }), { error: 'a list' }).optional(),
  always: z
    .array(z.strictObject({ ...comparison, from: quantity.optional(), to: quantity.optional() }), { error: 'a list' })
    .optional(),
});

/** The schema of a scene. Specs are checked by the toolkit. */
export const sceneSchema = z.strictObject(
  {
    format: z.literal(FORMAT, { error: `'${FORMAT}'` }),
    title: text,
    summary: text.optional(),
    space: z.union([z.literal(2), z.literal(3)], { error: '2 or 3' }),
    params: named(parameter, 'parameters').optional(),
    specs: named(z.record(z.string(), z.unknown(), { error: 'a spec' }), 'specs').optional(),
    ...items,
    repeat: z.array(repeat, { error: 'a list of repeats' }).optional(),
    settings: settings.optional(),
    view: view.optional(),
    plots: z.array(plot, { error: 'a list of plots' }).optional(),
    expect: expectations.optional(),
  },
  { error: 'an object' },
);

/**
 * A scene as plain data, for instance a JSON file: bodies, constraints, energies, forces, what is drawn and
 * plotted, and what is expected of it. Numbers are in SI units. Each may be a parameter's name or a
 * formula of parameters, in the language of specs.
 */
export type SceneDocument = z.infer<typeof sceneSchema>;

export type Quantity = z.infer<typeof quantity>;
export type BodyEntry = z.infer<typeof body>;
export type ParticleEntry = z.infer<typeof particle>;
export type RigidEntry = z.infer<typeof rigid>;
export type HandleEntry = z.infer<typeof handle>;
export type ParametricEntry = z.infer<typeof parametric>;
export type ConnectorEntry = z.infer<typeof connector>;
export type ConstraintEntry = z.infer<typeof constraint>;
export type EnergyEntry = z.infer<typeof energy>;
export type ForceEntry = z.infer<typeof force>;
export type FormEntry = z.infer<typeof form>;
export type TraceEntry = z.infer<typeof trace>;

/** Returns the JSON Schema of scenes, for editors. */
export const sceneJSONSchema = (): object => z.toJSONSchema(sceneSchema, { io: 'input' });
