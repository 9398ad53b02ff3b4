import type { SimulationSummary } from '../simulate/summary.js';
import { count } from './words.js';

/** Describes the result of a simulation, a line per fact. */
export function describeSimulation(summary: SimulationSummary, files: Readonly<Record<string, string>> = {}): string {
  const { title, steps, dt, largestC, energy, solver, millisecondsPerStep } = summary;
  // At rest, kinetic energy is rounding.
  const share =
    energy.drift > 1e3 * energy.scale
      ? `; the largest kinetic energy is ${short(energy.scale)} J`
      : energy.scale > 0
        ? `, ${short(energy.drift / energy.scale)} of the largest kinetic energy`
        : '';
  const measured =
    energy.work === null
      ? `largest |E(t) − E(0)|${share}`
      : `largest |E(t) − E(0) − W(t)|${share}; W: work of the drivers, ${energy.work.toFixed(3)} J in all`;
  const facts: [string, string][] = [
    ['largest |C|', `${short(largestC.value)} at t = ${largestC.time.toFixed(2)} s`],
    [energy.work === null ? 'energy drift' : 'energy balance', `${short(energy.drift)} J (${measured})`],
    [
      'solver',
      `${solver.iterationsPerStep.toFixed(1)} iterations, ${solver.factorizationsPerStep.toFixed(1)} factorizations, ` +
        `${solver.evaluationsPerStep.toFixed(1)} evaluations per step`,
    ],
    ['time per step', `${millisecondsPerStep.toFixed(3)} ms`],
    ...summary.warnings.map((warning): [string, string] => ['warning', warning]),
    ...Object.entries(files).map(([what, file]): [string, string] => [what, file]),
  ];
  const lines = facts.map(([name, fact]) => `  ${name.padEnd(14)}  ${fact}`);
  return [
    `${title}: ${+(steps * dt).toFixed(6)} s in ${count(steps, 'step')} of ${(1000 * dt).toFixed(3)} ms`,
    ...lines,
  ].join('\n');
}

const short = (x: number): string => x.toExponential(1);
