import { Body as CannonBody } from 'cannon-es';
import { World as Planck } from 'planck';
import { describe, expect, test } from 'vitest';
import * as library from 'holonomic/library';
import type { ConstraintType } from 'holonomic/runtime';
import { compile } from '../../src/toolkit.js';
import { cannonConstraint } from '../../examples/engines/src/cannon.js';
import { GeneratedJoint } from '../../examples/engines/src/planck.js';

interface Class {
  readonly type: ConstraintType;
}

// By computed names: the types of p2-es need settings of the compiler that this project does not have.
const [adapter, engine] = ['../../examples/engines/src/p2.js', 'p2-es'];
const { p2Constraint } = (await import(adapter)) as { p2Constraint: (...input: readonly unknown[]) => object };
const { Body: P2Body } = (await import(engine)) as { Body: new () => object };

const ADAPTERS = {
  'cannon-es': (one: Class) => cannonConstraint(one, new CannonBody(), new CannonBody(), { length: 1 }, 0.01),
  'p2-es': (one: Class) => p2Constraint(one, new P2Body(), new P2Body(), { length: 1 }),
  planck: (one: Class) => {
    const [a, b] = [new Planck().createBody(), new Planck().createBody()];
    const attached = one.type.inputs.map(({ name }, i) => [name, { body: i === 0 ? a : b }]);
    return new GeneratedJoint(one, a, b, Object.fromEntries(attached) as Record<string, { body: typeof a }>);
  },
};

const points = { a: 'point', b: 'point' } as const;
const [timed] = Object.values(
  compile('Timed', { summary: 'A winch.', space: 2, inputs: points, C: 'norm(a - b) == 1 - t / 2' }),
) as unknown as [Class];

const REFUSED: readonly (readonly [keyof typeof ADAPTERS, Class, string])[] = [
  [
    'cannon-es',
    library.Rope3D,
    'Rope3D cannot be used in cannon-es: it is an inequality, and the equation would push as well as pull.',
  ],
  ['cannon-es', library.Coincident3D, 'it has 3 rows, and an equation of the engine is one row'],
  ['cannon-es', library.Distance2D, 'it is a class of 2D, and the engine has 3D'],
  ['p2-es', library.Rope2D, 'it is an inequality'],
  ['p2-es', library.Coincident2D, 'it has 2 rows'],
  ['p2-es', library.Motor, 'it acts on velocities'],
  ['p2-es', library.AngleLock, 'it joins other things than two points'],
  ['p2-es', timed, 'it depends on time'],
  ['planck', library.Distance3D, 'it is a class of 3D'],
];

describe('adapters', () => {
  test.each(REFUSED)('%s refuses what it cannot do', (engine, one, reason) => {
    expect(() => ADAPTERS[engine](one)).toThrow(reason);
  });

  test('take what they can do', () => {
    ADAPTERS['cannon-es'](library.Distance3D);
    ADAPTERS['p2-es'](library.Distance2D);
    for (const one of [library.Distance2D, library.Rope2D, library.Coincident2D, library.Motor, timed])
      ADAPTERS.planck(one);
  });
});
