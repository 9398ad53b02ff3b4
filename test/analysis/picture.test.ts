import { equilibrium, modes } from 'holonomic/analysis';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { gravity, World } from '../../runtime/index.js';
import { cantilever, chain } from '../support/statics.js';

const PICTURE = 'docs/pictures/analysis.svg';

/** A polyline of points in units of 100 pixels, `y` upwards, with dots. */
function line(points: readonly (readonly number[])[], [x0, y0]: readonly [number, number], color: string): string {
  const placed = points.map(([x, y]) => [x0 + 100 * x!, y0 - 100 * y!].map((c) => c.toFixed(1)));
  return [
    `<polyline points="${placed.map((p) => p.join(',')).join(' ')}" fill="none" stroke="${color}" stroke-width="1.5"/>`,
    ...placed.map(([x, y]) => `<circle cx="${x!}" cy="${y!}" r="2" fill="${color}"/>`),
  ].join('\n');
}

it('the picture of docs/analysis.md shows what equilibrium and modes find', () => {
  const bent = [1, 2, 5].map((P, k) => {
    const { world } = cantilever(20, P);
    equilibrium(world);
    const points = world.particles.map(({ position }) => [...position]);
    return line([[0, 0], ...points], [20, 20], ['#3b6ea5', '#b5651d', '#5b8c3a'][k]!);
  });
  const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
  const masses = chain(world, 10, 0.1, [0, -1]);
  const shapes = modes(world, { count: 3 }).map(({ shape }, k) => {
    const across = masses.map((mass) => shape(mass)[0]!);
    const most = Math.max(...across.map(Math.abs));
    const points = masses.map(({ position }, i) => [(0.2 * across[i]!) / most, position[1]]);
    return line([[0, 0], ...points], [190 + 60 * k, 20], '#444');
  });
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 340 130" width="680" height="260">',
    '<rect width="340" height="130" fill="#fff"/>',
    ...bent,
    ...shapes,
    '</svg>\n',
  ].join('\n');
  if (process.env['UPDATE_DOCS'] !== undefined) writeFileSync(PICTURE, svg);
  expect(readFileSync(PICTURE, 'utf8')).toBe(svg);
});
