import { collide, gravity, World } from 'holonomic/runtime';
import { Hinge, Rope3D, Screw, Weld3D } from 'holonomic/library';
import { describe, expect, test } from 'vitest';
import { extrude } from '../../src/solids/extrude.js';
import { hangingLine } from '../../src/solids/hanging-line.js';
import { WORLD, type Vector } from '../../src/painter/frame.js';
import { MeshBuilder, volumeOf, type Mesh } from '../../src/solids/mesh.js';
import { addForm } from '../../src/solids/mesh-of-form.js';
import { circle } from '../../src/painter/outline.js';
import { areaOf } from '../../src/solids/outlines.js';
import { nameOf } from '../../src/solids/name.js';
import { Parts } from '../../src/solids/parts.js';
import { addBall, addCapsule, addCylinder, addTorus } from '../../src/solids/revolve.js';
import { addTube, coil } from '../../src/solids/tube.js';
import type { Form } from '../../src/painter/shape.js';
import { gearOutline } from '../../src/painter/forms.js';

const meshOf = (add: (builder: MeshBuilder) => void): Mesh => {
  const builder = new MeshBuilder();
  add(builder);
  return builder.build();
};

/** Edges of triangles by the places of their ends; each is to be there once in each direction. */
function openEdges({ positions, triangles }: Mesh): number {
  const at = (n: number): string => [0, 1, 2].map((k) => Math.fround(positions[3 * n + k]!).toFixed(6)).join();
  const edges = new Map<string, number>();
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [at(triangles[t + k]!), at(triangles[t + ((k + 1) % 3)]!)];
      const [key, sign] = a < b ? [`${a} ${b}`, 1] : [`${b} ${a}`, -1];
      edges.set(key, (edges.get(key) ?? 0) + sign);
    }
  return [...edges.values()].filter((count) => count !== 0).length;
}

/** Area of a regular polygon with 32 corners on a circle, by which surfaces of revolution are made. */
const round = (radius: number): number => 16 * radius ** 2 * Math.sin((2 * Math.PI) / 32);

