import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SceneDocument } from '../../src/scene/index.js';
import { PAGES, ROOT, SITE } from './folders.js';
import { escapeHtml, publishScene, type PublishedScene } from './scenes.js';

/** Torque that turns the crank, N·m, and drag of the knees and feet, N·s/m. */
const TORQUE = 3;
const DRAG = 0.5;

/**
 * The walking machine of the gallery with its three cranks on one shaft, which a torque turns. It can
 * thus be held, and turned back.
 */
export function heroDocument(): SceneDocument {
  const document = JSON.parse(readFileSync(join(ROOT, 'scenes/strandbeest.json'), 'utf8')) as SceneDocument;
  const { params = {}, bodies = {}, constraints = {}, traces, settings } = document;
  const pin = /^X(\d)$/;
  const rods = Object.entries(constraints)
    .filter(([, { type }]) => type === 'Distance')
    .map(([name, rod]) => {
      const on = Object.entries(rod.on ?? {}).map(([input, end]) => [
        input,
        typeof end === 'string' ? end.replace(pin, 'shaft.x$1') : end,
      ]);
      return [name, { ...rod, on: Object.fromEntries(on) as typeof rod.on }] as const;
    });
  const pins = Object.entries(bodies).filter(([name]) => pin.test(name));
  const others = Object.entries(bodies).filter(([name]) => !pin.test(name));
  const lengths = Object.fromEntries(Object.entries(params).filter(([name]) => name !== 'rate'));
  return {
    format: document.format,
    title: 'A walking machine',
    summary: 'Sixty rods on a shaft that a torque turns.',
    space: 2,
    params: { ...lengths, torque: { value: TORQUE, unit: 'N·m', min: -6, max: 6 } },
    bodies: {
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
      ...Object.fromEntries(others),
    },
    constraints: {
      hub: { type: 'Coincident', on: { a: 'shaft', b: { ground: [0, 0] } } },
      ...Object.fromEntries(rods),
    },
    forces: [
      { type: 'gravity', g: [0, -9.81] },
      { type: 'torque', on: 'shaft', torque: 'torque' },
      { type: 'drag', coefficient: DRAG },
    ],
    settings: { ...settings, tolerance: 1e-10, dt: 1 / 240, until: 6 },
    ...(traces && {
      traces: Object.fromEntries(Object.entries(traces).map(([name, trace]) => [name, { ...trace, fade: 2 }])),
    }),
    expect: { dof: 1, largestC: 1e-8 },
  };
}

/** The scenes below the machine: a curve, a linkage, an engine, a chain, and two in space. */
const STRIP = ['heart', 'peaucellier', 'engine', 'catenary', 'stewart-platform', 'turntable'];

/** Writes the front page, with some scenes of the gallery. */
export async function writeHero(gallery: readonly PublishedScene[]): Promise<void> {
  const { figure } = await publishScene('walking-machine', heroDocument());
  const { version, license, repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Package;
  const strip = STRIP.map((name) => {
    const { picture, scene } = gallery.find((one) => one.name === name)!; // the list is of files that there are
    return `<li><a href="./gallery/${name}.html">${picture('./')}<strong>${escapeHtml(scene.title)}</strong></a></li>`;
  });
  mkdirSync(PAGES, { recursive: true });
  writeFileSync(
    join(PAGES, 'index.md'),
    readFileSync(join(SITE, 'front-page.md'), 'utf8')
      .replace('<!-- hero -->', figure('./'))
      .replace('<!-- strip -->', strip.join('\n'))
      .replaceAll('VERSION', version)
      .replace('LICENCE', license)
      .replace('REPOSITORY', repository.url.replace(/^git\+/, '')),
  );
}

interface Package {
  readonly version: string;
  readonly license: string;
  readonly repository: { readonly url: string };
}
