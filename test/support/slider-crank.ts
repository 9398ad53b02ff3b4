import { Distance2D, Pendulum, PointOnLine2D } from 'holonomic/library';
import { World, type Force, type Integrator, type Particle, type ScalarConnector } from '../../runtime/index.js';

/** A slider-crank in the plane: a crank with a mass at its pin, a massless rod, and a piston on the x axis. */
export interface SliderCrank {
  readonly world: World<2>;
  /** Angle of the crank from the x axis, less π/2. */
  readonly angle: ScalarConnector;
  readonly piston: Particle<2>;
  readonly rod: Distance2D;
}

export const CRANK = 0.3;
export const ROD = 1;
export const PIN_MASS = 0.4;
export const PISTON_MASS = 2;

/** Position of the piston, and its first two derivatives by the crank angle `θ`. */
export function pistonMotion(theta: number): { x: number; slope: number; bend: number } {
  const [s, c] = [CRANK * Math.sin(theta), CRANK * Math.cos(theta)];
  const w = Math.sqrt(ROD * ROD - s * s);
  return { x: c + w, slope: -s - (s * c) / w, bend: -c - (c * c - s * s) / w - (s * s * c * c) / w ** 3 };
}

/** Makes one at the crank angle `theta`, turning with `omega`, rad/s. */
export function sliderCrank(
  theta: number,
  omega: number,
  forces: readonly Force[] = [],
  integrator?: Integrator,
): SliderCrank {
  const world = new World({ space: 2, forces, ...(integrator && { integrator }) });
  // The pendulum hangs at 0.
  const crank = world.addBody(
    new Pendulum({ length: CRANK, mass: PIN_MASS }, { theta: theta + Math.PI / 2 }, { theta: omega }),
  );
  const { x, slope } = pistonMotion(theta);
  const piston = world.addParticle({ mass: PISTON_MASS, position: [x, 0], velocity: [slope * omega, 0] });
  const rod = world.add(new Distance2D({ a: crank.points.bob, b: piston, length: ROD }));
  world.add(
    new PointOnLine2D({ p: piston, origin: world.ground.point([0, 0]), normal: world.ground.direction([0, 1]) }),
  );
  return { world, angle: crank.scalars.theta, piston, rod };
}
