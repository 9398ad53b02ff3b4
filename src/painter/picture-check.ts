import { show } from '../../runtime/base/check.js';
import { HolonomicRuntimeError, type ErrorCode } from '../../runtime/index.js';

/** What an argument or an option may be: a test, and the same in words. */
export type Rule = readonly [is: (value: unknown) => boolean, expected: string];

/** Throws E_VIEW, or another code, for a value that breaks its rule. `what` names it. */
export function check(value: unknown, what: string, [is, expected]: Rule, code: ErrorCode = 'E_VIEW'): void {
  if (!is(value)) throw new HolonomicRuntimeError(code, `${what} is ${show(value)}.`, `Give ${expected}.`);
}

/** Tests whether a value has members of these names. */
export const has = (value: unknown, ...names: readonly string[]): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && names.every((name) => name in value);

/** Tests whether a value is a frame that has an area. */
export const isFrame = (value: unknown): boolean => {
  if (!Array.isArray(value) || value.length !== 4 || !value.every(Number.isFinite)) return false;
  const [left, bottom, right, top] = value as [number, number, number, number];
  return left < right && bottom < top;
};

export const isPoint = (value: unknown): boolean => has(value, 'position');

const POINT: Rule = [isPoint, 'a point, body.point([0, 0, 0]), or a particle'];
// A page may have a world of another class, which moves by a module of its own.
const WORLD: Rule = [
  (value) => has(value, 'space', 'bodies', 'particles', 'constraints', 'forces'),
  'what new World({ space: 3 }) returns',
];
const CANVAS: Rule = [(value) => has(value, 'getContext'), "a canvas, such as document.querySelector('canvas')"];
const FRAME: Rule = [isFrame, '[left, bottom, right, top], with left < right and bottom < top'];
const NAMES: Rule = [
  (value) => value instanceof Map && [...value.keys()].every(isPoint),
  'a Map from points to their names',
];

/** Throws E_WORLD for what is no world. */
export const checkWorld = (world: unknown, what: string): void => {
  check(world, what, WORLD, 'E_WORLD');
};

/** Throws E_VIEW for what is no point, or no canvas. */
export const checkPoint = (point: unknown, what: string): void => {
  check(point, what, POINT);
};
export const checkCanvas = (canvas: unknown, what: string): void => {
  check(canvas, what, CANVAS);
};

/** Throws E_WORLD, and E_VIEW for options in which a picture finds no place. */
export function checkPicture(
  world: unknown,
  { frame, names }: { readonly frame?: unknown; readonly names?: unknown },
): void {
  checkWorld(world, 'The world of a picture');
  if (frame !== undefined) check(frame, "The option 'frame' of a picture", FRAME);
  if (names !== undefined) check(names, "The option 'names' of a picture", NAMES);
}
