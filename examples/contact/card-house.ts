import { pathToFileURL } from 'node:url';
import { collide, gravity, velocityStep, World, type RigidBody3D } from '../../runtime/index.js';

/** Height, width and thickness of a card, m, and its mass, kg. */
const [HEIGHT, WIDTH, THICKNESS, MASS] = [0.09, 0.06, 0.003, 0.002];
/** Lean of the cards from the vertical, rad. */
const LEAN = 0.48;

/** A house of cards with `storeys`, of which the lowest has as many tents of two cards. */
export function cardHouse(storeys: number, friction: number): { world: World; cards: RigidBody3D[] } {
  const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])], integrator: velocityStep() });
  const cards: RigidBody3D[] = [];
  const size = [THICKNESS, WIDTH, HEIGHT];
  const [x, y, z] = size.map((side) => (MASS * side ** 2) / 12) as [number, number, number];
  const add = (px: number, pz: number, angle: number): void => {
    const orientation = [Math.cos(angle / 2), 0, Math.sin(angle / 2), 0];
    cards.push(world.addBody({ mass: MASS, inertia: [y + z, x + z, x + y], position: [px, 0, pz], orientation }));
  };
  // A leaning card reaches from its lower outer edge to its upper inner one.
  const rise = HEIGHT * Math.cos(LEAN) + THICKNESS * Math.sin(LEAN);
  const reach = (HEIGHT * Math.sin(LEAN) + THICKNESS * Math.cos(LEAN)) / 2;
  // Feet of neighbours stand apart by the thickness of a card.
  const pitch = 4 * reach + THICKNESS;
  for (let storey = 0; storey < storeys; storey++) {
    const floor = storey * (rise + THICKNESS);
    const tents = storeys - storey;
    const left = (storey * pitch) / 2;
    for (let i = 0; i < tents; i++) {
      add(left + i * pitch - reach, floor + rise / 2, LEAN);
      add(left + i * pitch + reach, floor + rise / 2, -LEAN);
      if (i > 0) add(left + (i - 0.5) * pitch, floor + rise + THICKNESS / 2, Math.PI / 2);
    }
  }
  collide(world, { shapes: [{ plane: [0, 0, 1] }, ...cards.map((body) => ({ body, box: size }))], friction });
  return { world, cards };
}

/** The largest speed of any card, m/s. */
export const fastest = (cards: readonly RigidBody3D[]): number =>
  Math.max(...cards.map(({ velocity }) => Math.hypot(...velocity)));

/** Lets a house of three storeys stand for a second, and prints how still. */
function main(): void {
  const { world, cards } = cardHouse(3, 0.6);
  world.run({ until: 1, dt: 1 / 240 });
  const { steps, factorizations } = world.stats;
  console.log(`${cards.length} cards, fastest after 1 s: ${fastest(cards).toExponential(0)} m/s`);
  console.log(`${(factorizations / steps).toFixed(1)} factorizations a step`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
