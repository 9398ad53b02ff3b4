import { FLAG, isRecord, POSITIVE, TEXT, type OptionRule } from '../diagnostics/arguments.js';
import { kindOf, nearest, quote, SpecError, type Diagnostic } from '../diagnostics/index.js';
import { has, isFrame, isPoint } from '../painter/picture-check.js';
import type { PictureOptions } from '../painter/sketch.js';
import type { BuiltScene, Driver, Scene, TracedPoint } from './scene.js';

/** What the fields of an object must be, those that it needs, and how the object is written. */
interface Form<T> {
  readonly rules: Readonly<Record<keyof T, OptionRule>>;
  readonly required: readonly (keyof T & string)[];
  readonly written: string;
}

const NUMBER: OptionRule = { is: Number.isFinite, expected: 'a number' };
const LIST: OptionRule = { is: Array.isArray, expected: 'a list' };
const MAP: OptionRule = { is: (value) => value instanceof Map, expected: 'a Map' };
const POINT: OptionRule = { is: isPoint, expected: 'a point, such as body.point([0, 0]), or a particle' };

const SCENE: Form<Scene> = {
  rules: { title: TEXT, until: POSITIVE, dt: POSITIVE, build: { is: () => true, expected: 'a function' } },
  required: ['title'],
  written: '{ title, until?, dt?, build() { … } }',
};

const BUILT: Form<BuiltScene> = {
  rules: {
    // A module may have a world of another copy of the runtime.
    world: {
      is: (value) => has(value, 'space', 'bodies', 'particles', 'step'),
      expected: 'what new World({ space: 2 }) returns',
    },
    traces: LIST,
    drivers: LIST,
    picture: { is: isRecord, expected: 'an object' },
  },
  required: ['world'],
  written: '{ world, traces?, drivers?, picture? }',
};

const TRACE: Form<TracedPoint> = {
  rules: {
    label: TEXT,
    point: POINT,
    fade: POSITIVE,
    about: { is: (value) => has(value, 'pointToLocalFrame'), expected: 'a rigid body' },
  },
  required: ['label', 'point'],
  written: '{ label, point, fade?, about? }',
};

const DRIVER: Form<Driver> = {
  rules: {
    constraint: { is: (value) => has(value, 'type', 'lambda'), expected: 'a constraint' },
    input: TEXT,
  },
  required: ['constraint', 'input'],
  written: '{ constraint, input }, with the name of the input that it moves',
};

const PICTURE: Form<PictureOptions & { readonly labels?: unknown }> = {
  rules: {
    labels: MAP, // pictures of scenes that are data have them besides
    looks: MAP,
    points: { is: (value) => Array.isArray(value) && value.every(isPoint), expected: 'a list of points' },
    shapes: LIST,
    fixed: LIST,
    ropes: LIST,
    angles: LIST,
    names: { is: (value) => MAP.is(value), expected: 'a Map from points to their names' },
    forces: FLAG,
    reach: { is: (value) => has(value, 'min', 'max'), expected: '{ min, max }' },
    follow: POINT,
    followAlong: { is: (value) => value === 'x' || value === 'y', expected: "'x' or 'y'" },
    layers: MAP,
    driven: { is: (value) => value instanceof Set, expected: 'a Set' },
    frame: { is: isFrame, expected: '[left, bottom, right, top], with left < right and bottom < top' },
    camera: { is: (value) => has(value, 'from'), expected: '{ from, to? }' },
    rotating: NUMBER,
  },
  required: [],
  written: 'an object',
};

/**
 * Builds a scene. Throws a SpecError that names each field, of the scene or of what it builds, that
 * is not what it must be.
 */
export async function buildScene(scene: Scene): Promise<BuiltScene> {
  const check = (faults: readonly Diagnostic[]): void => {
    if (faults.length > 0) throw new SpecError(faults);
  };
  check(faultsIn('', scene, SCENE));
  const built: unknown = await scene.build();
  check(faultsIn('build()', built, BUILT));
  const { traces = [], drivers = [], picture = {} } = built as BuiltScene;
  check([
    ...traces.flatMap((trace, i) => faultsIn(`build().traces[${i}]`, trace, TRACE)),
    ...drivers.flatMap((driver, i) => faultsIn(`build().drivers[${i}]`, driver, DRIVER)),
    ...faultsIn('build().picture', picture, PICTURE),
  ]);
  return built as BuiltScene;
}

/**
 * The mistakes in an object. It may have fields of other names, for uses of its own, but for one
 * that is close to the name of a field that is left out: that is misspelt.
 */
function faultsIn<T>(place: string, value: unknown, { rules, required, written }: Form<T>): Diagnostic[] {
  const fault = (field: string, message: string, hint?: string): Diagnostic => ({
    code: 'E_SCENE',
    message,
    ...(hint !== undefined && { hint }),
    field,
  });
  if (!isRecord(value)) return [fault(place, `${quote(place)} must be ${written}, not ${kindOf(value)}.`)];
  const within = (name: string): string => (place === '' ? name : `${place}.${name}`);
  const names = Object.keys(rules);
  const leftOut = names.filter((name) => value[name] === undefined);
  const misspelt = Object.keys(value).flatMap((key): (readonly [string, string])[] => {
    const meant = names.includes(key) ? undefined : nearest(key, leftOut);
    return meant === undefined ? [] : [[key, meant]];
  });
  return [
    ...misspelt.map(([key, meant]) =>
      fault(within(key), `There is no field ${quote(key)} here.`, `did you mean "${meant}"?`),
    ),
    ...required
      .filter((name) => leftOut.includes(name) && !misspelt.some(([, meant]) => meant === name))
      .map((name) => fault(within(name), `${quote(within(name))} is missing.`, `write ${written}`)),
    ...Object.entries<OptionRule>(rules).flatMap(([name, { is, expected }]) =>
      leftOut.includes(name) || is(value[name])
        ? []
        : fault(within(name), `${quote(within(name))} must be ${expected}, not ${kindOf(value[name])}.`),
    ),
  ];
}
