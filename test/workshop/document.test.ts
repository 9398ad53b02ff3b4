import { describe, expect, test } from 'vitest';
import {
  addBar,
  addConstraint,
  addParticle,
  attach,
  detach,
  freeName,
  hasGravity,
  setGravity,
  setParameter,
  setRange,
  setShown,
  type SceneDocument,
} from '../../site/workshop/model/document.js';
import { rename } from '../../site/workshop/model/drawing/erase.js';
import { removeBody, removeConstraint } from '../../site/workshop/model/removal.js';
import {
  addFormula,
  addInput,
  addParameter,
  readSpec,
  removeQuantity,
  setFormulas,
} from '../../site/workshop/model/specs.js';
import { NEW_SCENE } from '../../site/workshop/model/templates.js';
import { libraryFacts } from '../../site/workshop/engine/answers.js';
import { someOf } from '../support/scope.js';
import { loadScene } from '../../src/scene/index.js';

/** The rows and freedoms of a document, which must be a scene without mistakes. */
async function freedomsOf(document: SceneDocument): Promise<{ rows: number; dof: number }> {
  const { world, constraints } = (await loadScene(document)).build();
  const rows = [...constraints.values()].reduce((sum, { type }) => sum + type.rows, 0);
  return { rows, dof: world.degreesOfFreedom() };
}

describe('changes of a document', () => {
  test('the new scene is a bead on a wire', async () => {
    expect(await freedomsOf(NEW_SCENE)).toEqual({ rows: 1, dof: 1 });
  });

  test('an unknown name becomes a parameter with a slider', async () => {
    const typed = setFormulas(NEW_SCENE, 'Wire', { C: 'p.y == h * cos(2 * pi * p.x / length) + k * length' });
    await expect(loadScene(typed)).rejects.toThrow('There is nothing called "k"');
    const mended = addParameter(typed, 'Wire', 'k');
    expect(mended.params!['k']).toEqual({ value: 1, min: 0, max: 2 });
    expect(mended.constraints!['wire']!.params).toEqual({ h: 'h', length: 'length', k: 'k' });
    expect(await freedomsOf(mended)).toEqual({ rows: 1, dof: 1 });
    const bead = (await loadScene(mended)).build().world.particles[0]!;
    const [x, y] = bead.position;
    expect(y).toBeCloseTo(0.4 * Math.cos(Math.PI * x) + 2, 9);
  });

  test('an input is attached to the ground, then to a body, and taken away again', async () => {
    const formulas = { C: 'norm(p - q) == length' };
    const typed = removeQuantity(setFormulas(NEW_SCENE, 'Wire', formulas), 'Wire', 'h');
    const loose = addInput(typed, 'Wire', 'q', 'point');
    expect(loose.constraints!['wire']!.on).toEqual({ p: 'bead', q: { ground: [0, 0] } });
    expect(await freedomsOf(loose)).toEqual({ rows: 1, dof: 1 });
    const { document, name } = addParticle(loose);
    expect(await freedomsOf(attach(document, { constraint: 'wire', input: 'q' }, name))).toEqual({ rows: 1, dof: 3 });
    const removed = removeQuantity(loose, 'Wire', 'q');
    expect(removed.constraints!['wire']!.on).toEqual({ p: 'bead' });
    expect(readSpec(removed.specs!['Wire'])!.inputs).toEqual({ p: 'point' });
  });

  test('a point that is named in place of another one moves as that did', async () => {
    const typed = setFormulas(NEW_SCENE, 'Wire', { C: 'norm(a - b) == 1' });
    const one = addInput(typed, 'Wire', 'a', 'point');
    const both = addInput(one, 'Wire', 'b', 'point');
    expect(both.constraints!['wire']!.on).toEqual({ p: 'bead', a: 'bead', b: { ground: [0, 0] } });
    // The bead goes round the origin. It would hold for no two places of the ground.
    const needed = ['p', 'h', 'length'].reduce((sum, name) => removeQuantity(sum, 'Wire', name), both);
    expect(await freedomsOf(needed)).toEqual({ rows: 1, dof: 1 });
  });

  test('a list of points gains and loses entries, and goes with a body in it', async () => {
    const ring: SceneDocument = {
      format: 'holonomic-scene/1',
      title: 'A ring',
      space: 2,
      specs: {
        Area: {
          summary: 'Keeps the area of a polygon.',
          space: 2,
          inputs: { p: { kind: 'point', count: 'any' } },
          C: 'sum(i, cross(p[i], p[i+1])) / 2 == 0.5',
        },
      },
      bodies: Object.fromEntries(
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ].map((position, k) => [`P${k}`, { kind: 'particle', mass: 1, position }]),
      ),
      constraints: { area: { type: 'Area', on: { p: ['P0', 'P1', 'P2'] } } },
    };
    const last = { constraint: 'area', input: 'p', index: 3 };
    const longer = attach(ring, last, { ground: [0, 1] });
    expect(longer.constraints!['area']!.on).toEqual({ p: ['P0', 'P1', 'P2', { ground: [0, 1] }] });
    const attached = attach(longer, last, 'P3');
    expect(await freedomsOf(attached)).toEqual({ rows: 1, dof: 7 });
    const shorter = detach(attached, { ...last, index: 1 });
    expect(shorter.constraints!['area']!.on).toEqual({ p: ['P0', 'P2', 'P3'] });
    expect(removeBody(ring, 'P1').constraints).toEqual({});
    expect(Object.keys(removeBody(ring, 'P3').constraints!)).toEqual(['area']);
  });

  test('every constraint of the library can be added with what it takes by itself', async () => {
    for (const space of [2, 3] as const) {
      const facts = libraryFacts(space);
      expect(facts.length).toBeGreaterThan(20);
      expect(facts.map(({ name }) => name)).toContain('Distance');
      const empty: SceneDocument = {
        format: 'holonomic-scene/1',
        title: 'Empty',
        space,
        settings: { assemble: false },
      };
      const two = addParticle(addParticle(empty).document).document;
      for (const one of someOf(facts, 4)) {
        const points = one.inputs.filter(({ kind }) => kind === 'point').slice(0, 2);
        const on = Object.fromEntries(points.map(({ name }, k) => [name, ['P', 'P2'][k]!]));
        await loadScene(addConstraint(two, one, on).document);
      }
    }
  });

  test('a bar can be joined at its ends', async () => {
    for (const space of [2, 3] as const) {
      const empty: SceneDocument = { format: 'holonomic-scene/1', title: 'Empty', space };
      const { document, name } = addBar(empty);
      const distance = libraryFacts(space).find((one) => one.name === 'Distance')!;
      const on = { a: { ground: space === 2 ? [-0.5, 1] : [-0.5, 0, 1] }, b: `${name}.right` };
      const joined = addConstraint(document, distance, on);
      expect((await freedomsOf(joined.document)).dof).toBe(space === 2 ? 2 : 5);
    }
  });

  test('a formula comes with a point that obeys it', async () => {
    const { document, name } = addFormula(NEW_SCENE);
    expect(name).toBe('Formula');
    expect(await freedomsOf(document)).toEqual({ rows: 2, dof: 2 });
    expect(addFormula(document).name).toBe('Formula2');
  });

  test('what refers to a body goes with it', async () => {
    const scene: SceneDocument = {
      ...NEW_SCENE,
      plots: [
        { kind: 'time', of: ['wire.lambda'] },
        { kind: 'time', of: ['energy.total'] },
      ],
      expect: { dof: 1, always: [{ of: 'bead.y', value: 0, tolerance: 1 }] },
    };
    const { bodies, constraints, traces, plots, expect: expected } = removeBody(scene, 'bead');
    expect({ bodies, constraints, traces, plots, expected }).toEqual({
      bodies: {},
      constraints: {},
      traces: {},
      plots: [{ kind: 'time', of: ['energy.total'] }],
      expected: { dof: 1, always: [] },
    });
    expect(await freedomsOf({ ...removeBody(scene, 'bead'), expect: {} })).toEqual({ rows: 0, dof: 0 });
    expect(removeConstraint(scene, 'wire').plots).toEqual([{ kind: 'time', of: ['energy.total'] }]);
  });

  test('parameters, ranges, gravity and what is shown', () => {
    const moved = setParameter(NEW_SCENE, 'h', 1.5);
    expect(moved.params!['h']).toEqual({ value: 1.5, unit: 'm', min: 0, max: 1.5 });
    expect(setRange(moved, 'h', 0, 1).params!['h']).toEqual({ value: 1, unit: 'm', min: 0, max: 1 });
    expect(hasGravity(setGravity(NEW_SCENE, false))).toBe(false);
    expect(setGravity(setGravity(NEW_SCENE, false), true).forces).toEqual(NEW_SCENE.forces);
    expect(setShown(setShown(NEW_SCENE, 'forces', true), 'names', true).view!.show).toEqual(['forces', 'names']);
    expect(NEW_SCENE.view).toBeUndefined();
  });

  test('names are free', () => {
    expect(freeName('P', ['P', 'P2'])).toBe('P3');
    expect(freeName('P', [])).toBe('P');
  });

  test.each([[undefined], [null], [7], [{}], [{ C: 7 }], [{ C: ['x', 7] }], [{ kind: 'body', C: 'x' }]])(
    '%j is no formula',
    (spec) => {
      expect(readSpec(spec)).toBeUndefined();
    },
  );
});

