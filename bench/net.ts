import { Distance2D } from 'holonomic/library';
import {
  automatic,
  blockLDL,
  conjugateGradient,
  gravity,
  World,
  type PointConnector,
  type Solver,
} from '../runtime/index.js';
import { contest, printTable } from './measure.js';

const DT = 1 / 240;

/** A net of `n × n` particles, hung up at two corners: structural rods only, `2 n (n − 1)` of them, and one to the ground at each of the corners. */
function net(n: number, solver: Solver): World {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], solver });
  const particles: PointConnector[] = [];
  for (let y = 0; y < n; y++) {
    // Not quite a rectangle, so that no direction is special.
    for (let x = 0; x < n; x++) {
      const position = [x + 0.2 * Math.sin(3 * y + x), -y + 0.2 * Math.cos(5 * x + y)];
      particles.push(world.addParticle({ mass: 1, position }));
    }
  }
  const rod = (a: PointConnector, b: PointConnector): void => {
    const length = Math.hypot(a.position[0]! - b.position[0]!, a.position[1]! - b.position[1]!);
    world.add(new Distance2D({ a, b, length }));
  };
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < n; x++) {
      const i = y * n + x;
      if (x + 1 < n) rod(particles[i]!, particles[i + 1]!);
      if (y + 1 < n) rod(particles[i]!, particles[i + n]!);
    }
  }
  for (const corner of [0, n - 1]) {
    const { position } = particles[corner]!;
    rod(world.ground.point([position[0]!, position[1]! + 1]), particles[corner]!);
  }
  return world;
}

const SOLVERS: readonly (readonly [string, Solver])[] = [
  ['blockLDL', blockLDL()],
  ['IC(0) conjugate residuals', conjugateGradient({ preconditioner: 'incompleteCholesky' })],
  ['block Jacobi', conjugateGradient({ preconditioner: 'blockJacobi' })],
  ['plain', conjugateGradient()],
  ['automatic', automatic()],
];

/** Time per step of a net, with each solver. */
export function benchNet(n = 32, steps = 2): void {
  const worlds = SOLVERS.map(([, solver]) => net(n, solver));
  const { times, ratios } = contest(
    worlds.map((world) => () => {
      for (let k = 0; k < steps; k++) world.step(DT);
    }),
    5,
    1,
  );
  console.log(
    `\nNet of ${n} × ${n} particles, ${worlds[0]!.constraints.length} rows, RK4 at 240 Hz (four evaluations per step)\n`,
  );
  printTable([
    ['solver', 'per step', 'against blockLDL', 'iterations', 'fill'],
    ...worlds.map(({ stats }, i) => [
      SOLVERS[i]![0],
      `${(times[i]! / steps).toFixed(1)} ms`,
      ratios[i]!.toFixed(1),
      String(stats.lastIterations),
      String(stats.fill),
    ]),
  ]);
}
