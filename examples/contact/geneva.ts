import { pathToFileURL } from 'node:url';
import { collide, velocityStep, World, type RigidBody2D } from '../../runtime/index.js';
import { Brake, Coincident2D, Motor } from '../../generated/index.js';

const SLOTS = 4;
/** Distance of the axles, and of the pin from that of the driver, m. */
const AXLES = 0.1;
const CRANK = AXLES * Math.sin(Math.PI / SLOTS);
/** Radius of the pin, play on either side of it, and thickness of the walls of slots, m. */
const PIN = 0.005;
const PLAY = 5e-5;
const WALL = 0.004;

/** Angle of the driver from the line of the axles at which the pin enters a slot and leaves it. */
const ENTRY = Math.PI / 2 - Math.PI / SLOTS;

/** The angle of the wheel when the driver is at `alpha`, from −π to π; rad. */
export function wheelAngle(alpha: number): number {
  const within = Math.min(Math.max(alpha, -ENTRY), ENTRY);
  return -Math.PI / SLOTS - Math.atan2(CRANK * Math.sin(within), AXLES - CRANK * Math.cos(within));
}

/**
 * A Geneva drive: a pin on a driver that turns at `speed`, rad/s, enters one of four slots of a wheel,
 * turns it by a quarter, and leaves it. A brake holds the wheel in between. The driver begins halfway
 * between two turns of the wheel.
 */
export function geneva(speed: number): { world: World; driver: RigidBody2D; wheel: RigidBody2D } {
  const world = new World({ space: 2, integrator: velocityStep() });
  const { ground } = world;
  const driver = world.addBody({ mass: 0.2, inertia: 2e-4, position: [0, 0], angle: -Math.PI, angularVelocity: speed });
  const wheel = world.addBody({ mass: 0.2, inertia: 2e-4, position: [AXLES, 0] });
  const base = ground.scalar(0);
  for (const [body, x] of [
    [driver, 0],
    [wheel, AXLES],
  ] as const) {
    world.add(new Coincident2D({ a: body.point([0, 0]), b: ground.point([x, 0]) }));
  }
  world.add(new Motor({ theta: driver.angle, base, speed }));
  world.add(new Brake({ theta: wheel.angle, base, torque: 1e-3 }));
  // A slot ends where the pin enters; one points to the driver when the pin is halfway.
  const [inner, outer] = [0.02, AXLES * Math.cos(Math.PI / SLOTS)];
  const walls = Array.from({ length: 2 * SLOTS }, (_, i) => {
    const angle = Math.PI + ((Math.floor(i / 2) + 0.5) * 2 * Math.PI) / SLOTS;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const along = (inner + outer) / 2;
    const across = (i % 2 === 0 ? 1 : -1) * (PIN + PLAY + WALL / 2);
    return { body: wheel, box: [outer - inner, WALL], at: [along * c - across * s, along * s + across * c], angle };
  });
  collide(world, { shapes: [{ body: driver, disc: PIN, at: [CRANK, 0] }, ...walls], friction: 0.1 });
  return { world, driver, wheel };
}

/** Prints how long the wheel stands in a turn of the driver, and how far it is from the closed form. */
function main(): void {
  const { world, driver, wheel } = geneva(2 * Math.PI);
  const steps = 2000;
  let [still, worst] = [0, 0];
  for (let k = 0; k < steps; k++) {
    world.step(1 / steps);
    if (Math.abs(wheel.angularVelocity) < 1e-6) still++;
    worst = Math.max(worst, Math.abs(wheel.orientation - wheelAngle(driver.orientation)));
  }
  console.log(`the wheel stands for ${((100 * still) / steps).toFixed(1)} % of a turn, and turns by a quarter`);
  const play = PLAY / (AXLES - CRANK);
  console.log(`its angle is off by ${worst.toFixed(4)} rad at most; the play of the pin is ${play.toFixed(4)} rad`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
