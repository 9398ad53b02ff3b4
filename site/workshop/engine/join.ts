import { HolonomicRuntimeError, type Constraint } from '../../../runtime/index.js';
import { SpecError } from '../../../src/diagnostics/index.js';
import type { LoadedScene } from '../../../src/scene/index.js';
import { setConstraintParameter, type SceneDocument } from '../model/document.js';
import { keepPose } from './keep-pose.js';
import type { Joined } from './protocol.js';
import { equationsOf } from '../../../src/simulate/shared-reactions.js';
import { MOST_CONSTRAINTS, spannedBy } from './redundancy.js';
import type { Theatre } from './theatre.js';

/** Units of the parameters that are read from where the bodies are, such as the length of a rod. */
const MEASURED = /^(?:m|rad|m\^?[23])$/;
/** Sweeps of the measurement; it ends when nothing is missing any more. */
const SWEEPS = 50;
/** Digits to which a measured number is rounded; the bodies give way to the rest. */
const DIGITS = 5;
const ALL_DIGITS = 15;

const NOT_TOGETHER = 'That cannot hold together with what is there.';

type Load = (document: SceneDocument) => Promise<{ readonly scene: LoadedScene }>;

/**
 * Tries a constraint that a document has under a name. Lengths and angles among its parameters that
 * are numbers become those that it has where the bodies are now. It is refused if the scene cannot
 * be assembled with it, and if it changes nothing.
 */
export async function join(document: SceneDocument, name: string, before: Theatre, load: Load): Promise<Joined> {
  try {
    const values = await measure(document, name, before, load);
    const written = (digits: number): SceneDocument => {
      const round = (x: number): number => Number(x.toPrecision(digits));
      return values.reduce(
        (sum, [param, value]) =>
          setConstraintParameter(sum, name, param, typeof value === 'number' ? round(value) : value.map(round)),
        document,
      );
    };
    let reason = NOT_TOGETHER;
    // What cannot give way to a short number may hold with all digits.
    for (const digits of values.length === 0 ? [DIGITS] : [DIGITS, ALL_DIGITS]) {
      const next = written(digits);
      const problem = await problemOf(next, name, before, load);
      if (problem === undefined) return { document: next };
      reason = problem;
      if (reason !== NOT_TOGETHER) break;
    }
    return { reason };
  } catch (error) {
    if (error instanceof SpecError) return { reason: error.diagnostics[0]?.message ?? error.message };
    if (error instanceof HolonomicRuntimeError) return { reason: reasonOf(error) };
    throw error;
  }
}

const reasonOf = ({ code, problem }: HolonomicRuntimeError): string => (code === 'E_ASSEMBLY' ? NOT_TOGETHER : problem);

type Measured = readonly (readonly [param: string, value: number | readonly number[]])[];

/** The parameters with which a constraint holds where the bodies are, as far as there are such. */
async function measure(document: SceneDocument, name: string, before: Theatre, load: Load): Promise<Measured> {
  const { scene } = await load({ ...document, settings: { ...document.settings, assemble: false } });
  const built = scene.build();
  const constraint = built.constraints.get(name);
  if (constraint === undefined) return [];
  keepPose(before, { scene, world: built.world });
  const given = document.constraints?.[name]?.params ?? {};
  const params = constraint.type.params.filter(
    ({ name: param, unit = '' }) => MEASURED.test(unit) && typeof given[param] !== 'string',
  );
  const { rows } = constraint.type;
  const vector = params.find(({ size }) => size > 1 && size <= rows);
  const free = vector ? [vector] : params.filter(({ size }) => size === 1);
  if (free.length === 0) return [];
  fit(constraint, free);
  const values = constraint.params as Readonly<Record<string, number | ArrayLike<number>>>;
  return free.map(({ name: param }) => {
    const value = values[param]!; // `free` are its parameters
    return [param, typeof value === 'number' ? value : Array.from(value)] as const;
  });
}

