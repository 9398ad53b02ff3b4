import { describe, expect, test } from 'vitest';
import { libraryEntries, searchLibrary } from '../../src/cli/search-library.js';
import * as library from '../../src/library.js';
import { cli, project } from './support.js';

const entries = libraryEntries(library);
const find = (words: string): readonly string[] =>
  searchLibrary(entries, words.split(' ')).flatMap(({ classes }) => classes);

test('every class of the library is in one entry', () => {
  const classes = Object.entries(library).flatMap(([name, value]) => ('type' in value ? [name] : []));
  expect(entries.flatMap((entry) => entry.classes).sort()).toEqual(classes.sort());
});

describe('words find the class that one needs', () => {
  test.each([
    ['door hinge', 'Hinge'],
    ['ropes', 'Rope2D'],
    ['revolute', 'Coincident2D'],
    ['keep a point on an ellipse', 'PointOnEllipse'],
    ['two gears', 'Gear'],
    ['slider', 'Prismatic3D'],
    ['drawer', 'Prismatic2D'],
    ['weld', 'Weld3D'],
    ['elbow', 'AngleLimit'],
    ['Distance2D', 'Distance3D'],
    ['pendulum', 'Pendulum'],
    ['nuts and bolts', 'Screw'],
    ['billiard', 'SphereSphereContact'],
    ['cardan joint', 'Universal'],
    ['wheel without slipping', 'RollingWheel'],
    ['ball joint', 'Coincident3D'],
  ])('%s', (words, name) => {
    expect(find(words).slice(0, 6)).toContain(name);
  });

  test('a word in few entries outweighs words in many', () => {
    expect(find('keeps a point on a torus')[0]).toBe('Torus');
  });
});

test('the command shows how an entry is used', async () => {
  const { exitCode, stdout } = await cli(await project({}), 'library', 'RackAndPinion');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('world.add(new RackAndPinion({ rack, origin, axis, base, theta, radius, offset }))');
});

test('the command says where to look for what is not there', async () => {
  const { exitCode, stderr } = await cli(await project({}), 'library', 'unicorn');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('Nothing in the library fits "unicorn".');
});
