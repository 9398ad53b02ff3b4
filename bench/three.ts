import { Matrix4, Quaternion, Vector3 } from 'three';
import { collide, rk4, World } from '../runtime/index.js';
import { threeView, type ThreeView } from '../src/three/index.js';
import { bars, hinges } from './body-scenes.js';
import { report } from './figures.js';
import { contest } from './measure.js';

const COUNT = 200;
/** Frames of a contestant in a round: one alone is too short for the clock. */
const FRAMES = 5;

/** Ellipsoids, whose shapes are found by their supports. */
function pebbles(count: number): World {
  const world = new World({ space: 3, integrator: rk4() });
  const shapes = Array.from({ length: count }, (_, k) => ({
    body: world.addBody({ mass: 1, inertia: [1, 1, 1], position: [k, 0, 0] }),
    ellipsoid: [0.5, 0.4, 0.3] as const,
  }));
  collide(world, { shapes });
  return world;
}

const SCENES: readonly (readonly [string, () => World])[] = [
  [`chain of ${COUNT} bars`, () => bars(COUNT, { integrator: rk4() })],
  [`chain of ${COUNT} hinges`, () => hinges(COUNT, { integrator: rk4() })],
  ['100 ellipsoids', () => pebbles(100)],
];

/** What three.js itself needs for as many bodies: a matrix of each. */
function matrices(count: number): () => void {
  const [place, turn, one] = [new Vector3(), new Quaternion(), new Vector3(1, 1, 1)];
  const all = Array.from({ length: count }, () => new Matrix4());
  return () => {
    for (let k = 0; k < count; k++) {
      place.set(k, 1, 2);
      all[k]!.compose(place, turn, one);
    }
  };
}

function drawCalls({ group }: ThreeView): number {
  let count = 0;
  group.traverse((one) => {
    if ('isMesh' in one) count++;
  });
  return count;
}

/** Prints what a frame costs in script beside steps and pixels: to move what is shown of a world to where it is. */
export function benchThree(): void {
  const rows = SCENES.map(([name, build]) => {
    const world = build();
    const start = performance.now();
    const view = threeView(world);
    view.parts();
    const made = performance.now() - start;
    const bare = matrices(world.bodies.length);
    const repeat = (frame: () => void) => () => {
      for (let k = 0; k < FRAMES; k++) frame();
    };
    const { times, ratios } = contest([repeat(bare), repeat(() => { view.update(); })], 7, 2); // prettier-ignore
    const milliseconds = times[1]! / FRAMES;
    return [name, milliseconds.toFixed(2), ratios[1]!.toFixed(1), String(drawCalls(view)), made.toFixed(0)];
  });
  report(
    'three',
    'view.update() of holonomic/three: CPU time of a frame, by that of composing a matrix a body, meshes, and time to make them',
    [['scene', 'ms', 'matrices', 'meshes', 'made in ms'], ...rows],
  );
}