describe('meshes are closed, with their normals outwards, and have the volume of', () => {
  const from: Vector = [0.3, -0.2, 0.5];
  const to: Vector = [1.1, 0.4, -0.3];
  const length = Math.hypot(0.8, 0.6, 0.8);
  test.each<[string, (builder: MeshBuilder) => void, number, number]>([
    [
      'a cylinder',
      (b) => {
        addCylinder(b, from, to, 0.2);
      },
      round(0.2) * length,
      1e-6,
    ],
    [
      'a cone',
      (b) => {
        addCylinder(b, from, to, 0.2, 0);
      },
      (round(0.2) * length) / 3,
      1e-6,
    ],
    // The rest of the error is that of facets along the profile.
    [
      'a ball',
      (b) => {
        addBall(b, from, 0.3);
      },
      (4 / 3) * Math.PI * 0.3 ** 3,
      0.03,
    ],
    [
      'a capsule',
      (b) => {
        addCapsule(b, from, to, 0.2);
      },
      Math.PI * 0.04 * length + (4 / 3) * Math.PI * 0.008,
      0.02,
    ],
    [
      'a torus',
      (b) => {
        addTorus(b, WORLD, 1, 0.2);
      },
      2 * Math.PI ** 2 * 0.04,
      0.03,
    ],
    [
      'a tube',
      (b) => {
        addTube(b, [from, to], 0.1);
      },
      5 * 0.01 * Math.sin(Math.PI / 5) * length,
      1e-6,
    ],
    [
      'a coil',
      (b) => {
        addTube(b, coil([0, 0, 0], [0, 0, 2], 0.3, 9), 0.02);
      },
      5 * 4e-4 * Math.sin(Math.PI / 5) * (8 * 2 * Math.PI * 0.3 + Math.PI * 0.3 + 0.4),
      0.03,
    ],
    [
      'a plate with holes',
      (b) => {
        extrude(
          b,
          WORLD,
          [
            [
              [0, 0],
              [2, 0],
              [2, 1],
              [0, 1],
            ],
            circle([0.5, 0.5], 0.2),
            [...circle([1.5, 0.5], 0.3)].reverse(),
          ],
          [-0.1, 0.3],
        );
      },
      0.4 * (2 - 20 * Math.sin(Math.PI / 20) * (0.04 + 0.09)),
      1e-6,
    ],
    [
      'a bevel gear',
      (b) => {
        addForm(
          b,
          { shape: 'gear', teeth: 17, radius: 0.5, width: 0.2, apex: 0.8, at: [1, 2, 3] },
          { space: 3, rod: 0.02 },
        );
      },
      (0.2 / 3) * (1 + 0.75 + 0.75 ** 2) * areaOf(gearOutline(17, 0.5, 0)),
      1e-6,
    ],
    [
      'a wheel without spokes',
      (b) => {
        addForm(b, { shape: 'wheel', radius: 1, spokes: 0 }, { space: 3, rod: 0.02 });
      },
      2 * Math.PI ** 2 * 0.93 * 0.07 ** 2,
      0.03,
    ],
  ])('%s', (name, add, volume, tolerance) => {
    const mesh = meshOf(add);
    expect(openEdges(mesh)).toBe(0);
    expect(Math.abs(volumeOf(mesh) / volume - 1)).toBeLessThan(tolerance);
    // The wire of a spring bends sharply where it leaves the axis.
    if (name === 'a coil') return;
    const { positions, normals, triangles } = mesh;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => Array.from(positions.subarray(3 * triangles[t + k]!, 3 * triangles[t + k]! + 3))); // prettier-ignore
      const [u, v] = [b!.map((x, k) => x - a![k]!), c!.map((x, k) => x - a![k]!)];
      const across = [0, 1, 2].map((k) => u[(k + 1) % 3]! * v[(k + 2) % 3]! - u[(k + 2) % 3]! * v[(k + 1) % 3]!);
      for (let k = 0; k < 3; k++) {
        const normal = normals.subarray(3 * triangles[t + k]!, 3 * triangles[t + k]! + 3);
        expect(Math.hypot(...normal)).toBeCloseTo(1, 5);
        expect(across.reduce((sum, x, i) => sum + x * normal[i]!, 0)).toBeGreaterThan(0);
      }
    }
  });

  const forms: readonly Form[] = [
    { shape: 'gear', teeth: 17, radius: 0.5, turn: 0.3 },
    { shape: 'ring', teeth: 40, radius: 1 },
    { shape: 'bar', from: [0, 0], to: [1, 0.5] },
    { shape: 'disc', radius: 0.4, at: [0.1, 0.2] },
    { shape: 'polygon', points: [[0, 0], [0, 1], [1, 0]], isPinned: true }, // prettier-ignore
    { shape: 'polygon', points: [[0, 0], [2, 0], [0.2, 0.2], [0, 2]] }, // prettier-ignore
    { shape: 'box', size: [1, 2] },
  ];
  test.each(forms)('a form of the plane: $shape', (form) => {
    const mesh = meshOf((builder) => {
      addForm(builder, form, { space: 2, rod: 0.02 });
    });
    expect(openEdges(mesh)).toBe(0);
    expect(volumeOf(mesh)).toBeGreaterThan(0);
  });
});

test('names are those in a label, the owner first', () => {
  const of = (label: string): string => nameOf({ label });
  expect(of("point 'bob1' of DoublePendulum 'p1'")).toBe('p1.bob1');
  expect(of("point 'bob1' of DoublePendulum #2")).toBe('DoublePendulum #2.bob1');
  expect(of("particle 'Anna's bob'")).toBe("Anna's bob");
  expect(of('particle #3')).toBe('particle #3');
});

test('a box has its volume, whichever its size', () => {
  const mesh = meshOf((builder) => {
    addForm(builder, { shape: 'box', size: [0.5, 0.25, 2], at: [1, 2, 3] }, { space: 3, rod: 0.02 });
  });
  expect(volumeOf(mesh)).toBeCloseTo(0.25, 6);
});

