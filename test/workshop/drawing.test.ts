import { describe, expect, test } from 'vitest';
import type { SceneDocument } from '../../site/workshop/model/document.js';
import { removeConstraint } from '../../site/workshop/model/removal.js';
import { addFormula } from '../../site/workshop/model/specs.js';
import { act } from '../../site/workshop/model/drawing/act.js';
import { erase, rename, thingAt } from '../../site/workshop/model/drawing/erase.js';
import { fieldsOf, setField, toParameter } from '../../site/workshop/model/drawing/fields.js';
import { moveFixed, withPose } from '../../site/workshop/model/drawing/pose.js';
import type { Position } from '../../site/workshop/model/drawing/sketch.js';
import { drawPolygon, polygonMoments } from '../../site/workshop/model/drawing/solids.js';
import { gridStep } from '../../site/workshop/model/drawing/spots.js';
import { writtenFormula } from '../../site/workshop/model/drawing/words.js';
import { TEMPLATES } from '../../site/workshop/model/templates.js';
import { loadScene } from '../../src/scene/index.js';
import { someOf } from '../support/scope.js';
import { A, B, begin, fourBar, O, placeIn, Q, template } from './paper-twin.js';

describe('strokes', () => {
  test('rods join points and the ground; each says its formula', async () => {
    const paper = await begin();
    expect(gridStep(paper.sketch)).toBeLessThan(0.25);
    expect((await paper.draw('rod', O, A)).said).toEqual(['norm([-0.7, 0] - A) == 0.3']);
    expect((await paper.draw('rod', A, B)).said).toEqual(['norm(A - B) == 1.304']);
    expect(await paper.freedoms()).toBe(2);
    await paper.draw('rod', B, Q);
    expect(paper.document.constraints!['rod3']).toEqual({
      type: 'Distance',
      on: { a: 'B', b: { ground: [0.7, 0] } },
      params: { length: Number(Math.hypot(0.3, 1).toPrecision(12)) },
    });
    expect(Object.keys(paper.document.bodies!)).toEqual(['A', 'B']);
    expect(await paper.freedoms()).toBe(1);
  });

  test('what would be nothing, or rigid, is refused with the reason', async () => {
    const paper = await fourBar();
    const before = paper.document;
    expect((await paper.draw('rod', A, A)).said[0]).toMatch('Drag');
    expect((await paper.draw('rod', B, A)).said[0]).toBe('rod2 is there already.');
    expect((await paper.draw('rod', O, Q)).said[0]).toMatch('Both ends would be fixed');
    expect((await paper.draw('point', A)).said[0]).toMatch('point already: A');
    expect((await paper.draw('pin', [0.1, -0.5])).said[0]).toMatch('Press a point');
    expect((await paper.draw('motor', [-0.15, 0.65])).said[0]).toMatch('fix one end');
    expect((await paper.draw('eraser', [0.1, -0.5])).said[0]).toMatch('nothing');
    expect(paper.document).toBe(before);
  });

  test('a motor turns the crank as fast as its slider says, and the traced coupler comes back', async () => {
    const paper = await fourBar();
    await paper.draw('motor', [-0.7, 0.15]);
    expect(paper.said).toEqual([
      'cross(A - [-0.7, 0], ddt(A - [-0.7, 0])) == speed * dot(A - [-0.7, 0], A - [-0.7, 0])',
    ]);
    expect((await paper.draw('motor', [-0.7, 0.15])).said[0]).toMatch('motor already');
    await paper.draw('pen', [-0.15, 0.65]);
    expect(paper.said).toEqual(['C == A + 0.5 * (B - A)', 'the trace of C']);
    expect(paper.document.traces).toEqual({ trace: { point: 'C', fade: 10 } });
    const built = (await loadScene(paper.document)).build();
    const { world } = built;
    expect(world.degreesOfFreedom()).toBe(0);
    const at = (name: string) => placeIn(built, name);
    const [a, c] = [at('A'), at('C')];
    world.run({ until: Math.PI / 2, dt: Math.PI / 1600 });
    // Half a turn: the crank is on the other side, and the pen is elsewhere.
    expect(at('A')[1]).toBeCloseTo(-0.3, 4);
    expect(Math.hypot(at('C')[0]! - c[0]!, at('C')[1]! - c[1]!)).toBeGreaterThan(0.2);
    world.run({ until: Math.PI, dt: Math.PI / 1600 });
    // A turn of 1600 steps of second order: a few 1e-6 of its circumference are missing.
    expect(Math.hypot(at('A')[0]! - a[0]!, at('A')[1]! - a[1]!)).toBeLessThan(3e-5);
    expect(Math.hypot(at('C')[0]! - c[0]!, at('C')[1]! - c[1]!)).toBeLessThan(3e-5);
    expect(world.residual().position).toBeLessThan(1e-9);
    // The pen again takes the trace away.
    expect((await paper.draw('pen', c as unknown as Position)).document.traces).toEqual({});
  });

  test('a weight on a rope and a floor: whatever is drawn later rests on it, too', async () => {
    const paper = await begin(template('Empty'));
    expect((await paper.draw('rope', [0, 1], [0.6, 0.6])).said).toEqual(['norm([0, 1] - A) <= 0.7211']);
    await paper.draw('floor', [0, -0.5]);
    expect(paper.document.constraints!['contact']).toMatchObject({
      on: { p: 'A', origin: 'floor', axis: 'floor.along' },
    });
    await paper.draw('point', [1, 0.5]);
    await paper.draw('point', [1, -0.8]);
    expect(Object.values(paper.document.constraints!).map(({ on }) => on!['p'] ?? on!['b'])).toEqual(['A', 'A', 'B']);
    const built = (await loadScene(paper.document)).build();
    const { world } = built;
    const height = (name: string) => placeIn(built, name)[1]!;
    world.run({ until: 3, dt: 1 / 400 });
    // The rope is taut at 0.28 m; B lies on the floor, C fell beside it.
    expect(height('B')).toBeCloseTo(-0.5, 6);
    expect(height('A')).toBeGreaterThan(1 - 0.7212);
    expect(height('C')).toBeLessThan(-5);
  });

  test('a spring hangs from the paper; a slider, a wheel, a body by its corners', async () => {
    const paper = await begin();
    expect((await paper.draw('spring', [0, 1], [0, 0.5])).said).toEqual(['40 * (norm([0, 1] - A) - 0.5)']);
    expect((await paper.draw('slider', [0, 0.5], [0.5, 0.5])).said).toEqual(['dot(A - [0, 0.5], [0, 1]) == 0']);
    await paper.draw('wheel', [-1, 0], [-0.8, 0]);
    expect(paper.document.bodies!['wheel']).toMatchObject({ mass: 0.5027, inertia: 0.01005, draw: { radius: 0.2 } });
    expect(paper.document.constraints!['axle']!.on).toEqual({ a: 'wheel', b: { ground: [-1, 0] } });
    await paper.draw('motor', [-1, 0.15]);
    expect(paper.document.constraints!['motor']).toMatchObject({ type: 'Motor', params: { speed: 'speed' } });
    expect(await paper.freedoms()).toBe(1);
    const body = drawPolygon(paper.document, [[0.5, 0.2], [1.5, 0.2], [1.5, 0.7], [0.5, 0.7]]); // prettier-ignore
    if (!('document' in body)) throw new Error(body.reason);
    await paper.show(body.document);
    // 4 kg/m², and m (a² + b²)/12.
    expect(paper.document.bodies!['body']).toMatchObject({ mass: 2, inertia: 0.2083, position: [1, 0.45] });
    expect(await paper.freedoms()).toBe(4);
    // A rod holds to a corner, and a pin to a place inside of it.
    await paper.draw('rod', [0.5, 0.7], [0.2, 1.2]);
    expect(paper.document.constraints!['rod']!.on).toEqual({ a: 'body.c4', b: 'B' });
    await paper.draw('pin', [1.3, 0.5]);
    expect(paper.document.constraints!['pin']!.on).toEqual({ a: 'body.p1', b: { ground: [1.3, 0.5] } });
    expect((await paper.draw('rod', [1.5, 0.7], [1.5, 0.2])).said[0]).toMatch('which is rigid');
  });

  test('a fixed end that is to slide becomes a point; one that a motor turns about does not', async () => {
    const paper = await begin();
    await paper.draw('rod', O, A);
    await paper.draw('rod', A, Q);
    expect(await paper.freedoms()).toBe(0);
    await paper.draw('slider', Q, [1, 0]);
    expect(paper.said).toEqual(['dot(B - [0.7, 0], [0, 1]) == 0']);
    expect(paper.document.constraints!['rod2']!.on).toEqual({ a: 'A', b: 'B' });
    expect(await paper.freedoms()).toBe(1);
    await paper.draw('motor', [-0.7, 0.15]);
    const before = paper.document;
    expect((await paper.draw('slider', O, [-1, 0])).said[0]).toBe(
      'This is fixed, and motor needs it: only what moves can slide.',
    );
    expect(paper.document).toBe(before);
  });

  test('rounding errors are not written down, and places within a body snap to the grid', async () => {
    const paper = await begin();
    await paper.draw('floor', [-0.7 - 0.1 - 0.2, 0.3], [0.7 + 0.3, 0.1 + 0.2]);
    expect(paper.document.bodies!['floor']).toMatchObject({ position: [0, 0.3] });
    expect(paper.document.bodies!['floor']).not.toHaveProperty('angle');
    await paper.draw('wheel', [1.2, 0.8], [1.4, 0.8]);
    const spot = paper.spot([1.1 + 1e-7, 0.7 - 1e-7], 3);
    expect(spot).toMatchObject({ on: 'body', name: 'wheel', at: [expect.closeTo(1.1, 12), expect.closeTo(0.7, 12)] });
    await paper.draw('point', [0.6, 0.7]);
    const stroke = { from: paper.spot([0.6, 0.7]), to: paper.spot([1.1, 0.7 - 1e-7], 3) };
    const drawn = act('slider', paper.document, paper.sketch, stroke, 600);
    expect('document' in drawn && drawn.document.bodies!['wheel']).toMatchObject({ directions: { across: [0, 1] } });
  });

  test('moments of a polygon are those of its triangles, whatever its sense', () => {
    const triangle: Position[] = [[0, 0], [3, 0], [0, 2]]; // prettier-ignore
    // b h (b² + h²)/36 about the centroid of a right triangle.
    const moment = (3 * 2 * (9 + 4)) / 36;
    for (const corners of [triangle, [...triangle].reverse()]) {
      const found = polygonMoments(corners);
      expect(Math.abs(found.area)).toBeCloseTo(3, 12);
      expect(found.centroid[0]).toBeCloseTo(1, 12);
      expect(found.centroid[1]).toBeCloseTo(2 / 3, 12);
      expect(found.moment).toBeCloseTo(moment, 12);
    }
  });

  test('what joins pinned points alone could not move, and is refused', async () => {
    const paper = await begin();
    for (const at of [O, Q]) {
      await paper.draw('point', at);
      await paper.draw('pin', at);
    }
    const before = paper.document;
    for (const tool of ['rod', 'spring', 'rope'] as const) {
      await paper.draw(tool, O, Q);
      expect(paper.said).toEqual(['Both ends would be fixed: nothing there could move.']);
    }
    await paper.draw('slider', O, [0, 0.5]);
    expect(paper.said).toEqual(['A is pinned: only what moves can slide.']);
    expect(paper.document).toBe(before);
    // What moves at one end may hang at the other.
    await paper.draw('spring', O, A);
    expect(paper.document.forces).toHaveLength(2);
  });

  test('a body whose outline crosses itself, or encloses nothing, is refused with that reason', () => {
    const said = (...corners: Position[]): string => {
      const done = drawPolygon(template('Empty'), corners);
      return 'reason' in done ? done.reason : '';
    };
    expect(said([0, 0], [1, 0], [0, -1], [1.4, -1.8])).toMatch(/^The outline crosses itself/);
    // The two halves of a bow tie have no area together.
    expect(said([0, 0], [1, 0], [0, -1], [1, -1])).toMatch(/^The outline crosses itself/);
    expect(said([0, 0], [3, 0], [1, 0], [2, 0])).toBe('These corners lie on one line.');
    expect(said([0, 0], [1, 0], [2, 0])).toBe('These corners lie on one line.');
    // Notches, and corners on a straight side, cross nothing.
    expect(said([0, 0], [1, 0], [2, 0], [2, 2], [1, 1], [0, 2])).toBe('');
  });
});

