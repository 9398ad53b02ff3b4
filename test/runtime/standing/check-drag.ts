import { Coincident2D, Coincident3D } from 'holonomic/library';
import { expect } from 'vitest';
import { mouseSpring, type Particle } from '../../../runtime/index.js';
import { random } from '../fixtures/oracle.js';
import { GALLERY } from './gallery.js';

/** Steps a second, and time between two places that the mouse heads for, s. */
const RATE = 60;
const PAUSE = 0.4;
/** Part of the way to its place that the mouse goes in a step, and how often it jumps there. */
const PART = 0.25;
const JUMPS = 0.1;
/** Frequency of the mouse's spring, critically damped, 1/s. */
const HERTZ = 4;

/**
 * Drags a mechanism about at random for so many seconds, by a handle that holds its grip or by a
 * spring, and checks that it stays in bounds.
 */
export function checkDrag(name: string, by: 'handle' | 'mouseSpring', seconds: number, seed: number): void {
  const codes: string[] = [];
  const { world, grip, size } = GALLERY[name]!({ onWarning: ({ code }) => codes.push(code) });
  const next = random(seed);
  for (let i = 0; i < 5; i++) next();
  const home = [...grip.position];
  const handle = by === 'handle' ? world.handle(home) : undefined;
  if (handle && world.space === 2) world.add(new Coincident2D({ a: handle, b: grip }));
  else if (handle) world.add(new Coincident3D({ a: handle, b: grip }));
  // Designed for the particle that it holds, or for a kilogram of a body.
  const held = 'mass' in grip ? (grip as Particle).mass : 1;
  const spring = { point: grip, target: home, hertz: HERTZ, mass: held };
  const mover = handle ?? world.addForce(mouseSpring(spring));
  const mass = [...world.particles, ...world.bodies].reduce((sum, body) => sum + ('mass' in body ? body.mass : 0), 0);

  let [place, target] = [home, home];
  let [speed, reach, kinetic, stretch] = [0, 0, 0, 0];
  for (let i = 0; i < seconds * RATE; i++) {
    if (i % (PAUSE * RATE) === 0) target = home.map((x) => x + size * next());
    const before = place;
    const part = next() > 1 - 2 * JUMPS ? 1 : PART;
    place = place.map((x, c) => x + part * (target[c]! - x));
    speed = Math.max(speed, RATE * Math.hypot(...place.map((x, c) => x - before[c]!)));
    reach = Math.max(reach, Math.hypot(...place.map((x, c) => x - home[c]!)));
    mover.moveTo(place);
    world.step(1 / RATE);
    kinetic = Math.max(kinetic, world.energy().kinetic);
    stretch = Math.max(stretch, world.residual().position);
  }
  // What the mouse can give, and in a handle's grip the reach of levers beyond that.
  const fall = 2 * mass * 9.81 * size;
  if (handle) {
    expect(kinetic).toBeLessThan(30 * (mass * speed ** 2) + fall);
    expect(stretch).toBeLessThan(2 * size + reach);
  } else {
    expect(kinetic).toBeLessThan(4 * held * (2 * Math.PI * HERTZ) ** 2 * (reach + size) ** 2 + fall);
    expect(stretch).toBeLessThan(0.03 * size);
  }
  expect(codes.length).toBe(new Set(codes).size);
}
