import { Distance2D, Pendulum, PointOnCircle } from 'holonomic/library';
import { compile } from 'holonomic/toolkit';
import * as runtime from '../../../runtime/index.js';
import { type Scene } from './scene.js';
import { ABSENT, EMPTY, FINITE, TEXTS } from './wrong-values.js';

/** One argument of one public entry of the runtime. */
export interface Entry {
  /** `Class.member`, or the name of a function, and the argument. */
  readonly name: string;
  readonly call: (scene: Scene, value: never) => unknown;
  /** Names of the wrong values that this argument accepts. */
  readonly accepts: readonly string[];
  /** True if an arbitrary valid value may take for ever. */
  readonly endless?: boolean;
}

/** An energy between two points. */
export const { Pull } = compile('Pull', {
  summary: 'A spring of no length.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  params: { stiffness: { min: 0 } },
  V: 'stiffness / 2 * dot(a - b, a - b)',
} as const);

const POINTS = ['particle', 'point', 'handle'].map((what) => `${what} of another world`);
const IMPOSTOR = ['impostor of a particle'];
const BOOLEAN = ['boolean'];
const FUNCTION = ['function'];
const TINY = ['zero'];

type Field = readonly [name: string, accepts: readonly string[]];

/**
 * Makes entries for a whole object of options, and for each of its fields while the others are
 * valid.
 */
function options(
  name: string,
  right: (scene: Scene) => object,
  fields: readonly Field[],
  call: (scene: Scene, value: never) => unknown,
  whole: readonly string[] = [],
): Entry[] {
  return [
    { name, call, accepts: whole },
    ...fields.map(([field, accepts]) => ({
      name: `${name}, ${field}`,
      call: (scene: Scene, value: never) => call(scene, { ...right(scene), [field]: value } as never),
      accepts,
      endless: field === 'until' || field === 'dt',
    })),
  ];
}

/** Makes a call of `act` inside a force, while a world is evaluated or takes a step. */
const inForce =
  (which: 'world' | 'space', how: 'evaluate' | 'step', act: (scene: Scene, value: never) => unknown) =>
  (scene: Scene, value: never): void => {
    scene.probe.act = () => act(scene, value);
    try {
      if (how === 'evaluate') scene[which].evaluate();
      else scene[which].step(1 / 64);
    } finally {
      scene.probe.act = undefined;
    }
  };

/**
 * Makes entries for a force applied inside `apply`, in an evaluation and in a step, and outside.
 */
function applied(name: string, which: 'world' | 'space', act: (scene: Scene, value: never) => unknown): Entry[] {
  const accepts = name.includes('Scalar') || name.includes('RigidBody2D.applyTorque') ? FINITE : [];
  return [
    { name, call: act, accepts: [] },
    { name: `${name}, in an evaluation`, call: inForce(which, 'evaluate', act), accepts },
    { name: `${name}, in a step`, call: inForce(which, 'step', act), accepts },
  ];
}

const one = (name: string, call: (scene: Scene, value: never) => unknown, accepts: readonly string[] = []): Entry => ({
  name,
  call,
  accepts,
});

/** Masses and inertias may be infinite. */
const INFINITE = ['Infinity'];

const PARTICLE = { mass: 1, position: [0, 0] };
const BODY = { mass: 1, inertia: 1, position: [0, 0] };
const SPATIAL = { mass: 1, inertia: [1, 1, 1], position: [0, 0, 0] };
const WORLD_FIELDS: readonly Field[] = [
  ['space', []],
  ['forces', [...ABSENT, 'empty array']],
  ['feedback', [...ABSENT]],
];
const LIMITS: readonly Field[] = [
  ['position', ABSENT],
  ['velocity', [...ABSENT, ...INFINITE]],
  ['maxIterations', ABSENT],
];

/** A recording of nothing. */
const RECORDING = (world: runtime.World): runtime.RecordingJSON => ({
  format: 'holonomic-recording/1',
  start: world.toJSON(),
  events: [],
});

