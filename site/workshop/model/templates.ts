import type { BodyEntry, SceneDocument } from './document.js';

/** A scene to begin with. */
export interface Template {
  readonly title: string;
  readonly summary: string;
  readonly document: SceneDocument;
}

type Parts = Omit<SceneDocument, 'format' | 'title' | 'space'>;

/** A planar scene under gravity. */
const scene = (title: string, parts: Parts): SceneDocument => ({
  format: 'holonomic-scene/1',
  title,
  space: 2,
  ...parts,
  forces: [{ type: 'gravity', g: [0, -9.81] }, ...(parts.forces ?? [])],
  settings: parts.settings ?? { integrator: 'rattle', dt: 0.004 },
});

const ground = (x: number, y = 0): { ground: number[] } => ({ ground: [x, y] });
const point = (x: number, y: number, mass = 1, velocity?: number[]): BodyEntry => ({
  kind: 'particle',
  mass,
  position: [x, y],
  ...(velocity && { velocity }),
});
const measured = (x: number): number => Number(x.toPrecision(12));

type Bodies = NonNullable<SceneDocument['bodies']>;
type Connector = string | { ground: number[] };

/** A rod between connectors, with the length that it has. */
function rod(bodies: Bodies, a: Connector, b: Connector) {
  const at = (one: Connector): number[] =>
    typeof one === 'string' ? (bodies[one] as unknown as { readonly position: number[] }).position : one.ground;
  const [[x, y], [u, v]] = [at(a), at(b)] as [number[], number[]];
  return { type: 'Distance', on: { a, b }, params: { length: measured(Math.hypot(x! - u!, y! - v!)) } };
}

const paper = (half: number): NonNullable<SceneDocument['view']> => ({
  // A line of reference, at which rods are fixed: nothing rests on it, as on a floor.
  shapes: [{ shape: 'dashes', points: [[-half, 0], [half, 0]] }], // prettier-ignore
});

const SPEED = { value: 2, unit: 'rad/s', min: -6, max: 6 };

const EMPTY = scene('My scene', { view: paper(1.6) });

function fourBar(): SceneDocument {
  const bodies = { A: point(-0.75, 0.35), B: point(0.35, 1), C: point(-0.25, 1.15) };
  return scene('A four-bar', {
    params: { speed: SPEED },
    bodies,
    constraints: {
      crank: rod(bodies, ground(-0.75), 'A'),
      coupler: rod(bodies, 'A', 'B'),
      rocker: rod(bodies, 'B', ground(0.65)),
      left: rod(bodies, 'A', 'C'),
      right: rod(bodies, 'C', 'B'),
      motor: { type: 'CrankMotor', on: { p: 'A', o: ground(-0.75) }, params: { speed: 'speed' }, driver: ['p'] },
    },
    traces: { curve: { point: 'C', fade: 10 } },
    view: paper(1.3),
  });
}

function sliderCrank(): SceneDocument {
  const bodies = { crankPin: point(-0.5, 0.3), piston: point(0.6, 0) };
  return scene('A slider-crank', {
    params: { speed: { ...SPEED, value: 4 } },
    bodies,
    constraints: {
      crank: rod(bodies, ground(-0.5), 'crankPin'),
      rod: rod(bodies, 'crankPin', 'piston'),
      cylinder: { type: 'PointOnLine', on: { p: 'piston', origin: ground(0), normal: { direction: [0, 1] } } },
      motor: { type: 'CrankMotor', on: { p: 'crankPin', o: ground(-0.5) }, params: { speed: 'speed' }, driver: ['p'] },
    },
    plots: [{ kind: 'time', of: ['piston.x'], title: 'Piston' }],
    view: paper(1.1),
  });
}

function pendulum(): SceneDocument {
  const bodies = { bob: point(0.6, -0.8) };
  return scene('A pendulum', {
    bodies,
    constraints: { rod: rod(bodies, ground(0), 'bob') },
    traces: { path: { point: 'bob', fade: 2 } },
    view: paper(1.1),
  });
}

const FLOOR = (half: number, y: number): BodyEntry =>
  ({
    kind: 'rigid',
    mass: 'infinite',
    inertia: 'infinite',
    position: [0, y],
    directions: { along: [1, 0] },
    draw: { shape: 'polygon', points: [[-half, 0], [half, 0], [half, -0.06], [-half, -0.06]] }, // prettier-ignore
  }) as unknown as BodyEntry;

const contact = (p: string) => ({
  type: 'PointLineContact',
  on: { p, origin: 'floor', axis: 'floor.along' },
  params: { mu: 0.5, e: 0 },
});

const ROPE = scene('A weight on a rope', {
  bodies: { weight: point(0.75, 0.8, 1, [-0.5, 0]), floor: FLOOR(1.5, -0.75) },
  constraints: {
    rope: { type: 'Rope', on: { a: ground(0, 1), b: 'weight' }, params: { length: 1.2 } },
    contact: contact('weight'),
  },
});

/** Two wheels on their axles, whose teeth mesh: the rims have the same speed. */
function gears(): SceneDocument {
  const wheel = (x: number, radius: number) =>
    ({
      kind: 'rigid',
      mass: 1,
      inertia: measured((radius * radius) / 2),
      position: [x, 0.8],
      points: { rim: [radius, 0] },
      draw: { shape: 'wheel', radius },
    }) as unknown as BodyEntry;
  return scene('Two gears', {
    params: { speed: SPEED, ratio: { value: -0.5, min: -3, max: 3, doc: 'Minus the ratio of the radii.' } },
    bodies: { small: wheel(-0.6, 0.3), large: wheel(0.3, 0.6) },
    constraints: {
      axle: { type: 'Coincident', on: { a: 'small', b: ground(-0.6, 0.8) } },
      axle2: { type: 'Coincident', on: { a: 'large', b: ground(0.3, 0.8) } },
      mesh: { type: 'Gear', on: { a: 'large.angle', b: 'small.angle' }, params: { ratio: 'ratio', offset: 0 } },
      motor: {
        type: 'Motor',
        on: { theta: 'small.angle', base: { scalar: 0 } },
        params: { speed: 'speed' },
        driver: ['theta'],
      },
    },
    traces: { path: { point: 'large.rim', fade: 2 } },
    view: paper(1.2),
  });
}

