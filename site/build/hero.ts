import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SceneDocument } from '../../src/scene/index.js';
import { PAGES, ROOT, SITE } from './folders.js';
import { typesetRule } from '../typeset-rule.js';
import { escapeHtml, publishScene, writeOpening, type PublishedScene } from './scenes.js';

/** Rate and largest torque of the motor, rad/s and N·m. */
const RATE = 2;
const TORQUE = 30;

/** Time of a turn, s, in which a foot draws all of its curve. */
const TURN = (2 * Math.PI) / RATE;

/** What is shown: the ground, the machine, and a step before and behind it, m. */
const FRAME: [number, number, number, number] = [-1.25, -1.08, 1.25, 0.6];

/** Coefficient of friction of feet, and of all else that may come to lie on the ground. */
const FRICTION = 0.8;

/**
 * The walking machine of the gallery on its feet: its fixed points belong to a frame, its three cranks to a
 * shaft that a motor in the frame turns, and nothing passes through the ground.
 */
export function heroDocument(): SceneDocument {
  const document = JSON.parse(readFileSync(join(ROOT, 'scenes/strandbeest.json'), 'utf8')) as SceneDocument;
  const { params = {}, bodies = {}, constraints = {} } = document;
  const lengths = Object.fromEntries(Object.entries(params).filter(([name]) => name !== 'rate'));
  const pin = /^X(\d)$/;
  const pins = Object.entries(bodies).filter(([name]) => pin.test(name));
  const joints = Object.entries(bodies).filter(([name]) => !pin.test(name));
  const lowest = Math.min(...joints.map(([, body]) => ('position' in body ? Number(body.position?.[1]) : 0)));
  const moved = (end: unknown): unknown => {
    if (typeof end === 'string') return end.replace(pin, 'shaft.x$1');
    const [x] = (end as { readonly ground: readonly unknown[] }).ground;
    return x === '-la' ? 'frame.left' : 'frame.right';
  };
  const rods = Object.entries(constraints)
    .filter(([, { type }]) => type === 'Distance')
    .map(([name, rod]) => {
      const on = Object.fromEntries(Object.entries(rod.on ?? {}).map(([input, end]) => [input, moved(end)]));
      return [name, { ...rod, on: on as typeof rod.on }] as const;
    });
  const line = { origin: { ground: [0, lowest] }, axis: { direction: [1, 0] } };
  const onGround = (p: string): Constraint => ({
    type: 'PointLineContact',
    on: { p, ...line },
    params: { mu: FRICTION },
  });
  const touching = [...joints.map(([name]) => name), 'frame.left', 'frame.right'];
  // Legs by their cranks, the farthest first and the nearest last.
  const legs = (crank: number): string[] =>
    [...joints, ...rods].map(([name]) => name).filter((name) => name.endsWith(String(crank)));
  return {
    format: document.format,
    title: 'A walking machine',
    summary: 'Sixty rods on a shaft that a motor turns. Its feet stand by friction.',
    space: 2,
    params: {
      ...lengths,
      rate: { value: RATE, unit: 'rad/s', min: -4, max: 4, doc: 'Rate at which the motor turns the shaft.' },
    },
    bodies: {
      frame: {
        kind: 'rigid',
        mass: 6,
        inertia: 0.5,
        position: [0, 0],
        points: { left: ['-la', '-ll'], right: ['la', '-ll'] },
        draw: { shape: 'bar', from: 'left', to: 'right' },
      },
      shaft: {
        kind: 'rigid',
        mass: 1,
        inertia: 0.02,
        position: [0, 0],
        points: Object.fromEntries(
          pins.map(([name, body]) => [name.toLowerCase(), 'position' in body ? body.position! : []]),
        ),
        draw: { shape: 'disc', radius: 'lm' },
      },
      ...Object.fromEntries(joints),
    },
    constraints: {
      hub: { type: 'Coincident', on: { a: 'shaft', b: 'frame' } },
      motor: {
        type: 'LimitedMotor',
        on: { theta: 'shaft.angle', base: 'frame.angle' },
        params: { speed: '-rate', torque: TORQUE },
        driver: ['theta', 'base'],
      },
      ...Object.fromEntries(rods),
      ...Object.fromEntries(touching.map((name) => [`${name.replace('.', '-')}-on-ground`, onGround(name)])),
      'shaft-on-ground': {
        type: 'DiscLineContact',
        on: { p: 'shaft', theta: 'shaft.angle', ...line, base: { scalar: 0 } },
        params: { radius: 'lm', mu: FRICTION },
      },
    },
    forces: [{ type: 'gravity', g: [0, -9.81] }],
    settings: { integrator: 'velocityStep', dt: 1 / 240, until: 6 },
    traces: Object.fromEntries(
      joints
        .filter(([name]) => name.startsWith('S'))
        .map(([point]) => [`path-${point}`, { point, about: 'frame', fade: TURN }]),
    ),
    view: { frame: FRAME, follow: 'frame.x', layers: [legs(0), legs(1)] },
    expect: {
      dof: 4,
      largestC: 1e-3,
      always: [
        {
          of: 'frame.y',
          value: 0,
          tolerance: 0.01,
          doc: 'The feet carry the frame: it stays at its height within a centimetre.',
        },
        { of: 'frame.angle', value: 0, tolerance: 0.02 },
      ],
    },
  };
}

/** The scenes below the machine: a curve, a linkage, an engine, a chain, and two in space. */
const STRIP = ['heart', 'peaucellier', 'engine', 'catenary', 'stewart-platform', 'turntable'];

/** Writes the front page, with some scenes of the gallery. */
export async function writeHero(gallery: readonly PublishedScene[]): Promise<void> {
  const machine = await publishScene('walking-machine', heroDocument());
  writeOpening(machine);
  const { version, license, repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Package;
  const strip = STRIP.map((name) => {
    const { picture, scene } = gallery.find((one) => one.name === name)!; // the list is of files that there are
    return `<li><a href="./gallery/${name}.html">${picture('./')}<strong>${escapeHtml(scene.title)}</strong></a></li>`;
  });
  mkdirSync(PAGES, { recursive: true });
  writeFileSync(
    join(PAGES, 'index.md'),
    readFileSync(join(SITE, 'front-page.md'), 'utf8')
      .replace('<!-- hero -->', machine.figure('./'))
      .replace('<!-- laws -->', typesetLaws)
      .replace('<!-- strip -->', strip.join('\n'))
      .replaceAll('VERSION', version)
      .replace('LICENCE', license)
      .replace('REPOSITORY', repository.url.replace(/^git\+/, '')),
  );
}

/** The rules of the buttons, typeset: the page shows the one that is in force. Vue takes them as they are. */
const typesetLaws = (): string => {
  const page = readFileSync(join(SITE, 'front-page.md'), 'utf8');
  const rules = [...page.matchAll(/ data-law="([^"]*)"/g)].map(([, rule]) => rule!);
  const set = rules.map(
    (rule) => `<span data-rule="${rule}"${rule === rules.at(-1) ? '' : ' hidden'}>${typesetRule(rule)}</span>`,
  );
  return `<div class="set" aria-hidden="true" v-pre>${set.join('')}</div>`;
};

type Constraint = NonNullable<SceneDocument['constraints']>[string];

interface Package {
  readonly version: string;
  readonly license: string;
  readonly repository: { readonly url: string };
}