const worldEntries: readonly Entry[] = [
  ...options(
    'World',
    () => ({ space: 2 }),
    [
      ...WORLD_FIELDS,
      ['solver', ABSENT],
      ['integrator', ABSENT],
      ['projection', [...ABSENT, ...BOOLEAN, ...EMPTY]],
      ['impulses', [...ABSENT, ...BOOLEAN]],
      ['contactTolerance', [...ABSENT, 'zero']],
      ['time', [...ABSENT, ...FINITE]],
      ['onWarning', [...ABSENT, ...FUNCTION]],
    ],
    (_, value) => new runtime.World(value),
  ),
  ...options(
    'World.addParticle',
    () => PARTICLE,
    [
      ['mass', INFINITE],
      ['position', []],
      ['velocity', ABSENT],
      ['name', [...ABSENT, ...TEXTS]],
    ],
    ({ world }, value) => world.addParticle(value),
  ),
  ...options(
    'World.addBody',
    () => BODY,
    [
      ['mass', INFINITE],
      ['inertia', INFINITE],
      ['position', []],
      ['velocity', ABSENT],
      ['angle', [...ABSENT, ...FINITE]],
      ['angularVelocity', [...ABSENT, ...FINITE]],
      ['name', [...ABSENT, ...TEXTS]],
    ],
    ({ world }, value) => world.addBody(value),
  ),
  ...options(
    'World.addBody in space',
    () => SPATIAL,
    [
      ['mass', INFINITE],
      ['inertia', INFINITE],
      ['position', []],
      ['velocity', ABSENT],
      ['orientation', ABSENT],
      ['angularVelocity', ABSENT],
      ['localAngularVelocity', ABSENT],
      ['name', [...ABSENT, ...TEXTS]],
    ],
    ({ space }, value) => space.addBody(value),
  ),
  one('World.add', ({ world }, value) => world.add(value)),
  one('World.addConstraint', ({ world }, value) => world.addConstraint(value)),
  one('World.addForce', ({ world }, value) => world.addForce(value)),
  one('World.power', ({ world }, value) => world.power(value)),
  ...options(
    'World.addForce, an object',
    () => ({ apply: () => undefined }),
    [
      ['apply', FUNCTION],
      ['energy', [...ABSENT, ...FUNCTION]],
    ],
    ({ world }, value) => world.addForce(value),
  ),
  ...options(
    'massProperties',
    () => ({ space: 2, shapes: [{ disc: 1 }], density: 1 }),
    [
      ['space', []],
      ['shapes', []],
      ['density', []],
    ],
    (_, value) => runtime.massProperties(value),
  ),
  one('massProperties, a shape', (_, value) => runtime.massProperties({ space: 2, shapes: [value], density: 1 })),
  one('collide, its world', (_, value) => runtime.collide(value, { shapes: [] }), ['another world']),
  one(
    'assemble, its world',
    (_, value) => {
      runtime.assemble(value);
    },
    ['another world'],
  ),
  one('record, its world', (_, value) => runtime.record(value), ['another world']),
  one('record', ({ world }, value) => runtime.record(world, value), [...ABSENT, ...EMPTY, ...IMPOSTOR]),
  one('record, actions', ({ world }, value) => runtime.record(world, { actions: value }), [
    ...ABSENT,
    ...EMPTY,
    ...IMPOSTOR,
  ]),
  one('replay, its world', ({ world }, value) => {
    runtime.replay(value, RECORDING(world));
  }),
  one('replay, its recording', ({ world }, value) => {
    runtime.replay(world, value);
  }),
  one(
    'replay, its options',
    ({ world }, value) => {
      runtime.replay(world, RECORDING(world), value);
    },
    [...ABSENT, ...EMPTY, ...IMPOSTOR],
  ),
  one('recorder, its world', (_, value) => runtime.recorder(value), ['another world']),
  ...options(
    'collide',
    () => ({ shapes: [] }),
    [
      ['shapes', ['empty array']],
      ['friction', [...ABSENT, 'zero']],
      ['restitution', [...ABSENT, 'zero']],
      ['exclude', [...ABSENT, 'empty array']],
      ['joined', [...ABSENT, 'boolean']],
      ['sleep', [...ABSENT, 'boolean']],
      ['margin', [...ABSENT, 'zero']],
      ['filter', [...ABSENT, ...FUNCTION]],
      ['rollingResistance', [...ABSENT, 'zero']],
      ['torsionalResistance', [...ABSENT, 'zero']],
    ],
    ({ world }, value) => runtime.collide(world, value),
  ),
  one('breakAt, its world', (_, value) => runtime.breakAt(value, [], 1), ['another world']),
  one('breakAt, its constraints', ({ world }, value) => runtime.breakAt(world, value, 1), ['empty array']),
  one('breakAt, its force', ({ world, rod }, value) => runtime.breakAt(world, [rod], value)),
  one('breakAt, its callback', ({ world, rod }, value) => runtime.breakAt(world, [rod], 1, value), [
    'undefined',
    ...FUNCTION,
  ]),
  one('rayCast, its world', (_, value) => runtime.rayCast(value, [0, 0], [1, 0]), ['another world']),
  one('rayCast, its origin', ({ world }, value) => runtime.rayCast(world, value, [1, 0])),
  one('rayCast, its direction', ({ world }, value) => runtime.rayCast(world, [0, 0], value)),
  ...options(
    'rayCast',
    () => ({}),
    [
      ['maxDistance', ABSENT],
      ['sensors', [...ABSENT, ...BOOLEAN]],
      ['filter', [...ABSENT, ...FUNCTION]],
    ],
    ({ world }, value) => runtime.rayCast(world, [0, 0], [1, 0], value),
    [...ABSENT, ...EMPTY, ...IMPOSTOR],
  ),
  one('rayCastAll, its world', (_, value) => runtime.rayCastAll(value, [0, 0], [1, 0]), ['another world']),
  ...options(
    'collide, a shape',
    () => ({ disc: 1 }),
    [
      ['disc', []],
      ['body', ABSENT],
      ['at', ABSENT],
      ['friction', [...ABSENT, 'zero']],
      ['restitution', [...ABSENT, 'zero']],
      ['group', [...ABSENT, ...TEXTS]],
      ['sensor', [...ABSENT, ...BOOLEAN]],
      ['oneWay', ABSENT],
      ['rollingResistance', [...ABSENT, 'zero']],
      ['surfaceVelocity', ABSENT],
    ],
    ({ world }, value) => runtime.collide(world, { shapes: [value] }),
  ),
  ...['cylinder', 'cone', 'ellipsoid', 'support'].map((kind) =>
    one(`collide, a ${kind}`, ({ space }, value) => runtime.collide(space, { shapes: [{ [kind]: value } as never] })),
  ),
  one('World.remove', ({ world }, value) => {
    world.remove(value);
  }),
  one('World.step', ({ world }, value) => {
    world.step(value);
  }),
  ...options(
    'recorder',
    () => ({ of: [] }),
    [
      ['every', ABSENT],
      ['of', [...ABSENT, 'empty array']],
    ],
    ({ world }, value) => runtime.recorder(world, value),
    [...ABSENT, ...EMPTY, 'impostor of a particle'],
  ),
  one('recorder, of a list', ({ world }, value) => runtime.recorder(world, { of: [value] }), [
    ...EMPTY,
    'impostor of a particle',
  ]),
  ...options(
    'World.run',
    ({ world }) => ({ until: world.time + 0.01 }),
    [
      ['until', []],
      ['dt', ABSENT],
      ['onStep', [...ABSENT, ...FUNCTION]],
      ['samples', ABSENT],
      ['onSample', [...ABSENT, ...FUNCTION]],
      ['events', ABSENT],
    ],
    ({ world }, value) => world.run(value),
  ),
  ...options(
    'World.run, adaptive',
    () => ({ until: 0.01 }),
    [
      ['samples', [...ABSENT, 'empty array']],
      ['onSample', [...ABSENT, ...FUNCTION]],
      ['events', [...ABSENT, 'empty array']],
    ],
    (_, value) => new runtime.World({ space: 2, integrator: runtime.dormandPrince() }).run(value),
  ),
  ...options(
    'World.run, an event',
    () => ({ function: () => 1 }),
    [
      ['function', FUNCTION],
      ['direction', [...ABSENT, 'zero', 'negative']],
      ['onEvent', [...ABSENT, ...FUNCTION]],
      ['terminal', [...ABSENT, ...BOOLEAN]],
    ],
    (_, value) =>
      new runtime.World({ space: 2, integrator: runtime.dormandPrince() }).run({ until: 0.01, events: [value] }),
  ),
  ...options(
    'assemble',
    () => ({}),
    [...LIMITS, ['velocitiesOnly', [...ABSENT, ...BOOLEAN]]],
    ({ world }, value) => {
      runtime.assemble(world, value);
    },
    [...ABSENT, ...EMPTY],
  ),
  one('World.restore', ({ world }, value) => {
    world.restore(value);
  }),
  one('World.handle', ({ world }, value) => world.handle(value), [...FINITE, 'function']),
  ...options(
    'World.handle, an object',
    () => ({ position: () => [0, 0] }),
    [
      ['position', []],
      ['velocity', ABSENT],
      ['acceleration', ABSENT],
    ],
    ({ world }, value) => world.handle(value),
    [...FINITE, 'function'],
  ),
  ...options(
    'World.handle, an object of a scalar',
    () => ({ value: () => 0 }),
    [
      ['value', ['function']],
      ['rate', [...ABSENT, 'function']],
      ['acceleration', [...ABSENT, 'function']],
    ],
    ({ world }, value) => world.handle(value),
    [...FINITE, 'function'],
  ),
  ...(['value', 'rate', 'acceleration'] as const).map((what) =>
    one(
      `World.handle, ${what} that the motion of a scalar gives`,
      ({ world }, value) => world.handle({ value: () => 0, [what]: () => value }),
      FINITE,
    ),
  ),
  ...(['position', 'velocity', 'acceleration'] as const).map((what) =>
    one(`World.handle, ${what} that a motion gives`, ({ world }, value) =>
      world.handle({ position: () => [0, 0], [what]: () => value }),
    ),
  ),
  ...applied('World.applyGravity', 'world', ({ world }, value) => {
    world.applyGravity(value);
  }),
  one('World.applyDrag', ({ world }, value) => {
    world.applyDrag(value);
  }),
  one(
    'World.applyDrag, in an evaluation',
    inForce('world', 'evaluate', ({ world }, value) => {
      world.applyDrag(value);
    }),
    FINITE,
  ),
  one('World.gravityEnergy', ({ world }, value) => world.gravityEnergy(value)),
  one(
    'energy of a force',
    (scene, value) => {
      scene.probe.energy = () => value;
      try {
        return scene.world.energy();
      } finally {
        scene.probe.energy = undefined;
      }
    },
    FINITE,
  ),
];

