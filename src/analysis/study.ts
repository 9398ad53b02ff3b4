import { findSignChange } from '../../runtime/base/root.js';
import { slopeAtZero } from '../../runtime/analysis/slopes.js';
import {
  checkOptions,
  FUNCTION,
  isRecord,
  POSITIVE,
  TEXT,
  wholeFrom,
  type OptionRule,
} from '../diagnostics/arguments.js';
import { printWarnings, suggestion, type Diagnostic } from '../diagnostics/index.js';
import { readWithLanguage } from '../scene/load-scene.js';
import { LanguageMissing } from '../scene/numbers.js';
import { checkLoaded, type LoadedScene } from '../scene/read-scene.js';
import { sharedReactions } from '../simulate/shared-reactions.js';
import { slopeOfSide } from './differences.js';
import { fault, Mechanism, type DriveRange, type OutputReading } from './mechanism.js';
import { reactionColumns } from './reactions.js';

/** Where the transmission angle is measured, 0 to π: at a point, between the lines to two others. Names, as `crank.pin`, or formulas of points. */
export interface TransmissionAngle {
  readonly at: string;
  readonly from: string;
  readonly to: string;
}

/** Arguments of {@link study}. */
export interface StudyOptions {
  /**
   * A scalar of the scene, as `crank.angle`, that goes from one end of `over` to the other; drivers of the
   * document are taken out then. If left out, what the document drives moves with the time.
   */
  readonly drive?: string;
  /** First and last value of the drive; of the time from 0 to the scene's `until` if left out, s. */
  readonly over?: readonly [from: number, to: number];
  /** Number of steps; 360 if left out. */
  readonly steps?: number;
  /** Rate of the drive, in its unit per second: 1 if left out, so that rates are slopes by the drive. */
  readonly rate?: number;
  /** Quantities, as paths or formulas; the coordinates of traced points if left out. */
  readonly outputs?: readonly string[];
  readonly transmission?: TransmissionAngle;
  /** Parameters of the document by which the outputs are differentiated. */
  readonly sensitivities?: readonly string[];
  /** Called where reactions are not unique at the start; printed to the console if left out. */
  readonly onWarning?: (warnings: readonly Diagnostic[]) => void;
}

/** A value of the drive at which an output stands still. */
export interface DeadPoint {
  readonly output: string;
  readonly drive: number;
  readonly value: number;
}

/** Result of {@link study}. */
export interface Study {
  /** Names of columns: the drive, then per output `x`, its rate `x'` and acceleration `x''`, the driving torque or power, reactions, sensitivities. */
  readonly columns: readonly string[];
  /** A row per step, the first and the last place included. */
  readonly rows: readonly Float64Array[];
  /**
   * Where outputs stand still: the ends of their ways. There the output cannot drive the mechanism, and
   * with it the drive has no limit to its force.
   */
  readonly deadPoints: readonly DeadPoint[];
  /** The last value of the drive that the mechanism reaches, where that is not the end of `over`. */
  readonly reach?: number;
  /** The column of a name. Throws a SpecError. */
  readonly column: (name: string) => Float64Array;
  /** The table as comma-separated values. */
  readonly toCSV: () => string;
}

const NAMES: OptionRule = {
  is: (value) => Array.isArray(value) && value.every(TEXT.is),
  expected: 'a list of texts',
};
const RULES = {
  drive: TEXT,
  over: {
    is: (value: unknown) =>
      Array.isArray(value) && value.length === 2 && value.every(Number.isFinite) && value[0] !== value[1],
    expected: 'two different numbers, as [0, 2 * Math.PI]',
  },
  steps: wholeFrom(1, 1_000_000),
  rate: POSITIVE,
  outputs: NAMES,
  transmission: {
    is: (value: unknown) => isRecord(value) && ['at', 'from', 'to'].every((name) => TEXT.is(value[name])),
    expected: '{ at, from, to }, names or formulas of points',
  },
  sensitivities: NAMES,
  onWarning: FUNCTION,
};

/** Name of the column of the transmission angle. */
const TRANSMISSION = 'transmission';
/** Part of a parameter that differences take as their step. */
const PARAMETER_STEP = 1e-3;
/** Part of a step to which dead points are found. */
const DEAD_POINT = 1e-10;
/** Part of the mechanism's speed, and of an output in the time of the whole way, below which a rate is rounding. */
const STILL = 1e-9;