describe('a rope that hangs', () => {
  test.each<[Vector, Vector, number]>([
    [[0, 0, 0], [1, 0, 0], 1.5],
    [[0, 0, 0], [1, 1, 0.7], 2],
    [[0, 0, 0], [1, 1, -0.7], 9],
    [[0, 0, 0], [1, 0, 0], 1.0001],
    [[0, 0, 0], [0.001, 0, -0.5], 2],
    [[0, 0, 0], [0, 0, -0.5], 2],
    [[3, 2, 1], [3.2, 2, 4], 5],
  ])('from %j to %j with a length of %d m has it, and both ends', (a, b, length) => {
    const line = hangingLine(a, b, length, 2);
    const [first, last] = [line[0]!, line.at(-1)!];
    expect(Math.hypot(...first.map((x, k) => x - a[k]!))).toBeLessThan(1e-9);
    expect(Math.hypot(...last.map((x, k) => x - b[k]!))).toBeLessThan(1e-9);
    const measured = line.slice(1).reduce((sum, p, k) => sum + Math.hypot(...p.map((x, n) => x - line[k]![n]!)), 0);
    // A polygon is shorter than its curve, and cuts off the turn of one that hangs straight down.
    expect(measured).toBeLessThan(length * (1 + 1e-6));
    expect(measured).toBeGreaterThan(0.93 * length);
  });

  test('is straight where it is taut', () => {
    expect(hangingLine([0, 0, 0], [1, 0, 0], 1, 2)).toEqual([[0, 0, 0], [1, 0, 0]]); // prettier-ignore
  });
});