test('layers and paths about a body follow what is removed or renamed', async () => {
  const document: SceneDocument = {
    format: 'holonomic-scene/1',
    title: 'Parts',
    space: 2,
    bodies: {
      cart: { kind: 'rigid', mass: 1, inertia: 1, position: [0, 0] },
      bob: { kind: 'particle', mass: 1, position: [0, -1] },
    },
    constraints: { rod: { type: 'Distance', on: { a: 'cart', b: 'bob' }, params: { length: 1 } } },
    traces: { path: { point: 'bob', about: 'cart' } },
    view: { follow: 'cart.x', layers: [['rod', 'bob'], ['cart']] },
  };
  const named = rename(document, { kind: 'body', name: 'cart' }, 'wagon') as { document: SceneDocument };
  expect(named.document.view).toEqual({ follow: 'wagon.x', layers: [['rod', 'bob'], ['wagon']] });
  expect(named.document.traces).toEqual({ path: { point: 'bob', about: 'wagon' } });
  const link = rename(document, { kind: 'constraint', name: 'rod' }, 'link') as { document: SceneDocument };
  expect(link.document.view?.layers).toEqual([['link', 'bob'], ['cart']]);
  expect(removeConstraint(document, 'rod').view?.layers).toEqual([['bob'], ['cart']]);
  const without = removeBody(document, 'cart');
  expect(without.traces).toEqual({});
  expect(without.view).toEqual({ layers: [['bob'], []] });
  for (const one of [named.document, link.document, removeConstraint(document, 'rod'), without]) await loadScene(one);
});
