import { expect, test } from 'vitest';
import { SpecError } from '../../src/diagnostics/index.js';
import { loadScene, sceneJSONSchema } from '../../src/scene/index.js';
import { SCENE_LIMITS } from '../../src/scene/limits.js';
import { heap, tray } from './colliding.js';

/** The mistakes of a scene in the plane with some shapes: path, message, and what to write. */
async function mistakes(fields: object): Promise<string[]> {
  try {
    await loadScene({ ...heap, ...fields });
  } catch (error) {
    if (error instanceof SpecError)
      return error.diagnostics.map(({ field = '', message, hint }) => `${field}: ${message} (${hint ?? ''})`);
    throw error;
  }
  return [];
}

const withShape = (...shapes: object[]): object => ({ collide: { shapes } });

test.each<[string, object, RegExp]>([
  [
    'no shape',
    withShape({ body: 'wheel', circle: 1 }),
    /^collide\.shapes\[0\]: This is no shape\. \(write one of disc, box,/,
  ],
  ['two at once', withShape({ disc: 1, box: [1, 1] }), /^collide\.shapes\[0\]: This is disc and box at once\./],
  [
    'a field that it does not have',
    withShape({ disc: 1, rounding: 1 }),
    /^collide\.shapes\[0\]\.rounding: There is no field "rounding" here\./,
  ],
  [
    'a wrong type',
    withShape({ body: 'wheel', disc: [1] }),
    /^collide\.shapes\[0\]\.disc: "collide\.shapes\[0\]\.disc" must be a number, or a formula of parameters, not a list/,
  ],
  [
    'an unknown parameter',
    withShape({ disc: 'sid' }),
    /^collide\.shapes\[0\]\.disc: There is no parameter "sid"\. \(did you mean "side"\?\)/,
  ],
  [
    'an unknown body',
    withShape({ body: 'whel', disc: 1 }),
    /^collide\.shapes\[0\]\.body: There is no body "whel"\. \(did you mean "wheel"\?\)/,
  ],
  [
    'a radius below zero',
    withShape({ disc: 1 }, { body: 'wheel', disc: '-side' }),
    /^collide\.shapes\[1\]: The radius of this shape must be positive and finite, but is -0\.4\. \(Give/,
  ],
  [
    'a polygon that is not convex',
    withShape({
      polygon: [
        [0, 0],
        [0, 1],
        [1, 0],
      ],
    }),
    /^collide\.shapes\[0\]: The polygon of this shape is not convex with its vertices in counter-clockwise order/,
  ],
  ['a shape of space', withShape({ sphere: 1 }), /^collide\.shapes\[0\]: this shape has no 'sphere'/],
  [
    'restitution above one',
    { collide: { shapes: [], restitution: 2 } },
    /^collide: Option 'restitution' of collide is 2\. \(Give a number from 0 to 1\.\)/,
  ],
  [
    'nothing drawn',
    withShape({ body: 'bead', drawn: true }),
    /^collide\.shapes\[0\]\.drawn: The body "bead" has no 'draw'\. \(write a shape/,
  ],
  [
    'a form that is not there',
    withShape({ body: 'hook', drawn: [0, 1] }),
    /^collide\.shapes\[0\]\.drawn\[1\]: The body "hook" has no form with the number 1\. \(it has 1, from 0 on\)/,
  ],
  [
    'a name that is not there, to be excluded',
    { collide: { shapes: [], exclude: [['wheel', 'hok']] } },
    /^collide\.exclude\[0\]\[1\]: There is no body "hok"\. \(did you mean "hook"\?\)/,
  ],
  [
    'an integrator from event to event',
    { settings: { integrator: 'dormandPrince' } },
    /^settings\.integrator: Shapes that collide cannot be stepped from event to event.*\(write 'velocityStep'\)/,
  ],
  [
    'a polygon without area',
    {
      bodies: {
        ...heap.bodies,
        hook: {
          ...heap.bodies.hook,
          draw: {
            shape: 'polygon',
            points: [
              [0, 0],
              [1, 1],
              [2, 2],
            ],
          },
        },
      },
    },
    /^bodies\.hook\.draw: This polygon has no area, or its sides touch/,
  ],
  [
    'a bar without width',
    { bodies: { ...heap.bodies, hook: { ...heap.bodies.hook, draw: [{ shape: 'bar', from: [0, 0], to: [1, 0] }] } } },
    /^bodies\.hook\.draw\[0\]: This bar has no 'width'/,
  ],
  [
    'a gear',
    { bodies: { ...heap.bodies, hook: { ...heap.bodies.hook, draw: { shape: 'gear', teeth: 9, radius: 1 } } } },
    /^bodies\.hook\.draw: A gear cannot touch as it is drawn: write a shape in place of 'drawn', such as { disc: radius }/,
  ],
  [
    'a handle',
    { bodies: { ...heap.bodies, hand: { kind: 'handle', position: [0, 5] } }, ...withShape({ body: 'hand', disc: 1 }) },
    /^collide\.shapes\[0\]\.body: A rigid body or a particle carries a shape, and "hand" is neither/,
  ],
  [
    'a mistake in a repeat, once',
    { repeat: [{ over: { i: [1, 3] }, collide: { shapes: [{ disc: 0 }] } }] },
    /^repeat\[0\]\.collide\.shapes\[0\]: The radius of this shape must be positive[^\n]*$/,
  ],
])('%s', async (_, fields, expected) => {
  // prettier-ignore
  expect((await mistakes(fields)).join('\n')).toMatch(expected);
});

test.each<[string, object, RegExp]>([
  [
    'shapes, before any is made',
    { repeat: [{ over: { i: [1, 1000], k: [1, 19] }, collide: { shapes: [{ disc: 1 }] } }] },
    /^repeat\[0\]: The scene would have 19005 shapes; the limit is 4000\./,
  ],
  [
    'vertices',
    { repeat: [{ over: { i: [1, 600] }, collide: { shapes: [{ polygon: Array.from({ length: 20 }, (_, k) => [Math.cos(k / 4), Math.sin(k / 4)]) }] } }] }, // prettier-ignore
    /^repeat\[0\]\.collide\.shapes\[0\]: The shapes of the scene have 10\d+ vertices; the limit is 10000\./,
  ],
  [
    'pairs at one place',
    {
      repeat: [
        {
          over: { i: [1, 100] },
          bodies: { 'd{i}': { kind: 'particle', mass: 1, position: [0, 3] } },
          collide: { shapes: [{ body: 'd{i}', disc: 1 }] },
        },
      ],
    },
    /^collide: More than 2500 pairs of shapes are within each other's bounds\./,
  ],
])('too many %s', async (_, fields, expected) => {
  expect((await mistakes(fields)).join('\n')).toMatch(expected);
});

test('a shape that touches is named by its field, as the hint says', async () => {
  const said = loadScene({ ...tray, collide: { shapes: [{ shape: 'box', size: [1, 1] }] } });
  await expect(said).rejects.toThrow(/write "box", with its size, in place of "shape"/);
});

test('too many points of a hull', async () => {
  const hull = Array.from({ length: SCENE_LIMITS.hull + 1 }, (_, k) => [k, k * k, k ** 3]);
  await expect(loadScene({ ...tray, collide: { shapes: [{ hull }] } })).rejects.toThrow(/501 points; the limit is 500/);
});

test('the schema says what is a shape, and in which units', () => {
  const { properties } = sceneJSONSchema() as { properties: Record<string, { properties: Record<string, unknown> }> };
  const { shapes, friction } = properties['collide']!.properties as Record<string, { items: { anyOf: { required: string[]; properties: Record<string, { description?: string }> }[] }; description: string }>; // prettier-ignore
  const kinds = shapes!.items.anyOf;
  expect(kinds.map(({ required }) => required.join())).toEqual(
    ['disc', 'box', 'capsule', 'polygon', 'sphere', 'cylinder', 'cone', 'ellipsoid', 'hull', 'plane', 'body,drawn'],
  ); // prettier-ignore
  expect(kinds[0]!.properties['disc']!.description).toMatch(/radius, m/);
  expect(friction!.description).toMatch(/0\.5/);
});
