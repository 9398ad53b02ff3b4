import { painleveRod } from '../test/runtime/fixtures/contact/painleve.js';
import { energyOf } from '../test/runtime/fixtures/contact/rigid-system.js';
import { chainScene, netScene } from '../test/runtime/fixtures/contact/ropes.js';
import {
  cardHouse,
  COLD_SCENES,
  pinchedCapsule,
  radians,
  rollingTest,
  slidingBox,
  tower,
  type ContactScene,
} from '../test/runtime/fixtures/contact/scenes.js';
import { mean, run, type Run, type RunOptions } from '../test/runtime/fixtures/contact/stepping.js';
import { ComplementaritySolver } from '../runtime/complementarity/complementarity-solver.js';
import { emptyComplementarityReport } from '../runtime/complementarity/report.js';
import { report } from './figures.js';

type Scene = Pick<ContactScene, 'bodies' | 'rows'> & Partial<ContactScene>;

const digits = (value: number): string => value.toExponential(1);
const speed = ({ system }: Run): number => system.velocities().reduce((most, v) => Math.max(most, Math.abs(v)), 0);

/** Runs a scene and returns its line of the table, with what is to be said of it in the end. */
function line(
  name: string,
  scene: Scene,
  steps: number,
  say: (run: Run) => string,
  options: RunOptions = {},
): string[] {
  const { bodies, rows, g, h } = scene;
  const result = run(bodies, rows, steps, { ...(g && { g }), ...(h !== undefined && { h }), ...options });
  const { factorizations, residuals, converged } = result;
  return [
    name,
    String(steps),
    converged ? 'yes' : 'NO',
    String(factorizations[0]),
    mean(factorizations).toFixed(2),
    String(Math.max(0, ...factorizations.slice(1))),
    digits(Math.max(...residuals)),
    say(result),
  ];
}

function painleve(): string[] {
  const report = emptyComplementarityReport();
  const factorizations: number[] = [];
  let residual = 0;
  let converged = true;
  for (let angle = 35; angle <= 84; angle += 7) {
    for (const mu of [0.5, 1, 1.4, 2, 3]) {
      new ComplementaritySolver().solve(painleveRod(radians(angle), mu), report);
      factorizations.push(report.factorizations);
      residual = Math.max(residual, report.residual);
      converged &&= report.converged;
    }
  }
  const known = painleveRod(radians(63.4), 1.4);
  new ComplementaritySolver().solve(known, report);
  const lambda = [...known.multipliers].map((x) => x.toFixed(5)).join(', ');
  return [
    "Painlevé's rod, 40 problems",
    '',
    converged ? 'yes' : 'NO',
    '',
    mean(factorizations).toFixed(2),
    String(Math.max(...factorizations)),
    digits(residual),
    `λ(63.4°, µ 1.4) = ${lambda}`,
  ];
}

function spinningBox(): string[] {
  const scene = slidingBox(0.5, 2, 10);
  let energy = energyOf(scene.bodies, scene.g);
  let rise = 0;
  return line('box slides and spins', scene, 192, () => `energy rises ${digits(rise)} J`, {
    onStep: () => {
      const now = energyOf(scene.bodies, scene.g);
      rise = Math.max(rise, now - energy);
      energy = now;
    },
  });
}

function restingTower(): string[] {
  const scene = tower(10, { theta: radians(10) });
  const start = scene.bodies.map(({ x }) => x);
  const drift = (): number =>
    Math.max(...scene.bodies.map(({ x }, k) => Math.hypot(...x.map((entry, c) => entry - start[k]![c]!))));
  let fastest = 0;
  const say = (): string => `drift ${digits(drift())} m, |v| ${digits(fastest)}`;
  return line('tower of 10, 10°, 10 s', scene, 2400, say, {
    onStep: (_, system) => {
      for (const v of system.velocities()) fastest = Math.max(fastest, Math.abs(v));
    },
  });
}

/** Prints what the solver of bounds and friction needs for known scenes, and how well it does. */
export function benchContactSolver(): void {
  const rolling = rollingTest(1e-3);
  const [slow, fast] = [slidingBox(0.5, 2), slidingBox(0.5, 2, 0, 1 / 960)];
  const capsule = pinchedCapsule();
  const closing = { ...pinchedCapsule(0.01) };
  const soft = pinchedCapsule(0.01);
  const flipped = tower(10, { mu: 0 });
  const nothing = (): string => '';
  const lines = [
    ...COLD_SCENES.map(([name, make]) => line(name, make(), 1, (result) => `|v| ${speed(result).toExponential(3)}`)),
    restingTower(),
    line('rolling test, 1 s', rolling, 1000, () => {
      const [box, ball] = [rolling.bodies[0]!.v, rolling.bodies[1]!.v].map((v) => Math.hypot(v[0], v[1]));
      return `v ${box!.toFixed(14)}, ${ball!.toFixed(14)}`;
    }),
    line(
      'box stops, h 1/240',
      slow,
      144,
      () => `at ${slow.bodies[0]!.x[0].toFixed(6)} m, lift ${slow.bodies[0]!.x[2] - 0.25}`,
    ),
    line(
      'box stops, h 1/960',
      fast,
      576,
      () => `at ${fast.bodies[0]!.x[0].toFixed(6)} m, lift ${fast.bodies[0]!.x[2] - 0.25}`,
    ),
    line('pinched capsule, 1 s', capsule, 240, ({ system }) => {
      const lost = Math.abs(15 - 240 * system.multipliers[0]!);
      return `creep ${digits(Math.hypot(...capsule.bodies[0]!.x))} m, preload kept to ${digits(lost)} N`;
    }, { start: ({ multipliers }) => (multipliers[0] = multipliers[3] = 15 / 240) }), // prettier-ignore
    painleve(),
    line('card house of 3, µ 0.6', cardHouse(3, 0.6), 100, ({ factorizations }) => warmSteps(factorizations)),
    line('card house of 3, µ 0.1', cardHouse(3, 0.1), 100, ({ factorizations }) => warmSteps(factorizations)),
    line('chain of 40 rods', chainScene(40, 'rod'), 480, nothing),
    line('chain of 40 ropes', chainScene(40, 'rope'), 480, nothing),
    line('net of 100, ropes', netScene(10), 360, nothing),
    line('gravity flips twice', flipped, 60, ({ factorizations }) => `${factorizations[20]!} to open 40`, {
      g: (step) => [0, 0, step >= 20 && step < 40 ? 9.81 : -9.81],
    }),
    spinningBox(),
    line('walls close, rigid', closing, 1, ({ residuals }) => `fails by ${digits(residuals[0]!)} m/s`),
    line('walls close, compliance', soft, 1, (result) => `|v| ${digits(speed(result))}`, {
      start: ({ sigma }) => (sigma[0] = sigma[3] = 1e-4 / 0.045),
    }),
  ];
  report(
    'contact-solver',
    'Bounds and friction: factorizations in the first step, mean and most in others; residual in m/s',
    [['scene', 'steps', 'solved', 'first', 'mean', 'most', 'residual', 'remark'], ...lines],
  );
}

const warmSteps = (factorizations: readonly number[]): string =>
  `${factorizations.filter((count) => count <= 5).length} steps by Newton alone`;