describe('the eraser, names and numbers', () => {
  test('what hangs on a thing goes with it, with the parameters and formulas that nothing names any more', async () => {
    const paper = await fourBar();
    await paper.draw('motor', [-0.7, 0.15]);
    await paper.draw('pen', [-0.15, 0.65]);
    const drawn = paper.document;
    // At the pivot lies the motor, and below it the rod.
    await paper.draw('eraser', O);
    expect(Object.keys(paper.document.constraints!)).toEqual(['rod', 'rod2', 'rod3', 'onC']);
    expect(paper.document.specs).toBeUndefined();
    expect(paper.document.params).toEqual({});
    await paper.show(drawn);
    await paper.draw('eraser', A);
    expect(Object.keys(paper.document.constraints!)).toEqual(['rod3']);
    expect(Object.keys(paper.document.bodies!)).toEqual(['B', 'C']);
    // A formula goes with the last that obeys it.
    const own = addFormula(drawn);
    expect(Object.keys(own.document.specs!)).toEqual([own.name]);
    expect(erase(own.document, { kind: 'constraint', name: 'wire' }).specs).toEqual({});
    // A parameter of the visitor's own that nothing named before stays.
    const kept = { ...drawn, params: { ...drawn.params, mine: 3 } };
    expect(erase(kept, { kind: 'constraint', name: 'motor' }).params).toEqual({ mine: 3 });
    expect(removeConstraint(kept, 'motor').params).toEqual(kept.params);
  });

  test('a name changes wherever it stands', async () => {
    const paper = await fourBar();
    await paper.draw('pen', A);
    const plotted: SceneDocument = {
      ...paper.document,
      plots: [{ kind: 'time', of: ['A.x', 'norm(A - B)', 'rod.lambda'] }],
    };
    const renamed = rename(plotted, { kind: 'body', name: 'A' }, 'crankPin');
    if ('reason' in renamed) throw new Error(renamed.reason);
    expect(JSON.stringify(renamed.document)).not.toMatch(/\bA\b/);
    expect(renamed.document.plots).toEqual([{ kind: 'time', of: ['crankPin.x', 'norm(crankPin - B)', 'rod.lambda'] }]);
    await loadScene(renamed.document);
    const rod = rename(renamed.document, { kind: 'constraint', name: 'rod' }, 'crank');
    if ('reason' in rod) throw new Error(rod.reason);
    expect(rod.document.plots![0]).toMatchObject({ of: ['crankPin.x', 'norm(crankPin - B)', 'crank.lambda'] });
    expect(Object.keys(rod.document.constraints!)).toEqual(['crank', 'rod2', 'rod3']);
    await loadScene(rod.document);
    expect(rename(plotted, { kind: 'body', name: 'A' }, 'B')).toHaveProperty('reason');
    expect(rename(plotted, { kind: 'body', name: 'A' }, '2 x')).toHaveProperty('reason');
  });

  test('numbers of what is selected are fields; one can become a slider', async () => {
    const paper = await fourBar();
    const fields = fieldsOf(paper.document, thingAt(paper.document, paper.sketch, paper.spot(A))!);
    expect(fields.map(({ label, value, unit }) => `${label} ${value} ${unit}`)).toEqual([
      'mass 1 kg',
      'x -0.7 m',
      'y 0.3 m',
      'vx 0 m/s',
      'vy 0 m/s',
    ]);
    const moving = setField(paper.document, fields[3]!, 2);
    expect(moving.bodies!['A']).toMatchObject({ velocity: [2, 0] });
    const [length, x] = fieldsOf(paper.document, { kind: 'constraint', name: 'rod' });
    expect([length!.label, x!.label]).toEqual(['length', 'a.x']);
    const slid = toParameter(paper.document, length!);
    expect(slid.params).toEqual({ length: { value: 0.3, unit: 'm', min: 0, max: 0.6 } });
    expect(slid.constraints!['rod']!.params).toEqual({ length: 'length' });
    // A number typed for a parameter is the parameter's.
    const [named] = fieldsOf(slid, { kind: 'constraint', name: 'rod' });
    expect(setField(slid, named!, 0.4).params!['length']).toMatchObject({ value: 0.4 });
    expect((await loadScene(setField(slid, named!, 0.4))).build().world.degreesOfFreedom()).toBe(1);
  });
});