/**
 * Takes a mechanism through its cycle, place by place: positions, rates and accelerations of
 * quantities, driving torque, reactions in the axes of the bodies that bear them, transmission angle,
 * dead points, and how outputs depend on dimensions. Nothing is integrated: at each place the constraints
 * are solved to rounding, so errors do not add up.
 *
 * ```ts
 * const table = await study(scene, { drive: 'crank.angle', over: [0, 2 * Math.PI], outputs: ['piston.x'] });
 * ```
 *
 * Rejects with a SpecError for options and names, and throws E_ANALYSIS for a mechanism that keeps a freedom, and
 * for inequalities, friction and equations of rates.
 */
export async function study(scene: LoadedScene, options: StudyOptions = {}): Promise<Study> {
  checkLoaded('study', scene, options);
  checkOptions('study', options, RULES);
  const { drive, steps = 360, over = [0, scene.until], transmission, onWarning = printWarnings } = options;
  if (drive !== undefined && options.over === undefined)
    throw fault('study needs the range of its drive.', 'over', 'give over: [0, 2 * Math.PI]');
  const rate = options.rate ?? 1;
  const range: DriveRange = { drive, over, rate: rate * Math.sign(over[1] - over[0]) };
  const texts = options.outputs ?? tracedOutputs(scene, transmission === undefined);
  const make = (of: LoadedScene): { readonly mechanism: Mechanism; readonly outputs: readonly OutputReading[] } => {
    const mechanism = new Mechanism(of, range);
    return {
      mechanism,
      outputs: [
        ...texts.map((text) => mechanism.output(text)),
        ...(transmission ? [mechanism.angle(TRANSMISSION, transmission)] : []),
      ],
    };
  };
  let made: ReturnType<typeof make>;
  try {
    made = make(scene);
  } catch (error) {
    if (!(error instanceof LanguageMissing)) throw error;
    made = make(await readWithLanguage(scene.document, valuesOf(scene)));
  }
  const { mechanism, outputs } = made;
  const warnings = await sharedReactions(scene);
  if (warnings.length > 0) onWarning(warnings);
  const reactions = reactionColumns(mechanism.built.constraints);
  const varied = await Promise.all((options.sensitivities ?? []).map((name) => variants(scene, range, name, texts)));
  const ofOutputs = outputs.flatMap(({ name }) => [name, `${name}'`, `${name}''`]);
  const twice = ofOutputs.find((name, i) => ofOutputs.indexOf(name) < i);
  if (twice !== undefined)
    throw fault(
      `The outputs of study have the column "${twice}" twice.`,
      'outputs',
      'each output has its rate and its acceleration beside it',
    );
  const columns = [
    drive ?? 'time',
    ...ofOutputs,
    ...(mechanism.effortName === undefined ? [] : [mechanism.effortName]),
    ...reactions.map(({ name }) => name),
    ...varied.flatMap(({ name }) => texts.map((text) => `d(${text})/d(${name})`)),
  ];
  const rows: Float64Array[] = [];
  const deadPoints: DeadPoint[] = [];
  let reach: number | undefined;
  const duration = Math.abs(over[1] - over[0]) / (drive === undefined ? 1 : rate);
  const sizes = outputs.map(() => 0);
  /** Of each output, the last rate that was more than rounding. */
  const rates = outputs.map(() => 0);
  let speed = 0;
  for (let k = 0; k <= steps; k++) {
    const value = k === steps ? over[1] : over[0] + ((over[1] - over[0]) * k) / steps;
    if (!mechanism.moveTo(value)) {
      reach = mechanism.value;
      break;
    }
    const present = outputs.map((output) => output.read());
    speed = Math.max(speed, mechanism.speed);
    outputs.forEach((output, i) => {
      const { value: x, rate: next } = present[i]!;
      sizes[i] = Math.max(sizes[i]!, Math.abs(x));
      if (!(Math.abs(next) > STILL * Math.max(speed, sizes[i] / duration))) return;
      const last = rates[i]!;
      rates[i] = next;
      if (!(last * next < 0) || output.name === TRANSMISSION) return;
      // Where it stands still on the row before, that is where the search ends.
      const from = rows.at(-1)![0]!;
      const drive = findSignChange(
        (part) => (mechanism.moveTo(from + part * (value - from)), output.read().rate),
        0,
        1,
        last,
        next,
        DEAD_POINT,
      );
      mechanism.moveTo(from + drive * (value - from));
      deadPoints.push({ output: output.name, drive: mechanism.value, value: output.read().value });
    });
    mechanism.moveTo(value);
    rows.push(
      Float64Array.from([
        value,
        ...present.flatMap(({ value: x, rate: v, acceleration }) => [x, v, acceleration]),
        ...(mechanism.effortName === undefined ? [] : [mechanism.effort()]),
        ...reactions.map(({ read }) => read()),
        ...varied.flatMap(({ slopes }) => slopes(value)),
      ]),
    );
  }
  return {
    columns,
    rows,
    deadPoints,
    ...(reach !== undefined && { reach }),
    column: (name) => {
      const at = columns.indexOf(name);
      if (at < 0)
        throw fault(
          `The study has no column "${name}".`,
          name,
          suggestion(name, columns) ?? `its columns are ${columns.join(', ')}`,
        );
      return Float64Array.from(rows, (row) => row[at]!);
    },
    toCSV: () => `${[columns.map(cell).join(','), ...rows.map((row) => row.join(','))].join('\n')}\n`,
  };
}

