import { rattle, type WorldOptions } from '../runtime/index.js';
import { pinnedNet, potentialScale } from '../test/runtime/fixtures/pinned-net.js';
import { report } from './figures.js';

const DT = 1 / 240;

const SETTINGS: readonly (readonly [string, Partial<WorldOptions>])[] = [
  ['default', {}],
  ['projection', { projection: true }],
  ['rattle', { integrator: rattle() }],
];

function survive(n: number, seconds: number, options: Partial<WorldOptions>): string[] {
  const world = pinnedNet(n, options);
  const start = world.energy().total;
  const scale = potentialScale(n);
  let rise = 0;
  let violation = 0;
  const before = process.cpuUsage();
  for (let k = 0; k < Math.round(seconds / DT); k++) {
    world.step(DT);
    rise = Math.max(rise, (world.energy().total - start) / scale);
    violation = Math.max(violation, world.residual().position);
  }
  const { user, system } = process.cpuUsage(before);
  const change = (world.energy().total - start) / scale;
  const { fallbacks, projectionsFailed } = world.stats;
  return [
    rise.toExponential(1),
    change.toExponential(1),
    `${violation.toExponential(1)} m`,
    String(fallbacks),
    String(projectionsFailed),
    `${((user + system) / 1e6).toFixed(0)} s`,
  ];
}

/**
 * Runs a net of `n × n` points, pinned at one corner, that falls, folds flat and moves violently.
 * Energies are relative to its weight times its size. Takes minutes for 32 × 32 points and 20 s.
 */
export function benchNetSurvival(n = 32, seconds = 20): void {
  const rows = SETTINGS.map(([name, options]) => [name, ...survive(n, seconds, options)]);
  report('survival', `Net of ${n} × ${n} points pinned at a corner, ${2 * n * (n - 1)} rods, ${seconds} s at 240 Hz`, [
    ['settings', 'rise of energy', 'at the end', 'violation', 'fallbacks', 'unprojected', 'CPU time'],
    ...rows,
  ]);
}