const OTHER_WORLD_INPUTS = POINTS;
const constraintEntries: readonly Entry[] = [
  ...options(
    'Constraint',
    ({ handle, particle }) => ({ a: handle, b: particle, length: 1 }),
    [
      ['a', OTHER_WORLD_INPUTS],
      ['b', OTHER_WORLD_INPUTS],
      ['length', TINY],
    ],
    (_, value) => new Distance2D(value),
  ),
  ...options(
    'Constraint, with a default',
    ({ particle }) => ({ p: particle, radius: 1 }),
    [
      ['p', OTHER_WORLD_INPUTS],
      ['centre', ABSENT],
      ['radius', TINY],
    ],
    (_, value) => new PointOnCircle(value),
  ),
  one(
    'Constraint, type',
    ({ handle, particle }, value) => new runtime.Constraint(value, { a: handle, b: particle, length: 1 }),
  ),
  one(
    'BoundedConstraint, type',
    ({ handle, particle }, value) => new runtime.BoundedConstraint(value, { a: handle, b: particle, length: 1 }),
  ),
  ...options(
    'Energy',
    ({ handle, particle }) => ({ a: handle, b: particle, stiffness: 1 }),
    [
      ['a', OTHER_WORLD_INPUTS],
      ['b', OTHER_WORLD_INPUTS],
      ['stiffness', TINY],
    ],
    (_, value) => new Pull(value),
  ),
  one(
    'Energy, type',
    ({ handle, particle }, value) => new runtime.Energy(value, { a: handle, b: particle, stiffness: 1 }),
  ),
  one(
    'Energy.params',
    ({ handle, particle }, value) => (new Pull({ a: handle, b: particle, stiffness: 1 }).params['stiffness'] = value),
    TINY,
  ),
  one('potential', (_, value) => runtime.potential(value, { stiffness: 1 })),
  ...options(
    'potential, options',
    () => ({}),
    [['stiffness', TINY]],
    ({ handle, particle }, value) => runtime.potential(new Distance2D({ a: handle, b: particle, length: 1 }), value),
  ),
  one('evaluateEnergy', (_, value) => runtime.evaluateEnergy(value, { inputs: {} }), []),
  ...options(
    'evaluateEnergy, options',
    () => ({ inputs: { a: { value: [0, 0] }, b: { value: [1, 0] } }, params: { stiffness: 1 } }),
    [
      ['inputs', []],
      ['params', []],
      ['time', [...ABSENT, ...FINITE]],
    ],
    (_, value) => runtime.evaluateEnergy(Pull, value),
  ),
  ...options(
    'evaluateEnergy, an input',
    () => ({ value: [0, 0] }),
    [
      ['value', []],
      ['velocity', ABSENT],
    ],
    (_, value) =>
      runtime.evaluateEnergy(Pull, { inputs: { a: value, b: { value: [1, 0] } }, params: { stiffness: 1 } }),
  ),
  one('Constraint.name', ({ rod }, value) => (rod.name = value), [...ABSENT, ...TEXTS]),
  one('Constraint.forceOn', ({ rod }, value) => rod.forceOn(value)),
  one('Constraint.impulseOn', ({ rod }, value) => rod.impulseOn(value)),
  one('Constraint.momentOn', ({ rod }, value) => rod.momentOn(value)),
  one('Constraint.params', ({ rod }, value) => (rod.params.length = value), TINY),
  ...options(
    'ParametricBody, parameters',
    () => ({ length: 1, mass: 1 }),
    [
      ['length', TINY],
      ['mass', TINY],
    ],
    (_, value) => new Pendulum(value, { theta: 0 }),
  ),
  ...options(
    'ParametricBody, coordinates',
    () => ({}),
    [['theta', FINITE]],
    (_, value) => new Pendulum({ length: 1, mass: 1 }, value),
  ),
  ...options(
    'ParametricBody, rates',
    () => ({}),
    [['theta', [...ABSENT, ...FINITE]]],
    (_, value) => new Pendulum({ length: 1, mass: 1 }, { theta: 0 }, value),
    [...ABSENT, ...EMPTY, ...IMPOSTOR],
  ),
  one('ParametricBody.params', ({ pendulum }, value) => (pendulum.params.mass = value), TINY),
  one('ParametricBody.coordinates', ({ pendulum }, value) => (pendulum.coordinates.theta = value), FINITE),
  one('ParametricBody.rates', ({ pendulum }, value) => (pendulum.rates.theta = value), FINITE),
  one('evaluateConstraint', (_, value) => runtime.evaluateConstraint(value, { inputs: {} }), []),
  ...options(
    'evaluateConstraint, options',
    () => ({ inputs: { a: { value: [0, 0] }, b: { value: [1, 0] } }, params: { length: 1 } }),
    [
      ['inputs', []],
      ['params', ['list of a billion']],
      ['time', [...ABSENT, ...FINITE]],
    ],
    (_, value) => runtime.evaluateConstraint(Distance2D, value),
  ),
  ...options(
    'evaluateConstraint, an input',
    () => ({ value: [0, 0] }),
    [
      ['value', []],
      ['velocity', ABSENT],
      ['acceleration', ABSENT],
    ],
    (_, value) =>
      runtime.evaluateConstraint(Distance2D, { inputs: { a: value, b: { value: [1, 0] } }, params: { length: 1 } }),
  ),
];

