import { readOptions } from '../../runtime/base/check.js';
import { check, has, isPoint, type Rule } from '../painter/picture-check.js';
import { PICTURE_OPTIONS } from '../painter/sketch.js';

/** The values that options may have. */
type Rules = Readonly<Record<string, Rule>>;

/** Returns a copy of options. Throws E_OPTIONS, E_OPTION_UNKNOWN, and E_VIEW for one that breaks its rule. */
export function checkedOptions<T extends object>(options: T, of: string, rules: Rules): T {
  const read = readOptions(options, `Options of ${of}`, Object.keys(rules));
  for (const [name, value] of Object.entries(read)) check(value, `The option '${name}' of ${of}`, rules[name]!);
  return read;
}

const isPositive = (value: unknown): value is number => Number.isFinite(value) && (value as number) > 0;

/** Longest trail, s. */
const LONGEST = 3600;

const ANY: Rule = [() => true, ''];
const FLAG: Rule = [(value) => typeof value === 'boolean', 'true or false'];
const LIST: Rule = [Array.isArray, 'a list, as the picture of a scene has it'];

export const UPWARDS: Rule = [(value) => value === 'y' || value === 'z', "'y' or 'z'"];
export const OBJECT: Rule = [(value) => has(value, 'isObject3D'), 'an Object3D of three.js, such as a loaded model'];
export const ELEMENT: Rule = [(value) => has(value, 'addEventListener'), 'an element, such as renderer.domElement'];
export const CAMERA: Rule = [(value) => has(value, 'isCamera'), 'a camera of three.js'];

export const PARTS: Rules = {
  // What pictures of scenes have besides.
  ...Object.fromEntries([...PICTURE_OPTIONS, 'labels'].map((name) => [name, ANY])),
  looks: [(value) => value instanceof Map, 'a Map, as the picture of a scene has it'],
  points: [(value) => Array.isArray(value) && value.every(isPoint), 'a list of points'],
  ropes: LIST,
  driven: [(value) => value instanceof Set, 'a Set, as the picture of a scene has it'],
  fixed: LIST,
  colors: [(value) => has(value, 'body', 'rod'), 'LIGHT or DARK of holonomic/canvas, or a copy with other colours'],
};

export const DEBUG: Rules = {
  axes: FLAG,
  limits: FLAG,
  forces: [(value) => FLAG[0](value) || Number.isFinite(value), 'true, false, or a length for 1 N, m'],
  size: [isPositive, 'a positive length, m'],
};

export const TRAIL: Rules = {
  seconds: [(value) => isPositive(value) && value <= LONGEST, `more than 0 s, and at most ${LONGEST} s`],
  color: ANY,
};

export const DRAG: Rules = {
  hand: [
    (value) => has(value) && ['stiffness', 'damping', 'maxForce'].every((name) => Number.isFinite(value[name])),
    'three numbers: { stiffness, damping, maxForce }',
  ],
  // React has null while there are none.
  controls: [(value) => value === null || has(value, 'enabled'), 'what turns the camera, such as OrbitControls'],
  onChange: [(value) => typeof value === 'function', 'a function'],
};
