import { describe, expect, test } from 'vitest';
import { readLink, writeLink } from '../../site/workshop/model/link.js';
import { erase, rename } from '../../site/workshop/model/drawing/erase.js';
import { drawPolygon } from '../../site/workshop/model/drawing/solids.js';
import type { SceneDocument } from '../../site/workshop/model/document.js';
import { loadScene } from '../../src/scene/index.js';
import { begin, placeIn, type Paper } from './paper-twin.js';

/** Speed of a motor that is drawn, rad/s. */
const SPEED = 2;
/** Steps of a turn of the motor. */
const STEPS = 800;
const DT = Math.PI / STEPS;

/** A crank of 0.3 m about the origin, whose pin slides in a lever about (-0.6, 0). */
async function slottedLever(): Promise<Paper> {
  const paper = await begin();
  await paper.draw('rod', [0, 0], [0, 0.3]);
  await paper.draw('rod', [-0.6, 0], [0.6, 0.6]);
  await paper.draw('slider', [0, 0.3], [0.3, 0.45]);
  return paper;
}

/** A crank of 0.5 m about the origin, whose pin slides in a body that turns about (0.2, 0). */
async function whitworth(): Promise<Paper> {
  const paper = await begin();
  await paper.draw('rod', [0, 0], [0, 0.5]);
  const drawn = drawPolygon(paper.document, [[0.1, -0.1], [0.4, 0], [0.1, 0.8], [-0.3, 0.8]]); // prettier-ignore
  if (!('document' in drawn)) throw new Error(drawn.reason);
  await paper.show(drawn.document);
  await paper.draw('pin', [0.2, 0]);
  await paper.draw('slider', [0, 0.5], [0.2, 0]);
  return paper;
}

/** Runs a scene for two turns of its motor, and reads something after each step. */
async function run<T>(document: SceneDocument, read: (at: (name: string) => readonly number[]) => T): Promise<T[]> {
  const built = (await loadScene(document)).build();
  return Array.from({ length: 2 * STEPS }, () => {
    built.world.step(DT);
    return read((name) => placeIn(built, name));
  });
}

/** Times at which a sampled function is zero, by linear interpolation. */
const zeros = (values: readonly number[]): number[] =>
  values.flatMap((b, k) => {
    const a = values[k - 1];
    return a === undefined || a * b > 0 || Math.abs(a - b) > 1 ? [] : [DT * (k + a / (a - b))];
  });

