import { quote, suggestion } from '../diagnostics/index.js';
import type { Quantity, SceneDocument } from './document.js';
import type { Faults, Path } from './faults.js';
import { SCENE_LIMITS } from './limits.js';
import type { Numbers } from './numbers.js';

/** Names that mean something else in formulas. */
const TAKEN: ReadonlySet<string> = new Set('t pi tau e true false and or not xor mod to in infinite'.split(' '));

/** Most units, such as `kg m^2`: those that are known to be of SI without mathjs, which reads the others. */
const SYMBOL = String.raw`(?:m|s|kg|rad|N|J|W|Pa|Hz)(?:\^\d)?`;
const USUAL_UNIT = new RegExp(`^(?:1|(?:1/)?${SYMBOL}(?:[ */]${SYMBOL})*)$`);

/** A parameter of a scene. */
export interface SceneParameter {
  readonly name: string;
  readonly value: number;
  /** True if the value is the document's formula of other parameters. */
  readonly isDerived: boolean;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  /** Distance of two values of its slider; any if left out. */
  readonly step?: number;
  readonly doc?: string;
}

/** Checks that formulas can use a parameter or a counter of this name. */
export function checkVariable(name: string, what: string, path: Path, faults: Faults): void {
  if (/^[A-Za-z]\w*$/.test(name) && !TAKEN.has(name)) return;
  faults.add(
    path,
    `${quote(name)} cannot be the name of a ${what}.`,
    TAKEN.has(name) ? `in formulas, ${name} means something else` : 'formulas could not use it',
  );
}

/**
 * Evaluates the parameters of a scene: those that `given` replaces, plain numbers, and formulas of
 * others, each after those that it uses. Cycles are mistakes.
 */
export function parametersOf(
  { params = {} }: SceneDocument,
  given: Readonly<Record<string, number>>,
  numbers: Numbers,
): readonly SceneParameter[] {
  const { faults } = numbers;
  const entries = new Map(Object.entries(params));
  for (const name of Object.keys(given))
    if (!entries.has(name))
      faults.add(['params', name], `The scene has no parameter ${quote(name)}.`, suggestion(name, entries.keys()));
  if (entries.size > SCENE_LIMITS.params)
    faults.add(['params'], `The scene has ${entries.size} parameters; the limit is ${SCENE_LIMITS.params}.`);
  for (const name of entries.keys()) checkVariable(name, 'parameter', ['params', name], faults);
  faults.check();

  const done = new Map<string, SceneParameter>();
  const values = new Map<string, number>();
  const isFormula = (text: string): boolean => !Number.isFinite(Number(text));
  const visit = (name: string, users: readonly string[]): void => {
    if (done.has(name)) return;
    const entry = entries.get(name)!;
    const { value: written, unit, min, max, step, doc } = typeof entry === 'object' ? entry : plainly(entry);
    const replaced = Object.hasOwn(given, name) ? given[name] : undefined;
    const path = typeof entry === 'object' ? ['params', name, 'value'] : ['params', name];
    if (users.includes(name)) {
      const cycle = [...users.slice(users.indexOf(name)), name].join(' → ');
      faults.add(path, `The parameters ${cycle} are defined by one another.`);
      faults.check();
    }
    const uses =
      replaced === undefined && typeof written === 'string' && isFormula(written)
        ? namesIn(written).filter((used) => entries.has(used))
        : [];
    for (const used of uses) visit(used, [...users, name]);
    const value = replaced ?? numbers.number(path, written, values);
    if (value === undefined || !Number.isFinite(value)) {
      if (value !== undefined) faults.add(path, `The parameter ${quote(name)} is ${value}.`);
      faults.check();
      return;
    }
    if (unit !== undefined && !USUAL_UNIT.test(unit))
      faults.try(['params', name, 'unit'], () => {
        numbers.language.checkUnit(unit);
      });
    if ((min ?? -Infinity) > (max ?? Infinity))
      faults.add(['params', name], `The parameter ${quote(name)} has a min, ${min}, above its max, ${max}.`);
    else if (value < (min ?? -Infinity) || value > (max ?? Infinity))
      faults.add(path, `The parameter ${quote(name)} is ${value}, outside ${min ?? '−∞'} to ${max ?? '∞'}.`);
    values.set(name, value);
    done.set(name, {
      name,
      value,
      isDerived: uses.length > 0,
      ...(unit !== undefined && { unit }),
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      ...(step !== undefined && { step }),
      ...(doc !== undefined && { doc }),
    });
  };
  for (const name of entries.keys()) visit(name, []);
  faults.check();
  return [...entries.keys()].map((name) => done.get(name)!);
}

type Written = Exclude<NonNullable<SceneDocument['params']>[string], Quantity>;
const plainly = (value: Quantity): Written => ({ value });

/** The words of a formula. */
const namesIn = (formula: string): readonly string[] => [...new Set(formula.match(/[A-Za-z_]\w*/g))];
