import * as elementary from '../../../runtime/elementary/index.js';
import { seededRandom } from '../../../src/sampling/random.js';

export type ElementaryName = Exclude<keyof typeof elementary, 'erf'>;
/** Draws a number between 0 and 1. */
type Draw = () => number;

const between = (draw: Draw, low: number, high: number): number => low + (high - low) * draw();
/** `±2^s` times a number from 1 to 2, `s` between these; no function of the engine's is used. */
const sized = (draw: Draw, low: number, high: number): number => {
  let x = (draw() < 0.5 ? -1 : 1) * (1 + draw());
  const steps = Math.floor(between(draw, low, high));
  for (let i = 0; i < Math.abs(steps); i++) x *= steps > 0 ? 2 : 0.5;
  return x;
};

const angle = (draw: Draw): number[] => [draw() < 0.5 ? between(draw, -7, 7) : sized(draw, -30, 60)];
const proper = (draw: Draw): number[] => [
  draw() < 0.5 ? between(draw, -1, 1) : draw() < 0.5 ? sized(draw, -40, -2) : 1 - Math.abs(sized(draw, -50, -2)),
];
const exponent = (draw: Draw): number[] => [
  draw() < 0.5 ? between(draw, -2, 2) : draw() < 0.5 ? between(draw, -700, 700) : sized(draw, -40, 5),
];
const positive = (draw: Draw): number[] => [
  draw() < 0.4 ? between(draw, 0.01, 3) : draw() < 0.5 ? Math.abs(sized(draw, -1000, 1000)) : 1 + sized(draw, -40, -2),
];
const anySize = (draw: Draw): number[] => [draw() < 0.5 ? sized(draw, -6, 6) : sized(draw, -900, 900)];

/** Draws arguments all over the domain of each function, more of them where they are everyday. */
export const ARGUMENTS: Readonly<Record<ElementaryName, (draw: Draw) => number[]>> = {
  sin: angle,
  cos: angle,
  tan: angle,
  asin: proper,
  acos: proper,
  atanh: proper,
  atan: anySize,
  atan2: (draw) => [...anySize(draw), ...anySize(draw)],
  exp: exponent,
  expm1: exponent,
  sinh: exponent,
  cosh: exponent,
  tanh: exponent,
  asinh: anySize,
  acosh: (draw) => [1 + Math.abs(draw() < 0.5 ? between(draw, 0, 3) : sized(draw, -50, 60))],
  log: positive,
  log2: positive,
  log10: positive,
  log1p: (draw) => [draw() < 0.5 ? between(draw, -0.99, 3) : sized(draw, -40, -2)],
  pow: (draw) => [between(draw, 0.01, 5), draw() < 0.5 ? between(draw, -20, 20) : sized(draw, -5, 7)],
  cbrt: anySize,
};

export const functionOf = (name: ElementaryName): ((...args: number[]) => number) => elementary[name];

/** Arguments of a function, the same on every platform. */
export function argumentsOf(name: ElementaryName, count: number): number[][] {
  const random = seededRandom(7);
  return Array.from({ length: count }, () => ARGUMENTS[name](random));
}