describe('moving while the start is shown', () => {
  test('the mechanism follows where the constraints let it, and as far as they do', async () => {
    const paper = await fourBar();
    const before = paper.sketch;
    // Within reach: the crank's circle has this place.
    const target: Position = [-0.7 + 0.3 * Math.cos(0.4), 0.3 * Math.sin(0.4)];
    paper.twin.engine.receive({ kind: 'move', reference: 'A', target });
    const moved = paper.sketch;
    expect(Math.hypot(moved.points['A']![0] - target[0], moved.points['A']![1] - target[1])).toBeLessThan(1e-6);
    expect(moved.points['B']).not.toEqual(before.points['B']);
    const document = withPose(paper.document, before, moved);
    const built = (await loadScene(document)).build();
    expect(built.world.residual().position).toBeLessThan(1e-9);
    expect(placeIn(built, 'A')[0]).toBeCloseTo(target[0], 6);
    // Out of reach: nearly as near as can be, 1.7 m from there, and nothing is torn.
    await paper.show(document);
    paper.twin.engine.receive({ kind: 'move', reference: 'A', target: [-0.7, 2] });
    const [x, y] = paper.sketch.points['A']!;
    expect(Math.hypot(x + 0.7, y - 2)).toBeLessThan(1.71);
    expect(paper.twin.engine.theatre!.world.residual().position).toBeLessThan(1e-9);
  });

  test('a place of the ground moves with all that is fixed to it', async () => {
    const paper = await fourBar();
    await paper.draw('motor', [-0.7, 0.15]);
    const moved = moveFixed(paper.document, { ground: [-0.7, 0] }, [-0.6, 0.05]);
    expect(moved.constraints!['rod']!.on!['a']).toEqual({ ground: [-0.6, 0.05] });
    expect(moved.constraints!['motor']!.on!['o']).toEqual({ ground: [-0.6, 0.05] });
    expect(moved.constraints!['rod3']).toEqual(paper.document.constraints!['rod3']);
    expect((await paper.show(moved)).kind).toBe('loaded');
  });

  test('the picture stays the same while it is drawn on, and the scene begins at its start', async () => {
    const paper = await begin(template('Pendulum'));
    const { twin } = paper;
    twin.engine.receive({ kind: 'hold', on: false });
    twin.engine.receive({ kind: 'run', running: true });
    twin.frames(60);
    expect(twin.state.time).toBeGreaterThan(0.5);
    twin.engine.receive({ kind: 'hold', on: true });
    expect(twin.state).toMatchObject({ time: 0, isRunning: false });
    expect(paper.sketch.points['bob']).toEqual([0.6, -0.8]);
    const { origin, scale } = paper.sketch;
    await paper.draw('rod', [0.6, -0.8], [1.2, -0.8]);
    twin.frames(30);
    expect(paper.sketch).toMatchObject({ origin, scale });
  });
});

