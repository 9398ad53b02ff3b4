import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as runtime from '../../../runtime/index.js';
import * as elementary from '../../../runtime/elementary/index.js';
import { RUNTIME_FUNCTIONS } from '../../../src/primitives/index.js';
import { ENTRIES, Pull, type Entry } from './entries.js';
import { makeScene, photograph, type Scene } from './scene.js';
import { WRONG } from './wrong-values.js';
import { IS_FULL, someOf } from '../../support/scope.js';

/** Calls `entry` with `value`. Returns the code of its error, another error's text, or nothing. */
function outcome({ call }: Entry, scene: Scene, value: unknown): string {
  try {
    call(scene, value as never);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof runtime.HolonomicRuntimeError)) return `throws ${String(error)}`;
    return /^E_[A-Z_]+$/.test(error.code) && error.message.length < 2000 ? 'refused' : `throws ${error.message}`;
  }
}

describe('every entry refuses every wrong value with an error of its own, and changes nothing', () => {
  it.each(someOf(ENTRIES, 80).map((entry) => [entry.name, entry] as const))('%s', (_, entry) => {
    let scene = makeScene();
    let before = photograph(scene);
    const wrong: string[] = [];
    for (const [name, value] of Object.entries(WRONG)) {
      const expected = entry.accepts.includes(name) ? 'accepted' : 'refused';
      const found = outcome(entry, scene, value);
      if (found !== expected) wrong.push(`${name}: ${found}`);
      if (found === 'accepted') {
        scene = makeScene();
        before = photograph(scene);
      } else if (photograph(scene) !== before) {
        wrong.push(`${name}: changes the world`);
        expect(photograph(scene)).toBe(before);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(
    someOf(
      ENTRIES.filter(({ endless }) => endless !== true),
      80,
    ).map((entry) => [entry.name, entry] as const),
  )('whatever the value is: %s', (_, entry) => {
    const values = fc.anything({
      ...{ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withObjectString: true },
      ...{ withSparseArray: true, withTypedArray: true, withBoxedValues: true, maxDepth: 2 },
    });
    let scene = makeScene();
    let before = photograph(scene);
    fc.assert(
      fc.property(values, (value) => {
        const found = outcome(entry, scene, value);
        expect(found).toMatch(/^(accepted|refused)$/);
        if (found === 'refused') expect(photograph(scene)).toBe(before);
        scene = found === 'refused' ? scene : makeScene();
        before = photograph(scene);
      }),
      { seed: 11, numRuns: Number(process.env['RUNS'] ?? (IS_FULL ? 15 : 5)) },
    );
  });
});

/** Lists the methods with arguments and the setters of an object, inherited ones included. */
function membersOf(object: object): string[] {
  const members = new Set<string>();
  for (let at = object; at !== Object.prototype; at = Object.getPrototypeOf(at) as object) {
    for (const [name, property] of Object.entries<PropertyDescriptor>(Object.getOwnPropertyDescriptors(at))) {
      if (name === 'constructor') continue;
      // Setters of classes are named after what they set; those that refuse all are not.
      if (property.set !== undefined && property.set.name !== 'set') members.add(name);
      if (typeof property.value === 'function' && at !== object) members.add(name);
    }
  }
  return [...members];
}

/** Members that only the runtime calls, and that are not documented. */
const INTERNAL: Readonly<Record<string, readonly string[]>> = {
  Particle: ['read', 'moveTo', 'slot', 'index', 'removed'],
  Handle: ['read', 'now', 'aim', 'beginStep', 'interruptStep', 'endStep', 'save', 'load'],
  PrescribedHandle: ['read', 'now'],
  ScalarHandle: ['read', 'now', 'aim', 'beginStep', 'interruptStep', 'endStep', 'save', 'load'],
  PrescribedScalar: ['read', 'now'],
  BodyPoint: ['read', 'refresh', 'addForce', 'addGeneralizedForce'],
  BodyScalar: ['read', 'refresh', 'addForce', 'addGeneralizedForce'],
  BodyDirection: ['read', 'refresh', 'addForce', 'addGeneralizedForce'],
  FixedPoint: ['read'],
  FixedScalar: ['read'],
  FixedDirection: ['read'],
  MouseSpring: ['apply', 'energy'],
  Energy: ['apply', 'energy'],
};
/** Methods of a world without arguments: see reentrance.test.ts. */
const WITHOUT_ARGUMENTS = ['evaluate', 'energy', 'residual', 'degreesOfFreedom', 'snapshot', 'hash', 'toJSON'];

describe('the table is complete', () => {
  const names = ENTRIES.map(({ name }) => name);
  const has = (name: string): boolean =>
    names.some((known) => known === name || known.startsWith(`${name},`) || known.startsWith(`${name} `));
  const scene = makeScene();
  const { world } = scene;
  const objects: Readonly<Record<string, object>> = {
    World: world,
    Ground: world.ground,
    FixedPoint: world.ground.point([0, 0]),
    FixedDirection: world.ground.direction([0, 1]),
    FixedScalar: world.ground.scalar(0),
    Particle: scene.particle,
    Handle: scene.handle,
    PrescribedHandle: scene.prescribed,
    ScalarHandle: scene.winch,
    PrescribedScalar: scene.stroke,
    RigidBody2D: scene.body,
    RigidBody3D: scene.block,
    ParametricBody: scene.pendulum,
    BodyPoint: scene.point,
    BodyDirection: scene.direction,
    BodyScalar: scene.body.angle,
    Constraint: scene.rod,
    MouseSpring: scene.pull,
    Energy: new Pull({ a: scene.handle, b: scene.particle, stiffness: 1 }),
  };

  it.each(Object.entries(objects))('for every member of a %s', (kind, object) => {
    const internal = [...(INTERNAL[kind] ?? []), ...(kind === 'World' ? WITHOUT_ARGUMENTS : [])];
    const members = membersOf(object);
    expect(members).toEqual(expect.arrayContaining(internal));
    // These methods do what the functions of the same names do.
    const functions = kind === 'World' ? ['assemble', 'collide', 'record', 'recorder'] : [];
    // Parameters refuse to be set there; `params` is where they are set.
    const { params = [] } = ('type' in object ? object.type : {}) as { params?: readonly { name: string }[] };
    const isCovered = (member: string): boolean =>
      internal.includes(member) ||
      params.some(({ name }) => name === member) ||
      member === 'toJSON' ||
      has(functions.includes(member) ? member : `${kind}.${member}`);
    const missing = members.filter((member) => !isCovered(member));
    expect(missing).toEqual([]);
  });

  it('for all that is exported', () => {
    /**
     * Exports that take no arguments, that are for authors of kernels and solvers, or that other
     * entries cover.
     */
    const others = [
      ...['automatic', 'blockLDL', 'dense', 'rk4', 'semiImplicitEuler', 'velocityStep'],
      ...[
        'emptyReport',
        ...Object.keys(elementary),
        ...RUNTIME_FUNCTIONS.keys(),
        'writeConstantEntries',
        'HolonomicRuntimeError',
        'Body',
        'RigidBody2D',
        'RigidBody3D',
      ],
    ];
    const missing = Object.keys(runtime).filter((name) => !others.includes(name) && !has(name));
    expect(missing).toEqual([]);
  });
});