/**
 * Fits parameters so that C = 0, row by row: `p ← p − C ∇C / ‖∇C‖²`, the nearest parameters for
 * which the row holds to first order (Kaczmarz). Rows of rates have C = 0, and inequalities that
 * hold are left as they are.
 */
function fit(constraint: Constraint, free: Constraint['type']['params']): void {
  const { type } = constraint;
  const params = constraint.params as Record<string, number | ArrayLike<number>>;
  const list = free.flatMap(({ name, size, min = -Infinity, max = Infinity }) =>
    Array.from({ length: size }, (_, k) => ({
      read: (): number => {
        const value = params[name]!;
        return typeof value === 'number' ? value : value[k]!;
      },
      write: (value: number): void => {
        const inside = Math.max(min, Math.min(max, value));
        const old = params[name]!;
        params[name] = typeof old === 'number' ? inside : Array.from(old, (x, i) => (i === k ? inside : x));
      },
    })),
  );
  const C = (row: number): number => constraint.C[row]!;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let worst = 0;
    for (let row = 0; row < type.rows; row++) {
      const value = C(row);
      if (type.relations?.[row] === '>=' && value >= 0) continue;
      const slopes = list.map(({ read, write }) => {
        const x = read();
        const h = 1e-6 * Math.max(1, Math.abs(x));
        const at = (shift: number): number => {
          write(x + shift);
          return C(row);
        };
        const [high, low] = [at(h), at(-h)];
        write(x);
        return (high - low) / (2 * h);
      });
      const square = slopes.reduce((sum, slope) => sum + slope * slope, 0);
      if (!Number.isFinite(value) || !(square > 1e-12)) continue;
      list.forEach(({ read, write }, k) => {
        write(read() - (value * slopes[k]!) / square);
      });
      worst = Math.max(worst, Math.abs(value));
    }
    if (worst < 1e-14) return;
  }
}

/** Most constraints that are named. */
const MOST_NAMED = 4;

/** What holds already what a constraint would. Without constraints, that is how the bodies are. */
function holders(names: readonly string[] | undefined): string {
  if (names === undefined) return 'what is there holds it';
  const listed = names.slice(0, MOST_NAMED).map((name) => `“${name}”`);
  if (names.length > MOST_NAMED) listed.push(`${names.length - MOST_NAMED} more`);
  const [first, ...rest] = listed;
  if (first === undefined) return 'the bodies themselves hold it';
  const last = rest.pop();
  return last === undefined ? `${first} holds it` : `${[first, ...rest].join(', ')} and ${last} hold it`;
}

/** Says why a scene cannot have a constraint, from its start and from where the bodies are; or nothing. */
async function problemOf(
  document: SceneDocument,
  name: string,
  before: Theatre,
  load: Load,
): Promise<string | undefined> {
  const { scene } = await load(document);
  let built;
  try {
    built = scene.build();
  } catch (error) {
    if (error instanceof HolonomicRuntimeError) return reasonOf(error);
    throw error;
  }
  const { world, constraints } = built;
  const constraint = constraints.get(name);
  if (constraint === undefined) return undefined;
  if (!keepPose(before, { scene, world })) return 'That cannot hold from where the bodies are now.';
  if (equationsOf(constraint.type) > 0) {
    const freedoms = world.degreesOfFreedom();
    world.remove(constraint);
    if (world.degreesOfFreedom() > freedoms) return undefined;
    const others = constraints.size > MOST_CONSTRAINTS ? undefined : spannedBy(world, constraint, constraints);
    return `That would change nothing: ${holders(others)} already.`;
  }
  const owners = new Set(Object.values(constraint.inputs).map((one) => (one as { readonly owner?: unknown }).owner));
  return Object.keys(constraint.inputs).length > 1 && owners.size === 1
    ? 'That would change nothing: its ends are on one body.'
    : undefined;
}
