import type { ConnectorEntry, SceneDocument } from '../document.js';
import type { Thing } from './sketch.js';
import { frictionOf, collides } from './collision.js';

/** The formula of a class, as the class itself has it. */
export interface ClassFormula {
  readonly C: readonly string[];
  readonly where: Readonly<Record<string, string>>;
}

const NAME = /(?<![\w.])[A-Za-z_]\w*(?!\w)/g;

/** A number for people to read. */
export const short = (x: number): string => String(Number(x.toPrecision(4)) + 0);

/** Writes names of a formula out, in brackets where what stands for them is no single word. */
function writtenOut(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(NAME, (name, at: number) => {
    const value = Object.hasOwn(values, name) ? values[name]! : undefined;
    if (value === undefined) return name;
    const isWhole = /(?:^|[=<>]=)\s*$/.test(text.slice(0, at)) && /^\s*(?:$|[=<>])/.test(text.slice(at + name.length));
    const isArgument = /[(,]\s*$/.test(text.slice(0, at)) && /^\s*[),]/.test(text.slice(at + name.length));
    const isMember = text[at + name.length] === '.';
    const isSimple = /^(?:[\w.]+|\w+\([^()]*\)|\[[^[\]]*\])$/.test(value);
    return isSimple || ((isWhole || isArgument) && !isMember) ? value : `(${value})`;
  });
}

/** What a connector is called in a formula. */
function entryText(entry: ConnectorEntry | readonly ConnectorEntry[]): string {
  if (Array.isArray(entry)) return `[${entry.map((one: ConnectorEntry) => entryText(one)).join(', ')}]`;
  const one = entry as ConnectorEntry;
  if (typeof one === 'string') return one;
  if ('scalar' in one) return valueText(one.scalar);
  return valueText('ground' in one ? one.ground : one.direction);
}

const valueText = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(valueText).join(', ')}]`
    : typeof value === 'number'
      ? short(value)
      : String(value);

/**
 * The formula of a constraint of a scene: that of its class, with what its inputs are attached to and
 * the values of its parameters in place of their names.
 */
export function writtenFormula(document: SceneDocument, name: string, { C, where }: ClassFormula): string {
  const { on = {}, params = {} } = document.constraints?.[name] ?? {};
  // Definitions use those before them.
  const names: Record<string, string> = {};
  for (const [key, text] of Object.entries(where)) names[key] = writtenOut(text, names);
  const values = {
    ...Object.fromEntries(Object.entries(on).map(([input, entry]) => [input, entryText(entry)])),
    ...Object.fromEntries(Object.entries(params).map(([param, value]) => [param, valueText(value)])),
  };
  // Rows of friction follow from the first.
  const rows = C.filter((row, k) => k === 0 || !C[0]!.includes('>=') || /[<>=]/.test(row));
  return rows
    .map((row) => writtenOut(writtenOut(row, names), values))
    .map(withRelation)
    .join(', ');
}

/** An expression that is to vanish, as an equation. */
const withRelation = (row: string): string => (/[<>=]=/.test(row) ? row : `${row} == 0`);

/** Words for what was drawn: before its formula, and the formula or the numbers of it. */
export interface Words {
  readonly what: string;
  readonly formula?: string;
}

/** Says what a thing is. `formulaOf` has the formulas of the classes of constraints. */
export function wordsFor(
  document: SceneDocument,
  thing: Thing,
  formulaOf: (constraint: string) => ClassFormula | undefined,
): Words | undefined {
  switch (thing.kind) {
    case 'body': {
      const body = document.bodies?.[thing.name] as
        | { kind: string; mass?: unknown; position?: unknown; inertia?: unknown }
        | undefined;
      if (body === undefined) return undefined;
      const { kind, mass, position, inertia } = body;
      const grip = collides(document, thing.name) ? valueText(frictionOf(document, thing.name)) : undefined;
      if (mass === 'infinite') {
        const rests = grip === undefined ? 'points rest on it' : `bodies and points rest on it, friction ${grip}`;
        return { what: `${thing.name}, which never moves; ${rests}` };
      }
      const at = Array.isArray(position) ? ` at ${valueText(position)}` : '';
      const turning = typeof inertia === 'number' ? `, ${short(inertia)} kg m²` : '';
      return {
        what: `${thing.name}, a ${kind === 'particle' ? 'point' : 'body'} of ${valueText(mass)} kg${turning}${at}${grip === undefined ? '' : `; it collides, friction ${grip}`}`,
      };
    }
    case 'constraint': {
      const formula = formulaOf(thing.name);
      if (document.constraints?.[thing.name] === undefined || formula === undefined) return undefined;
      return { what: thing.name, formula: writtenFormula(document, thing.name, formula) };
    }
    case 'trace': {
      const trace = document.traces?.[thing.name];
      return trace && { what: `the trace of ${entryText(trace.point)}` };
    }
    case 'force': {
      const force = document.forces?.[thing.index];
      if (force?.type !== 'spring') return undefined;
      const [a, b] = [entryText(force.a), entryText(force.b)];
      return {
        what: 'a spring that pulls with',
        formula: `${valueText(force.stiffness)} * (norm(${a} - ${b}) - ${valueText(force.restLength)})`,
      };
    }
  }
}
