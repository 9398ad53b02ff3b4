import { suggestion } from '../diagnostics/index.js';
import { mathjs } from '../mathjs.js';
import * as Q from '../symbolic/rational.js';
import { dimension, NUMBER, type Dimension } from './dimension.js';
import { formatUnit } from './format-unit.js';

/** The dimension of a unit's text, or its fault. */
export type ParsedUnit = { readonly dimension: Dimension } | { readonly message: string; readonly hint?: string };

/** mathjs' own table of units. Its type declarations know only part of a unit's fields. */
interface UnitFactory {
  readonly isValuelessUnit: (name: string) => boolean;
  readonly UNITS: Readonly<Record<string, unknown>>;
}
interface UnitParts {
  readonly value: number | null;
  readonly dimensions: readonly number[];
  readonly units: readonly { readonly unit: { readonly offset: number } }[];
}

/** Units common in mechanics, which come first among the suggestions for a misspelling. */
const USUAL = 'm s kg rad N J W Pa Hz K A V mm cm km g ms deg min hour'.split(' ');

/** Advice on texts that are often written, but are no units, or none of SI. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ['Nm', 'write "N m"'],
  ['rpm', 'write "rad/s"'],
  ['rps', 'write "rad/s"'],
  ['rev', 'write "rad"'],
  ['turn', 'write "rad"'],
  ['turns', 'write "rad"'],
  ['radians', 'write "rad"'],
  ...['none', 'unitless', 'dimensionless', 'number', 'scalar', 'ratio'].map((text): [string, string] => [
    text,
    'write "1" for a plain number',
  ]),
]);

/** Symbols of units by their names in English, singular and in lower case. */
const SYMBOLS: ReadonlyMap<string, string> = new Map(
  [
    ...(['m metre meter', 's second sec', 'kg kilogram kilogramme kilo', 'N newton', 'J joule', 'W watt'] as const),
    ...([
      'Pa pascal',
      'Hz hertz',
      'K kelvin',
      'A ampere amp',
      'V volt',
      'rad radian degree deg °',
      '1 percent %',
    ] as const),
  ].flatMap((line) => {
    const [symbol, ...names] = line.split(' ');
    return names.map((name): [string, string] => [name, symbol!]);
  }),
);

/** Advice on the name of a unit, as in "Metres", and on "per". */
function adviceOnName(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (lower === 'per') return 'write a quotient with "/", as in "m/s"';
  const symbol = SYMBOLS.get(lower) ?? SYMBOLS.get(lower.replace(/s$/, ''));
  return symbol === undefined ? undefined : `write "${symbol}"`;
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * Reads a unit: `m`, `rad/s`, `kg m²`, `N·m`, `1` for a plain number. Formulas calculate in SI, so
 * a unit must be coherent: with `mm` or `deg` they would be off by a factor.
 */
export function parseUnit(text: string): ParsedUnit {
  let parsed: ParsedUnit | undefined = known.get(text);
  if (parsed === undefined) {
    parsed = parse(text);
    if ('dimension' in parsed) known.set(text, parsed);
  }
  return parsed;
}

/** The units that have been read. Specs repeat a few of them, and mathjs is slow. */
const known = new Map<string, ParsedUnit>();

function parse(text: string): ParsedUnit {
  const plain = text
    .replace(/[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (digits) => `^${digits.replace(/./g, ordinary)}`)
    .replace(/[·⋅×]/g, ' ')
    .trim();
  if (plain === '1') return { dimension: NUMBER };
  const { Unit } = mathjs as unknown as { readonly Unit: UnitFactory };
  const unknown = (plain.match(/[\p{L}_°%][\p{L}\p{N}_]*/gu) ?? []).find((name) => !Unit.isValuelessUnit(name));
  if (unknown !== undefined) {
    const [, letters, power] = /^([A-Za-z]+?)(\d)$/.exec(unknown) ?? [];
    const isPower = letters !== undefined && Unit.isValuelessUnit(letters);
    const hint = isPower
      ? `write "${letters}^${power!}"`
      : (ADVICE.get(unknown) ?? adviceOnName(unknown) ?? suggestion(unknown, [...USUAL, ...Object.keys(Unit.UNITS)]));
    return { message: `There is no unit "${unknown}".`, hint: hint ?? USUAL_FORMS };
  }
  const unit = read(plain);
  const factor = unit === undefined ? undefined : factorOf(unit, plain);
  if (unit === undefined || factor === undefined)
    return { message: 'This is no unit.', hint: /\d/.test(plain) ? hintForNumber(plain) : USUAL_FORMS };
  const exponents = dimension((_, i) => Q.parseDecimal(String(unit.dimensions[i] ?? 0)));
  if (Math.abs(factor - 1) > 1e-12 || unit.units.some((part) => part.unit.offset !== 0))
    return {
      message: `Formulas calculate in SI units, and "${text}" is none of them.`,
      hint: `give it in "${formatUnit(exponents)}"`,
    };
  return { dimension: exponents };
}

const USUAL_FORMS = 'units are written m, rad/s, kg m^2, N/m, or 1';

/** A hint for a unit with a number in it, such as `1 1` or `2 m`. */
function hintForNumber(text: string): string {
  const rest = text
    .replace(/(?<![\w^])\d+(?:\.\d+)?(?![\w.])/g, '')
    .replace(/\*/g, ' ')
    .trim();
  if (/^[\d\s/*.]*$/.test(text)) return 'write "1" for a plain number, "1/s" for a rate';
  const isUnit = read(rest) !== undefined;
  return isUnit ? `a unit has no number before it: write "${rest}"` : USUAL_FORMS;
}

const ordinary = (digit: string): string => (digit === '⁻' ? '-' : String(SUPERSCRIPTS.indexOf(digit)));

function read(text: string, value?: number): UnitParts | undefined {
  try {
    return value === undefined ? mathjs.unit(text) : mathjs.unit(value, text);
  } catch {
    return undefined;
  }
}

/** The value of one of this unit in coherent units. Reactive power (VAR) has an imaginary one. */
function factorOf({ value, units }: UnitParts, text: string): number | undefined {
  // A text `1/m` has the value 1, and `2 m` the value 2. No other number may stand in a unit.
  if (value !== null && !/^1\s*\//.test(text)) return undefined;
  if (units.length === 0) return undefined;
  const factor = value ?? read(text, 1)?.value ?? undefined;
  return mathjs.isComplex(factor) ? undefined : factor;
}