describe('a slot on what moves', () => {
  test('a pin slides in a lever of rods: it goes and comes back in the ratio of two angles of the crank', async () => {
    const paper = await slottedLever();
    expect(paper.said).toEqual(['cross(A - [-0.6, 0], normalize(B - [-0.6, 0])) == 0']);
    expect(paper.document.constraints!['slot']).toEqual({
      type: 'Slot',
      on: { p: 'A', a: { ground: [-0.6, 0] }, b: 'B' },
      params: { offset: 0 },
    });
    // A stroke along it to one of its ends is the same.
    for (const to of [
      [0.6, 0.6],
      [-0.6, 0],
    ] as const) {
      // prettier-ignore
      const other = await begin(erase(paper.document, { kind: 'constraint', name: 'slot' }));
      await other.draw('slider', [0, 0.3], to);
      expect(other.document).toEqual(paper.document);
    }
    expect(await paper.freedoms()).toBe(1);
    await paper.draw('motor', [0, 0.15]);
    expect(await paper.freedoms()).toBe(0);
    const seen = await run(paper.document, (at) => Math.atan2(at('B')[1]!, at('B')[0]! + 0.6));
    const wanted = seen.map((_, k) => {
      const theta = Math.PI / 2 + SPEED * DT * (k + 1);
      return Math.atan2(0.3 * Math.sin(theta), 0.6 + 0.3 * Math.cos(theta));
    });
    // The motor holds the speed: 800 steps of second order a turn lose some 1e-5 of it.
    expect(Math.max(...seen.map((phi, k) => Math.abs(phi - wanted[k]!)))).toBeLessThan(2e-4);
    // The lever turns back where sin φ = 0.3/0.6: after crank angles of π + 2φ and π − 2φ, whose ratio is 2.
    const [first, second, third] = zeros(seen.slice(1).map((phi, k) => phi - seen[k]!)).slice(-3);
    const ways = [third! - second!, second! - first!].sort((a, b) => a - b);
    expect(ways[1]! / ways[0]!).toBeCloseTo(2, 2);
  });

  test('a pin slides in a body that turns: Whitworth’s quick return', async () => {
    const paper = await whitworth();
    expect(paper.said).toEqual(['dot(A - body.p1, body.across) == 0']);
    expect(await paper.freedoms()).toBe(1);
    await paper.draw('motor', [0, 0.25]);
    expect(await paper.freedoms()).toBe(0);
    const both = await run(paper.document, (at) =>
      ['A', 'body'].map((name) => Math.atan2(at(name)[1]!, at(name)[0]! - 0.2)),
    );
    const [seen, turned] = [both.map(([phi]) => phi!), both.map(([, phi]) => phi!)];
    // The body turns with the line from its pin to the pin of the crank, all the way round.
    const between = seen.map((phi, k) => Math.cos(phi - turned[k]!));
    expect(Math.max(...between) - Math.min(...between)).toBeLessThan(1e-6);
    expect(Math.max(...turned) - Math.min(...turned)).toBeGreaterThan(6);
    // It is square to the line of the pivots after crank angles of π ± 2 asin(0.2/0.5).
    const square = zeros(seen.map((phi) => Math.cos(phi))).slice(-3);
    const ways = [square[2]! - square[1]!, square[1]! - square[0]!].sort((a, b) => a - b);
    const alpha = Math.asin(0.2 / 0.5);
    expect(ways[1]! / ways[0]!).toBeCloseTo((Math.PI + 2 * alpha) / (Math.PI - 2 * alpha), 3);
  });

  test('from a rod or a body outwards: a new point slides in it, or it slides over a pin', async () => {
    const paper = await begin();
    await paper.draw('rod', [-0.6, 0], [0.6, 0.6]);
    await paper.draw('slider', [0, 0.3], [0.3, 0.45]);
    expect(paper.said).toEqual(['cross(B - [-0.6, 0], normalize(A - [-0.6, 0])) == 0']);
    expect(await paper.freedoms()).toBe(2);
    const bar = await begin();
    await bar.draw('wheel', [0.2, 0.8], [0.6, 0.8]);
    await bar.draw('slider', [0.2, 1], [0.4, 1]);
    expect(bar.said).toEqual(['dot(A - wheel.slot, wheel.across) == 0']);
    expect(bar.document.bodies!['A']).toMatchObject({ position: [0.2, 1] });
    // Also in a body that is turned: nothing moves because of it.
    const turned = await begin(bar.document);
    const { wheel } = turned.document.bodies!;
    await turned.show({
      ...turned.document,
      bodies: { wheel: { ...wheel, angle: 0.7 } as typeof wheel & object },
      constraints: {},
    });
    await turned.draw('slider', [0.3, 0.7], [0.4, 0.9]);
    const loaded = (await loadScene(turned.document)).build();
    expect(placeIn(loaded, 'A')).toEqual([0.3, 0.7]);
    expect(placeIn(loaded, 'wheel')).toEqual([0.2, 0.8]);
    // A point beside a rod stays beside it.
    const beside = await begin();
    await beside.draw('rod', [-0.6, 0], [0.6, 0.6]);
    await beside.draw('point', [0, 0.8]);
    await beside.draw('slider', [0, 0.8], [0.36, 0.48]);
    const [u, v] = [1.2 / Math.hypot(1.2, 0.6), 0.6 / Math.hypot(1.2, 0.6)];
    expect(beside.document.constraints!['slot']!.params!['offset']).toBeCloseTo(0.6 * v - 0.8 * u, 12);
    const built = (await loadScene(beside.document)).build();
    expect(placeIn(built, 'B')).toEqual([0, 0.8]);
    // A slot over a place that is fixed.
    const over = await begin();
    await over.draw('rod', [0.6, 0], [0.6, 0.5]);
    await over.draw('wheel', [-0.4, 0.8], [0, 0.8]);
    await over.draw('slider', [-0.4, 1], [0.6, 0]);
    expect(over.document.constraints!['slot']!.on!['p']).toEqual({ ground: [0.6, 0] });
  });

  test('what is carried along by a rod or a body slides along the paper', async () => {
    const paper = await begin();
    await paper.draw('rod', [-0.6, 0.4], [0.6, 0.4]);
    await paper.draw('slider', [-0.6, 0.4], [0, 0.4]);
    expect(paper.said).toEqual(['dot(A - [-0.6, 0.4], [0, 1]) == 0']);
  });

  test('it is erased without a rest, renamed, and shared', async () => {
    for (const paper of [await slottedLever(), await whitworth()]) {
      const { document } = paper;
      expect(await readLink(new URL(`http://x/${await writeLink(document)}`).hash)).toEqual(document);
      const gone = erase(document, { kind: 'constraint', name: 'slot' });
      expect(Object.keys(gone.constraints!)).not.toContain('slot');
      expect(JSON.stringify(gone)).not.toMatch(/slot|Slot|across/);
      const body = Object.keys(document.bodies!).at(-1)!;
      const renamed = rename(document, { kind: 'body', name: body }, 'lever');
      if (!('document' in renamed)) throw new Error(renamed.reason);
      const report = await paper.show(renamed.document);
      expect(report.kind).toBe('loaded');
      expect(JSON.stringify(renamed.document.constraints!['slot']!.on)).toContain('lever');
      // The points of the slot go with its body, and so does the slot.
      const left = erase(renamed.document, { kind: 'body', name: 'lever' });
      expect(left.constraints).not.toHaveProperty('slot');
    }
  });
});
