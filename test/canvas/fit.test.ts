import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MovingPicture } from '../../src/canvas/picture.js';
import { LIGHT } from '../../src/painter/colors.js';
import { placesIn } from '../../src/painter/paint-world.js';
import { Sketch } from '../../src/painter/sketch.js';
import { loadPrecompiled } from '../../src/scene/load-precompiled.js';
import { precompiled } from '../scene/precompiled.js';
import { someOf } from '../support/scope.js';

const FOLDER = join(import.meta.dirname, '../../scenes');
const scenes = readdirSync(FOLDER).map((name) => name.replace('.json', ''));

/** A page, and a phone. */
const SIZES = [
  { width: 660, height: 495 },
  { width: 390, height: 260 },
];
/** States of a run, other ones than those that the box of the run is made of. */
const STATES = 37;

const context = new Proxy({}, { get: () => () => 0, set: () => true }) as never;

test.each(someOf(scenes, 2))('%s: its first picture holds all of a run, and stays', (name) => {
  const scene = loadPrecompiled(precompiled(JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'))));
  const { world, picture: options } = scene.build();
  const picture = new MovingPicture(world, options);
  const sketch = new Sketch(world, { ...options, shapes: [] });
  const scales = SIZES.map((size) => picture.view(size).scale);
  const outside: unknown[] = [];
  const steps = Math.round(scene.until / scene.dt);
  for (let step = 0; step <= steps; step++) {
    if (step > 0) world.step(scene.dt);
    if (step % Math.ceil(steps / STATES) > 0) continue;
    const places = placesIn(sketch.shapes([], { min: [0, 0], max: [1, 1] }), []);
    for (const [k, size] of SIZES.entries()) {
      const view = picture.paint(context, size, LIGHT);
      if (!(Math.abs(view.scale / scales[k]! - 1) < 0.01)) outside.push({ step, scale: view.scale });
      for (const [x, y] of places.map((position) => view.place(position)))
        if (!(Math.min(x, size.width - x) > 3 && Math.min(y, size.height - y) > 3)) outside.push({ step, x, y, size });
    }
  }
  expect(outside.slice(0, 5)).toEqual([]);
});