const objectEntries: readonly Entry[] = [
  one('Ground.point', ({ world }, value) => world.ground.point(value)),
  one('Ground.direction', ({ world }, value) => world.ground.direction(value)),
  one('Ground.scalar', ({ world }, value) => world.ground.scalar(value), FINITE),
  one(
    'FixedPoint.applyForce',
    ({ world }, value) => {
      world.ground.point([0, 0]).applyForce(value);
    },
    ['array with NaN'],
  ),
  one(
    'FixedScalar.applyForce',
    ({ world }, value) => {
      world.ground.scalar(0).applyForce(value);
    },
    [...FINITE, 'NaN', 'Infinity', '-Infinity'],
  ),
  one('Particle.mass', ({ particle }, value) => (particle.mass = value), INFINITE),
  one('Particle.position', ({ particle }, value) => (particle.position = value)),
  one('Particle.velocity', ({ particle }, value) => (particle.velocity = value)),
  ...applied('Particle.applyForce', 'world', ({ particle }, value) => {
    particle.applyForce(value);
  }),
  ...applied('Particle.x.applyForce, a Scalar', 'world', ({ particle }, value) => {
    particle.x.applyForce(value);
  }),
  one('Handle.moveTo', ({ handle }, value) => {
    handle.moveTo(value);
  }),
  one(
    'Handle.applyForce',
    ({ handle }, value) => {
      handle.applyForce(value);
    },
    ['array with NaN'],
  ),
  one(
    'PrescribedHandle.applyForce',
    ({ prescribed }, value) => {
      prescribed.applyForce(value);
    },
    ['array with NaN'],
  ),
  one(
    'ScalarHandle.moveTo',
    ({ winch }, value) => {
      winch.moveTo(value);
    },
    FINITE,
  ),
  one(
    'ScalarHandle.applyForce',
    ({ winch }, value) => {
      winch.applyForce(value);
    },
    [...FINITE, 'NaN', 'Infinity', '-Infinity'],
  ),
  one(
    'PrescribedScalar.applyForce',
    ({ stroke }, value) => {
      stroke.applyForce(value);
    },
    [...FINITE, 'NaN', 'Infinity', '-Infinity'],
  ),
  one('RigidBody2D.name', ({ body }, value) => (body.name = value), [...ABSENT, ...TEXTS]),
  one('RigidBody2D.mass', ({ body }, value) => (body.mass = value), INFINITE),
  one('RigidBody2D.inertia', ({ body }, value) => (body.inertia = value), INFINITE),
  one('RigidBody2D.position', ({ body }, value) => (body.position = value)),
  one('RigidBody2D.velocity', ({ body }, value) => (body.velocity = value)),
  one('RigidBody2D.orientation', ({ body }, value) => (body.orientation = value), FINITE),
  one('RigidBody2D.angularVelocity', ({ body }, value) => (body.angularVelocity = value), FINITE),
  one('RigidBody2D.point', ({ body }, value) => body.point(value)),
  one('RigidBody2D.direction', ({ body }, value) => body.direction(value)),
  ...applied('RigidBody2D.applyForce', 'world', ({ body }, value) => {
    body.applyForce(value);
  }),
  ...applied('RigidBody2D.applyTorque', 'world', ({ body }, value) => {
    body.applyTorque(value);
  }),
  one('RigidBody3D.name', ({ block }, value) => (block.name = value), [...ABSENT, ...TEXTS]),
  one('RigidBody3D.mass', ({ block }, value) => (block.mass = value), INFINITE),
  one('RigidBody3D.inertia', ({ block }, value) => (block.inertia = value), INFINITE),
  one('RigidBody3D.position', ({ block }, value) => (block.position = value)),
  one('RigidBody3D.velocity', ({ block }, value) => (block.velocity = value)),
  one('RigidBody3D.orientation', ({ block }, value) => (block.orientation = value)),
  one('RigidBody3D.angularVelocity', ({ block }, value) => (block.angularVelocity = value)),
  one('RigidBody3D.point', ({ block }, value) => block.point(value)),
  one('RigidBody3D.direction', ({ block }, value) => block.direction(value)),
  ...applied('RigidBody3D.applyForce', 'space', ({ block }, value) => {
    block.applyForce(value);
  }),
  ...applied('RigidBody3D.applyTorque', 'space', ({ block }, value) => {
    block.applyTorque(value);
  }),
  one('RigidBody2D.vectorToWorldFrame', ({ body }, value) => body.vectorToWorldFrame(value)),
  one('RigidBody2D.vectorToLocalFrame', ({ body }, value) => body.vectorToLocalFrame(value)),
  one('RigidBody2D.pointToWorldFrame', ({ body }, value) => body.pointToWorldFrame(value)),
  one('RigidBody2D.pointToLocalFrame', ({ body }, value) => body.pointToLocalFrame(value)),
  one('RigidBody2D.reactionOf', ({ body }, value) => body.reactionOf(value), ['constraint of another world']),
  one('RigidBody2D.reactionOf, about', ({ body, rod }, value) => body.reactionOf(rod, value), ABSENT),
  one('RigidBody3D.vectorToWorldFrame', ({ block }, value) => block.vectorToWorldFrame(value)),
  one('RigidBody3D.vectorToLocalFrame', ({ block }, value) => block.vectorToLocalFrame(value)),
  one('RigidBody3D.pointToWorldFrame', ({ block }, value) => block.pointToWorldFrame(value)),
  one('RigidBody3D.pointToLocalFrame', ({ block }, value) => block.pointToLocalFrame(value)),
  one('RigidBody3D.reactionOf', ({ block }, value) => block.reactionOf(value), ['constraint of another world']),
  one('RigidBody3D.reactionOf, about', ({ block, rod }, value) => block.reactionOf(rod, value), ABSENT),
  one('RigidBody3D.localAngularVelocity', ({ block }, value) => (block.localAngularVelocity = value)),
  ...applied('BodyDirection.applyForce', 'world', ({ direction }, value) => {
    direction.applyForce(value);
  }),
  one(
    'FixedDirection.applyForce',
    ({ world }, value) => {
      world.ground.direction([1, 0]).applyForce(value);
    },
    ['array with NaN'],
  ),
  one('ParametricBody.name', ({ pendulum }, value) => (pendulum.name = value), [...ABSENT, ...TEXTS]),
  ...applied('BodyPoint.applyForce', 'world', ({ point }, value) => {
    point.applyForce(value);
  }),
  ...applied('BodyScalar.applyForce', 'world', ({ body }, value) => {
    body.angle.applyForce(value);
  }),
  one('MouseSpring.moveTo', ({ pull }, value) => {
    pull.moveTo(value);
  }),
];