/** A tower of crates, and a ball on a rope that knocks it over. */
function tower(): SceneDocument {
  const [columns, rows, side] = [3, 4, 0.24];
  const half = side / 2;
  const crate = (i: number, k: number) =>
    ({
      kind: 'rigid',
      mass: 0.5,
      inertia: measured((0.5 * side * side) / 6),
      position: [measured(0.3 + i * side), measured(half + k * side)],
      draw: { shape: 'polygon', points: [[-half, -half], [half, -half], [half, half], [-half, half]] }, // prettier-ignore
    }) as unknown as BodyEntry;
  const crates = Object.fromEntries(
    Array.from({ length: columns * rows }, (_, n) => [`crate${n + 1}`, crate(n % columns, Math.floor(n / columns))]),
  );
  const ball = {
    kind: 'rigid',
    mass: 3,
    inertia: 0.03375,
    position: [-1.2, 1.2],
    draw: { shape: 'disc', radius: 0.15 },
  } as unknown as BodyEntry;
  const bodies = { floor: FLOOR(1.9, 0), ball, ...crates };
  return scene('A tower', {
    bodies,
    constraints: { rope: { type: 'Rope', on: { a: ground(-0.2, 1.75), b: 'ball' }, params: { length: 1.25 } } },
    collide: { shapes: Object.keys(bodies).map((body) => ({ body, drawn: true })), friction: 0.5 },
    settings: { integrator: 'velocityStep', dt: 0.004 },
  });
}

/** A ring of points on springs that keeps its area, above a floor. */
function blob(): SceneDocument {
  const count = 12;
  const names = Array.from({ length: count }, (_, k) => `P${k + 1}`);
  const radius = 0.45;
  const angle = (2 * Math.PI) / count;
  const area = measured((count / 2) * radius * radius * Math.sin(angle));
  const side = measured(2 * radius * Math.sin(angle / 2));
  const round = (x: number): number => Number(x.toFixed(6)) + 0;
  return scene('A blob', {
    params: { area: { value: area, unit: 'm^2', min: 0.2, max: 1 } },
    specs: {
      Area: {
        summary: 'Keeps the area of a ring of points.',
        space: 2,
        inputs: { p: { kind: 'point', count: 'any' } },
        params: { area: { unit: 'm^2' } },
        C: 'sum(i, cross(p[i], p[i+1])) / 2 == area',
      },
    },
    bodies: {
      ...Object.fromEntries(
        names.map((name, k) => [name, point(round(radius * Math.cos(k * angle)), round(1 + radius * Math.sin(k * angle)), 0.1)]), // prettier-ignore
      ),
      floor: FLOOR(1.6, 0),
    },
    constraints: {
      inside: { type: 'Area', on: { p: names }, params: { area: 'area' } },
    },
    collide: { shapes: [{ body: 'floor', drawn: true }, ...names.map((body) => ({ body, disc: 0.03 }))] },
    forces: names.map((a, k) => ({
      type: 'spring' as const,
      a,
      b: names[(k + 1) % count]!,
      stiffness: 120,
      damping: 0.6,
      restLength: side,
    })),
  });
}

/** A scene to begin with: a bead on a wire. */
export const NEW_SCENE: SceneDocument = {
  format: 'holonomic-scene/1',
  title: 'My scene',
  space: 2,
  params: {
    h: { value: 0.4, unit: 'm', min: 0, max: 1 },
    length: { value: 2, unit: 'm', min: 1, max: 3 },
  },
  specs: {
    Wire: {
      summary: 'Keeps a point on a wire.',
      space: 2,
      inputs: { p: 'point' },
      params: { h: { unit: 'm' }, length: { unit: 'm' } },
      C: 'p.y == h * cos(2 * pi * p.x / length)',
    },
  },
  bodies: { bead: { kind: 'particle', mass: 1, position: ['length/2', '-h'], velocity: [2.5, 0] } },
  constraints: { wire: { type: 'Wire', on: { p: 'bead' }, params: { h: 'h', length: 'length' } } },
  forces: [{ type: 'gravity', g: [0, -9.81] }],
  settings: { integrator: 'rattle', dt: 0.004 },
  traces: { path: { point: 'bead', fade: 2 } },
};

/** The scenes to begin with. */
export const TEMPLATES: readonly Template[] = [
  { title: 'Empty', summary: 'Paper and ground: draw a rod, a wheel, a rope.', document: EMPTY },
  { title: 'Bead on a wire', summary: 'The wire is a formula to change.', document: NEW_SCENE },
  { title: 'Four-bar', summary: 'A motor, and the curve of its coupler.', document: fourBar() },
  { title: 'Slider-crank', summary: 'A motor drives a piston.', document: sliderCrank() },
  { title: 'Pendulum', summary: 'A weight on a rod.', document: pendulum() },
  { title: 'Rope', summary: 'A weight on a rope, above a floor.', document: ROPE },
  { title: 'Gears', summary: 'Two wheels whose teeth mesh.', document: gears() },
  { title: 'Tower', summary: 'A ball on a rope knocks it over.', document: tower() },
  { title: 'Blob', summary: 'A ring that keeps its area.', document: blob() },
];
