import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { timesOf, type Problem } from './problem.js';

const FILE = new URL('solutions.json', import.meta.url);

/** Solutions by the names of their problems: the times, and the places at each. */
type Solutions = Record<string, { times: readonly number[]; places: readonly (readonly number[])[] }>;

const stored: Solutions = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Solutions) : {};

/** Digits that are stored: more than any comparison needs. */
const DIGITS = 12;

/** Computes what a problem should come to, at {@link timesOf} it. */
export function compute(problem: Problem): readonly (readonly number[])[] {
  return problem.exact(timesOf(problem));
}

/**
 * Returns the stored solution of a problem. `UPDATE_SOLUTIONS=1` computes those that are missing or
 * for other times, and stores them; so does a problem whose entry was deleted from the file.
 */
export function solutionOf(problem: Problem): readonly (readonly number[])[] {
  const times = timesOf(problem);
  const known = stored[problem.name];
  if (known?.times.every((t, i) => t === times[i])) return known.places;
  if (process.env['UPDATE_SOLUTIONS'] === undefined) {
    throw new Error(
      `No solution of '${problem.name}' is stored. Run UPDATE_SOLUTIONS=1 npx vitest run test/runtime/standing`,
    );
  }
  const places = compute(problem).map((at) => at.map((x) => Number(x.toPrecision(DIGITS))));
  stored[problem.name] = { times, places };
  writeFileSync(FILE, `${JSON.stringify(stored)}\n`);
  return places;
}
