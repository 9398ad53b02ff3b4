import { expect } from 'vitest';

export const G = 9.81;

export const near = (actual: number, expected: number, tolerance: number): void => {
  expect(Math.abs(actual - expected), `${actual} against ${expected}`).toBeLessThan(tolerance);
};