test('formulas are written with what they are attached to, in brackets where that takes them', () => {
  const document: SceneDocument = {
    format: 'holonomic-scene/1',
    title: '',
    space: 2,
    constraints: { k: { type: 'K', on: { a: 'P', b: { ground: [1, -2] } }, params: { s: 0.123456, t: 'w + 1' } } },
  };
  const write = (C: string, where = {}): string => writtenFormula(document, 'k', { C: [C], where });
  expect(write('r == s', { d: 'a - b', r: 'norm(d)' })).toBe('norm(P - [1, -2]) == 0.1235');
  expect(write('d * t', { d: 'a - b' })).toBe('(P - [1, -2]) * (w + 1) == 0');
  expect(write('a.x^2 == t', {})).toBe('P.x^2 == w + 1');
});

describe('scenes to begin with', () => {
  test.each(TEMPLATES.map(({ title, document }) => [title, document] as const))('%s', async (title, document) => {
    const { world } = (await loadScene(document)).build();
    const freedoms = {
      Empty: 0,
      'Bead on a wire': 1,
      'Four-bar': 0,
      'Slider-crank': 0,
      Pendulum: 1,
      Rope: 2,
      Gears: 0,
      Tower: 39,
      Blob: 23,
    };
    expect(world.degreesOfFreedom()).toBe(freedoms[title as keyof typeof freedoms]);
    world.run({ until: 2, dt: 0.004 });
    // A rope that becomes taut, and a floor, stop within a step what moved by 16 mm in it.
    const hasImpacts = ['Rope', 'Blob', 'Tower'].includes(title);
    expect(world.residual().position).toBeLessThan(hasImpacts ? 1e-3 : 1e-6);
    expect(world.warnings.map(({ code }) => code)).toEqual([]);
  });

  test.each(someOf([1 / 240, 1 / 60, 1 / 120, 0.01], 2))(
    'a tower that is hit warns of nothing in steps of %d s',
    async (dt) => {
      const { document } = TEMPLATES.find(({ title }) => title === 'Tower')!;
      const { world } = (await loadScene(document)).build();
      world.run({ until: 2, dt });
      expect(world.warnings).toEqual([]);
      // Contacts may leave 0.01 m/s, which is 0.17 mm in a step.
      expect(world.residual().position).toBeLessThan(5e-4);
    },
  );
});