describe('parts', () => {
  test('a hinge has a pin in one body and a sleeve on the other; a screw has a thread', () => {
    const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])] });
    const door = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [0.5, 0, 0] });
    const g = world.ground;
    world.add(new Hinge({ a: door.point([-0.5, 0, 0]), b: g.point([0, 0, 0]), axis: door.direction([0, 0, 1]), u: g.direction([1, 0, 0]), w: g.direction([0, 1, 0]) })); // prettier-ignore
    const solids = new Parts(world).solids();
    expect(solids.filter(({ tone, carrier }) => tone === 'pin' && carrier === door)).toHaveLength(1);
    const bolt = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [3, 0, 0] });
    world.add(new Screw({ p: bolt.point([0, 0, 0]), axis: bolt.direction([0, 0, 1]), side: bolt.direction([1, 0, 0]), origin: g.point([3, 0, 0]), u: g.direction([1, 0, 0]), w: g.direction([0, 1, 0]), pitch: 0.1 })); // prettier-ignore
    const [rail, thread] = new Parts(world).solids().filter(({ tone, carrier }) => tone === 'pin' && carrier === null);
    expect(thread!.mesh.triangles.length).toBeGreaterThan(10 * rail!.mesh.triangles.length);
  });

  test('a lever of the plane that is held in the middle and at both ends is a link with three holes', () => {
    for (const angle of [0, 0.3, 1.234]) {
      const world = new World({ space: 2 });
      const lever = world.addBody({ mass: 1, inertia: 1, position: [1, 2], angle });
      const points = [-1, 0, 1].map((x) => lever.point([x, 0]));
      const links = new Parts(world, { points }).solids().filter(({ tone }) => tone === 'body');
      expect(links).toHaveLength(1);
      const { mesh } = links[0]!;
      expect(openEdges(mesh)).toBe(0);
      const [hole, between] = [0, 0.5].map((x) =>
        Math.min(
          ...Array.from(mesh.positions).flatMap((at, k, all) => (k % 3 === 0 ? [Math.hypot(at - x, all[k + 1]!)] : [])),
        ),
      );
      // The rim of the hole in the middle is nearer than the edge of the link elsewhere.
      expect(hole!).toBeLessThan(0.6 * between!);
      expect(volumeOf(mesh)).toBeGreaterThan(0);
    }
  });

  test('a weld is no hinge', () => {
    const world = new World({ space: 3 });
    const [p, q] = [0, 1].map((x) => world.addBody({ mass: 1, inertia: [1, 2, 2.5], position: [x, 0, 0] }));
    const count = (): number => new Parts(world).solids().filter(({ tone }) => tone === 'pin').length;
    const weld = new Weld3D({ a: p!.point([0.5, 0, 0]), b: q!.point([-0.5, 0, 0]), x: p!.direction([1, 0, 0]), y: p!.direction([0, 1, 0]), v: q!.direction([0, 1, 0]), w: q!.direction([0, 0, 1]) }); // prettier-ignore
    world.add(weld);
    expect(count()).toBe(0);
    world.remove(weld);
    world.add(new Hinge({ a: p!.point([0.5, 0, 0]), b: q!.point([-0.5, 0, 0]), axis: p!.direction([0, 0, 1]), u: q!.direction([1, 0, 0]), w: q!.direction([0, 1, 0]) })); // prettier-ignore
    expect(count()).toBe(1);
  });

  test('outlines that repeat a point, and hulls with corners, have finite normals', () => {
    const closed = meshOf((builder) => {
      extrude(builder, WORLD, [[[0, 0], [1, 0], [0, 1], [0, 0]]], [0, 1]); // prettier-ignore
    });
    expect(closed.normals.every(Number.isFinite)).toBe(true);
    expect(openEdges(closed)).toBe(0);
    const world = new World({ space: 3 });
    const body = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 1] });
    collide(world, {
      shapes: [{ body, support: (d: ArrayLike<number>) => [0, 1, 2].map((k) => Math.sign(d[k]!)) }],
    });
    const { mesh } = new Parts(world).solids()[0]!;
    expect(mesh.positions.length).toBeGreaterThan(0);
    expect(mesh.positions.every(Number.isFinite) && mesh.normals.every(Number.isFinite)).toBe(true);
  });

  test('equal bodies have one mesh', () => {
    const world = new World({ space: 3 });
    for (let k = 0; k < 5; k++) world.addBody({ mass: 1, inertia: [1, 2, 2.5], position: [k, 0, 0], orientation: [1, 0.1 * k, 0, 0] }); // prettier-ignore
    expect(new Set(new Parts(world).solids().map(({ mesh }) => mesh)).size).toBe(1);
  });

  test('a loose rope hangs along the axis that is up', () => {
    const world = new World({ space: 3 });
    const [a, b] = [0, 1].map((x) => world.addParticle({ mass: 1, position: [x, 0, 0] }));
    world.add(new Rope3D({ a: a!, b: b!, length: 2 }));
    const lowest = (axis: number, up?: number): number =>
      Math.min(...new Parts(world, up === undefined ? {} : { up }).moving().lines[0]!.points.map((p) => p[axis]!));
    expect(lowest(2)).toBeLessThan(-0.7);
    expect(lowest(1, 1)).toBeLessThan(-0.7);
    expect(lowest(2, 1)).toBe(0);
    expect(new Parts(world).moving().spans).toEqual([]);
  });
});

test('a fine polyhedron with a radius has as many triangles as without, near the surface that it has', () => {
  const world = new World({ space: 3 });
  const body = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0] });
  // Points of a ball of radius 1, evenly (Fibonacci's lattice).
  const hull = Array.from({ length: 100 }, (_, k): [number, number, number] => {
    const z = 1 - (2 * k + 1) / 100;
    const angle = k * Math.PI * (3 - Math.sqrt(5));
    return [Math.sqrt(1 - z * z) * Math.cos(angle), Math.sqrt(1 - z * z) * Math.sin(angle), z];
  });
  collide(world, { shapes: [{ body, hull, rounding: 0.2 }] });
  const [solid] = new Parts(world).solids();
  const { mesh } = solid!;
  expect(mesh.triangles.length / 3).toBeLessThan(200);
  expect(openEdges(mesh)).toBe(0);
  expect(volumeOf(mesh)).toBeGreaterThan(0.9 * (4 / 3) * Math.PI * 1.2 ** 3);
  for (let n = 0; n < mesh.positions.length; n += 3)
    expect(Math.hypot(...mesh.positions.subarray(n, n + 3))).toBeCloseTo(1.2, 1);
});