const forceEntries: readonly Entry[] = [
  one('gravity', (_, value) => runtime.gravity(value)),
  one('drag', (_, value) => runtime.drag(value), ['zero']),
  one('drag, points', (_, value) => runtime.drag(1, value), [...ABSENT, 'empty array']),
  one('drag, a point', (_, value) => runtime.drag(1, [value]), OTHER_WORLD_INPUTS),
  one('constantForce', (_, value) => runtime.constantForce(value, [0, 0]), OTHER_WORLD_INPUTS),
  one('constantForce, force', ({ particle }, value) => runtime.constantForce(particle, value)),
  one('torque', (_, value) => runtime.torque(value, 1), ['body of another world', 'angle of another world']),
  ...options(
    'constantForce, options',
    () => ({}),
    [['frame', ABSENT]],
    ({ point }, value) => runtime.constantForce(point, [0, 0], value),
    [...ABSENT, ...EMPTY, ...IMPOSTOR],
  ),
  ...options(
    'torque, options',
    () => ({}),
    [['frame', ABSENT]],
    ({ block }, value) => runtime.torque(block, [0, 0, 1], value),
    [...ABSENT, ...EMPTY, ...IMPOSTOR],
  ),
  one('torque on a scalar', ({ body }, value) => runtime.torque(body.angle, value), FINITE),
  one('constantForce on a scalar', ({ body }, value) => runtime.constantForce(body.angle, value), FINITE),
  ...options(
    'hingeAngle',
    ({ block, space }) => ({
      side: block.direction([1, 0, 0]),
      u: space.ground.direction([1, 0, 0]),
      w: space.ground.direction([0, 1, 0]),
    }),
    [
      ['side', []],
      ['u', []],
      ['w', []],
    ],
    (_, value) => runtime.hingeAngle(value),
  ),
  ...options(
    'hingeInputs',
    ({ block, space }) => ({ a: block, b: space.ground, at: [0, 0, 0], axis: [0, 0, 1] }),
    [
      ['a', []],
      ['b', []],
      ['at', []],
      ['axis', []],
    ],
    (_, value) => runtime.hingeInputs(value),
  ),
  one('torque, torque', ({ body }, value) => runtime.torque(body, value), FINITE),
  one('torque, torque in space', ({ block }, value) => runtime.torque(block, value)),
  ...options(
    'curve',
    () => ({
      points: [
        [0, 1],
        [1, 2],
        [2, 0],
      ],
    }),
    [
      ['points', []],
      ['periodic', [...ABSENT]],
      ['degree', [...ABSENT]],
      ['monotone', [...ABSENT, ...BOOLEAN]],
      ['ends', [...ABSENT]],
      ['outside', [...ABSENT]],
    ],
    (_, value) => runtime.curve(value),
  ),
  one('curve.fromCSV', (_, value) => runtime.curve.fromCSV(value, { x: 1, y: 2 })),
  ...options(
    'curve.path',
    () => ({
      points: [
        [0, 1],
        [1, 2],
        [2, 0],
      ],
    }),
    [
      ['points', []],
      ['closed', [...ABSENT, ...BOOLEAN]],
      ['degree', [...ABSENT]],
      ['outside', [...ABSENT]],
    ],
    (_, value) => runtime.curve.path(value),
  ),
  one('curveHandle', (_, value) => runtime.curveHandle(value)),
  ...options(
    'spring',
    ({ particle, lonely }) => ({ a: particle, b: lonely, stiffness: 1, restLength: 1 }),
    [
      ['a', []],
      ['b', []],
      ['stiffness', TINY],
      ['restLength', TINY],
      ['damping', [...ABSENT, ...TINY]],
    ],
    (_, value) => runtime.spring(value),
  ),
  ...options(
    'torsionSpring',
    ({ body, world }) => ({ a: body.angle, b: world.ground.scalar(0), stiffness: 1 }),
    [
      ['a', []],
      ['b', []],
      ['stiffness', TINY],
      ['damping', [...ABSENT, ...TINY]],
      ['restAngle', [...ABSENT, ...FINITE]],
    ],
    (_, value) => runtime.torsionSpring(value),
  ),
  ...options(
    'mouseSpring',
    ({ particle }) => ({ point: particle, stiffness: 1 }),
    [
      ['point', POINTS],
      ['target', ABSENT],
      ['maxForce', ABSENT],
      ['stiffness', TINY],
      ['damping', [...ABSENT, ...TINY]],
    ],
    (_, value) => runtime.mouseSpring(value),
  ),
  ...options(
    'mouseSpring, by frequency',
    ({ particle }) => ({ point: particle, hertz: 1 }),
    [
      ['hertz', []],
      ['dampingRatio', [...ABSENT, ...TINY]],
      ['mass', ABSENT],
    ],
    (_, value) => runtime.mouseSpring(value),
  ),
];

