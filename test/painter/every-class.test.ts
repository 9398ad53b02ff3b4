import { expect, test } from 'vitest';
import type { ParameterDescription } from '../../runtime/model/constraint-type.js';
import { Sketch } from '../../src/painter/sketch.js';
import { loadScene, sceneDXF, sceneGLB } from '../../src/scene/index.js';
import { LIBRARY_ENERGIES, LIBRARY_TYPES } from '../support/library.js';

const classes = [...LIBRARY_TYPES, ...LIBRARY_ENERGIES];

/** A scene of one constraint or energy, each of whose inputs is on a body of its own. */
function sceneOf(type: (typeof classes)[number]): object {
  const space = type.space ?? 2;
  const flat = (...place: number[]): number[] => place.slice(0, space);
  const body = (k: number): object => ({
    kind: 'rigid',
    mass: 1,
    inertia: space === 2 ? 1 : [1, 1, 1],
    position: flat(k, 0.3 * k, 0.1 * k),
    points: { p: flat(0.2, 0, 0) },
    directions: { d: flat(1, 0, 0) },
  });
  const given = type.params.filter((param) => param.default === undefined);
  const valueOf = ({ kind, size, period }: ParameterDescription, k: number): unknown => {
    const periodic = period !== undefined && { periodic: period };
    if (kind === 'curve') return { curve: { points: [[0, 0], [1, 0.2], [6, 0]], ...periodic } }; // prettier-ignore
    if (kind === 'path') return { path: { points: [flat(0, 0, 0), flat(1, 0.3, 0), flat(3, 0.9, 0)] } };
    return size === 1 ? 1 : Array.from({ length: size }, (_, i) => (i === k % size ? 1 : 0.5));
  };
  const part = { point: 'p', direction: 'd', scalar: space === 2 ? 'angle' : 'x' } as const;
  return {
    format: 'holonomic-scene/1',
    title: type.name,
    space,
    bodies: Object.fromEntries(type.inputs.map((_, k) => [`b${k + 1}`, body(k + 1)])),
    ['kernel' in type ? 'constraints' : 'energies']: {
      c: {
        type: type.name,
        on: Object.fromEntries(type.inputs.map(({ name, kind }, k) => [name, `b${k + 1}.${part[kind]}`])),
        params: Object.fromEntries(given.map((param, k) => [param.name, valueOf(param, k)])),
      },
    },
    settings: { assemble: false, dt: 0.01, until: 0.01, integrator: 'velocityStep' },
  };
}

async function draw(document: object): Promise<void> {
  const scene = await loadScene(document);
  const { world, picture } = scene.build();
  expect(new Sketch(world, picture).shapes().length).toBeGreaterThan(1);
  if (world.space === 3) expect((await sceneGLB(scene)).length).toBeGreaterThan(1000);
  else expect(await sceneDXF(scene)).toContain('CUT');
}

test.each(classes.map((type) => [type.name, type] as const))('%s is drawn', (_, type) => draw(sceneOf(type)));

/** A scene of a class of one's own, whose inputs are angles of wheels on axles of the ground. */
const wheels = (C: string, more: { readonly where?: object; readonly params?: object } = {}): object => ({
  format: 'holonomic-scene/1',
  title: 'Wheels',
  space: 2,
  specs: { Own: { summary: 'Own.', space: 2, inputs: { a: 'scalar', b: 'scalar' }, C, ...more } },
  bodies: {
    u: { kind: 'rigid', mass: 1, inertia: 1, position: [0, 0], points: { o: [0, 0] } },
    v: { kind: 'rigid', mass: 1, inertia: 1, position: [1, 0], points: { o: [0, 0] } },
  },
  constraints: {
    one: { type: 'Coincident', on: { a: 'u.o', b: { ground: [0, 0] } } },
    two: { type: 'Coincident', on: { a: 'v.o', b: { ground: [1, 0] } } },
    own: { type: 'Own', on: { a: 'u.angle', b: 'v.angle' }, params: more.params && { r: -1 } },
  },
  settings: { assemble: false },
});

test.each([
  wheels('a - b == 2 * t'),
  wheels('a - 3 * b == sin(t)'),
  wheels('a == r * b + sin(b)', { params: { r: {} } }),
  wheels('sum == r * b', { where: { sum: 'a + b' }, params: { r: {} } }),
  wheels('a - b == r * t', { params: { r: {} } }),
])('scalars of a formula that only looks like one of gears are drawn: %#', draw);