/** The coordinates of traced points. Throws a SpecError where there are none, and some are needed. */
function tracedOutputs(scene: LoadedScene, needsSome: boolean): string[] {
  const { space, traces = {} } = scene.document;
  const axes = ['x', 'y', 'z'].slice(0, space);
  const names = Object.keys(traces);
  if (names.length === 0 && needsSome)
    throw fault('This scene traces no point.', 'outputs', "name what to study, as outputs: ['piston.x']");
  return names.flatMap((name) => axes.map((axis) => `${name}.${axis}`));
}

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const valuesOf = ({ params }: LoadedScene): Record<string, number> =>
  Object.fromEntries(params.map(({ name, value }) => [name, value]));

/** How outputs change with a parameter of the document, by mechanisms with others of it. */
async function variants(
  scene: LoadedScene,
  range: DriveRange,
  name: string,
  outputs: readonly string[],
): Promise<{ readonly name: string; readonly slopes: (value: number) => number[] }> {
  const { document, params } = scene;
  const own = params.find((parameter) => parameter.name === name);
  if (own === undefined) {
    const names = params.map((parameter) => parameter.name);
    throw fault(
      `The scene has no parameter "${name}".`,
      'sensitivities',
      suggestion(name, names) ?? `its parameters are ${names.join(', ')}`,
    );
  }
  const { value: here, min = -Infinity, max = Infinity } = own;
  if (min === max)
    throw fault(`The parameter "${name}" has one value alone.`, 'sensitivities', 'widen its min and max');
  const step = PARAMETER_STEP * (Math.abs(here) || 1);
  const [below, above] = [here - min, max - here];
  const isBetween = Math.min(below, above) >= step;
  // Near an end of its range, to the side that has room.
  const h = isBetween ? step : Math.sign(above - below || 1) * Math.min(step, Math.max(below, above) / 2);
  const made = new Map<number, { readonly mechanism: Mechanism; readonly read: readonly (() => number)[] }>();
  for (const change of isBetween ? [h, -h, h / 2, -h / 2, h / 4, -h / 4] : [0, h, h / 2, h / 4, h / 8]) {
    const varied = await readWithLanguage(document, { ...valuesOf(scene), [name]: here + change });
    const mechanism = new Mechanism(varied, range);
    made.set(change, { mechanism, read: outputs.map((text) => mechanism.built.reading(text).read) });
  }
  return {
    name,
    slopes: (value) => {
      const at = (change: number): Float64Array => {
        const { mechanism, read } = made.get(change)!;
        return Float64Array.from(read, (one) => (mechanism.moveTo(value) ? one() : NaN));
      };
      return Array.from(isBetween ? slopeAtZero(at, h).slope : slopeOfSide(at, h));
    },
  };
}