const EMPTY_OR_ABSENT = [...ABSENT, ...EMPTY, ...IMPOSTOR];
const LIMITS_OR_ABSENT = [...ABSENT, ...EMPTY];
const makerEntries: readonly Entry[] = [
  ...options(
    'conjugateGradient',
    () => ({}),
    [
      ['tolerance', ABSENT],
      ['maxIterations', ABSENT],
      ['preconditioner', ABSENT],
    ],
    (_, value) => runtime.conjugateGradient(value),
    EMPTY_OR_ABSENT,
  ),
  ...options(
    'conjugateResiduals',
    () => ({}),
    [
      ['tolerance', ABSENT],
      ['maxIterations', ABSENT],
      ['preconditioner', ABSENT],
    ],
    (_, value) => runtime.conjugateResiduals(value),
    EMPTY_OR_ABSENT,
  ),
  ...options(
    'gaussSeidel',
    () => ({}),
    [['iterations', ABSENT]],
    (_, value) => runtime.gaussSeidel(value),
    EMPTY_OR_ABSENT,
  ),
  ...options(
    'rattle',
    () => ({}),
    [
      ['tolerance', ABSENT],
      ['maxIterations', ABSENT],
    ],
    (_, value) => runtime.rattle(value),
    EMPTY_OR_ABSENT,
  ),
  ...(['implicitEuler', 'implicitMidpoint', 'bdf2'] as const).flatMap((name) =>
    options(
      name,
      () => ({}),
      [
        ['tolerance', ABSENT],
        ['maxIterations', ABSENT],
      ],
      (_, value) => runtime[name](value),
      EMPTY_OR_ABSENT,
    ),
  ),
  ...options(
    'xpbd',
    () => ({}),
    [['substeps', ABSENT]],
    (_, value) => runtime.xpbd(value),
    EMPTY_OR_ABSENT,
  ),
  ...options(
    'velocityStep',
    () => ({}),
    [
      ['theta', ABSENT],
      ['order', ABSENT],
    ],
    (_, value) => runtime.velocityStep(value),
    EMPTY_OR_ABSENT,
  ),
  ...options(
    'dormandPrince',
    () => ({}),
    [
      ['rtol', [...ABSENT, ...TINY]],
      ['atol', ABSENT],
      ['maxStep', ABSENT],
      ['initialStep', ABSENT],
    ],
    (_, value) => runtime.dormandPrince(value),
    EMPTY_OR_ABSENT,
  ),
  ...options(
    'feedback by frequency',
    () => ({ hertz: 1 }),
    [
      ['hertz', []],
      ['dampingRatio', [...ABSENT, ...TINY]],
    ],
    (_, value) => new runtime.World({ space: 2, feedback: value }),
    ABSENT,
  ),
  ...options(
    'feedback by gains',
    () => ({ ks: 1, kd: 1 }),
    [
      ['ks', TINY],
      ['kd', TINY],
      ['ki', [...ABSENT, ...TINY]],
    ],
    (_, value) => new runtime.World({ space: 2, feedback: value }),
    ABSENT,
  ),
  ...options(
    'projection',
    () => ({}),
    LIMITS,
    (_, value) => new runtime.World({ space: 2, projection: value }),
    [...LIMITS_OR_ABSENT, ...BOOLEAN],
  ),
];

export const ENTRIES: readonly Entry[] = [
  ...worldEntries,
  ...constraintEntries,
  ...objectEntries,
  ...forceEntries,
  ...makerEntries,
];
