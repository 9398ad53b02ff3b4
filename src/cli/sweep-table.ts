import { runFailure } from '../ensemble/ensemble-error.js';
import { EnsembleError, type RunOutcome } from '../ensemble/index.js';
import { escapeXml } from '../painter/elements.js';

/** The inputs and results of runs: a column for each of their entries, a row per run. */
export interface SweepTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** How many of the columns belong to inputs. */
  readonly inputs: number;
  readonly csv: string;
  /** The least and the largest value of each result that is a number, and how many are not finite, as lines. */
  readonly ranges: readonly string[];
}

/** Largest number of columns: longer lists belong into files of their own. */
const MOST_COLUMNS = 200;

/** The outcomes of which those that no table can hold are failures of their runs. */
export const tabulable = (outcomes: readonly RunOutcome<unknown>[], module: string): RunOutcome<unknown>[] =>
  outcomes.map((outcome, index) => {
    const fault = 'error' in outcome ? undefined : faultIn('result', outcome.value);
    return fault === undefined
      ? outcome
      : { error: new EnsembleError(index, module, runFailure('E_RUN_TABLE', new Error(fault))) };
  });

/** Says which entry of a value has no place in a table, if any: `result.count is a BigInt`. */
export function faultIn(name: string, value: unknown, within: readonly object[] = []): string | undefined {
  if (typeof value === 'bigint') return `${name} is a BigInt`;
  if (typeof value === 'function') return `${name} is a function`;
  if (typeof value === 'symbol') return `${name} is a symbol`;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined;
  if (within.includes(value)) return `${name} is a circular reference`;
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind !== 'Object' && kind !== 'Array') return `${name} is a ${kind}`;
  for (const [key, entry] of Object.entries(value)) {
    const fault = faultIn(`${name}.${key}`, entry, [...within, value]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

export function tabulate(inputs: readonly unknown[], outcomes: readonly RunOutcome<unknown>[]): SweepTable {
  const entered = inputs.map((input) => entriesOf('input', input));
  const found = outcomes.map((outcome) =>
    'error' in outcome ? new Map<string, unknown>() : entriesOf('result', outcome.value),
  );
  const names = (entries: readonly ReadonlyMap<string, unknown>[]): string[] =>
    [...new Set(entries.flatMap((one) => [...one.keys()]))].slice(0, MOST_COLUMNS);
  const [given, got] = [names(entered), names(found)];
  const failed = outcomes.some((outcome) => 'error' in outcome);
  const columns = ['run', ...given, ...got, ...(failed ? ['error'] : [])];
  const rows = outcomes.map((outcome, i) => [
    i,
    ...given.map((name) => entered[i]?.get(name)),
    ...got.map((name) => found[i]?.get(name)),
    ...(failed ? ['error' in outcome ? outcome.error.message : undefined] : []),
  ]);
  const ranges = got.flatMap((name) => {
    const column = columns.indexOf(name);
    const values = numbersOf(rows, column);
    const all = rows.filter((row) => typeof row[column] === 'number').length;
    if (all === 0) return [];
    const [low, high] = rangeOf(values);
    const others = all - values.length;
    const parts = [
      ...(values.length > 0 ? [`${Number(low.toPrecision(6))} to ${Number(high.toPrecision(6))}`] : []),
      ...(others > 0 ? [`${others} of ${all} ${others === 1 ? 'is' : 'are'} not finite`] : []),
    ];
    return [`  ${name}: ${parts.join('; ')}`];
  });
  const csv = [columns, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('');
  return { columns, rows, inputs: given.length, csv, ranges };
}

/** The entries of a value by their names: `result`, `result.speed`, `result.at.0`. */
function entriesOf(name: string, value: unknown): Map<string, unknown> {
  const entries = new Map<string, unknown>();
  const visit = (path: string, part: unknown, depth: number): void => {
    if (entries.size > MOST_COLUMNS) return;
    if (typeof part !== 'object' || part === null) entries.set(path, part);
    else if (depth === 2) entries.set(path, JSON.stringify(part));
    else for (const [key, entry] of Object.entries(part)) visit(`${path}.${key}`, entry, depth + 1);
  };
  visit(name, value, 0);
  return entries;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const numbersOf = (rows: SweepTable['rows'], column: number): number[] =>
  rows.map((row) => row[column]).filter(isNumber);

const rangeOf = (values: readonly number[]): [number, number] =>
  values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  );

/** A cell of a table in comma-separated values (RFC 4180). */
function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Largest number of results that are drawn. */
const MOST_PANELS = 8;
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 300, 70, 20, 30, 45];

/**
 * Draws results that are numbers, as an SVG: over the first input that is a number, or of runs that
 * are only counted, how often each value comes.
 */
export function drawSweep(table: SweepTable, title: string, isCounted: boolean): string {
  const { columns, rows, inputs } = table;
  const across = columns.findIndex((_, i) => i >= 1 && i <= inputs && numbersOf(rows, i).length > 0);
  const drawn = columns
    .map((name, column) => ({ name, column }))
    .filter(({ column }) => column > inputs && numbersOf(rows, column).length > 0)
    .slice(0, MOST_PANELS);
  const panels = drawn.map(({ name, column }, i) => {
    const panel =
      isCounted || across < 0
        ? histogram(numbersOf(rows, column), name)
        : curve(
            rows.flatMap((row): [number, number][] => {
              const [x, y] = [row[across], row[column]];
              return isNumber(x) && isNumber(y) ? [[x, y]] : [];
            }),
            [columns[across] ?? '', name],
          );
    return `<g transform="translate(0 ${30 + i * HEIGHT})">${panel}</g>`;
  });
  const height = 30 + Math.max(1, panels.length) * HEIGHT;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${height}" fill="white"/>`,
    `<text x="${WIDTH / 2}" y="24" text-anchor="middle" font-size="15">${escapeXml(title)}</text>`,
    ...(panels.length === 0 ? [`<text x="${LEFT}" y="60">No result is a number.</text>`] : panels),
    '</svg>\n',
  ].join('\n');
}

function curve(points: readonly (readonly [number, number])[], labels: readonly [string, string]): string {
  const sorted = [...points].sort(([a], [b]) => a - b);
  const { body, x, y } = axes(
    rangeOf(points.map(([value]) => value)),
    rangeOf(points.map(([, value]) => value)),
    labels,
  );
  const isFunction = sorted.every(([value], i) => i === 0 || value > (sorted[i - 1]?.[0] ?? -Infinity));
  const places = sorted.map(([a, b]) => [x(a).toFixed(1), y(b).toFixed(1)] as const);
  const line = `<polyline points="${places.map((at) => at.join(',')).join(' ')}" fill="none" stroke="#06c" stroke-width="1.5"/>`;
  const radius = points.length > 200 ? 1.2 : 3;
  return [
    body,
    ...(isFunction ? [line] : []),
    ...places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="#06c"/>`),
  ].join('');
}

function histogram(values: readonly number[], label: string): string {
  const [low, high] = rangeOf(values);
  const bins = Math.max(1, Math.min(60, Math.ceil(Math.sqrt(values.length))));
  const width = (high - low) / bins || 1;
  const counts = Array.from({ length: bins }, () => 0);
  for (const value of values) {
    const bin = Math.min(bins - 1, Math.floor((value - low) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const { body, x, y } = axes([low, low + bins * width], [0, Math.max(...counts)], [label, 'runs']);
  const bars = counts.map((n, i) => {
    const [start, end, top] = [x(low + i * width), x(low + (i + 1) * width), y(n)];
    return `<rect x="${start.toFixed(1)}" y="${top.toFixed(1)}" width="${Math.max(0.5, end - start - 0.5).toFixed(1)}" height="${(y(0) - top).toFixed(1)}" fill="#06c"/>`;
  });
  return [body, ...bars].join('');
}

type Place = (value: number) => number;

function axes(
  across: readonly [number, number],
  up: readonly [number, number],
  labels: readonly [string, string],
): { readonly body: string; readonly x: Place; readonly y: Place } {
  const [right, bottom] = [WIDTH - RIGHT, HEIGHT - BOTTOM];
  const [horizontal, vertical] = [scale(across, [LEFT, right]), scale(up, [bottom, TOP])];
  const body = [
    ...horizontal.ticks.map((tick) => {
      const at = horizontal.place(tick).toFixed(1);
      return `<path d="M${at} ${TOP}V${bottom}" stroke="#ddd"/><text x="${at}" y="${bottom + 16}" text-anchor="middle">${tick}</text>`;
    }),
    ...vertical.ticks.map((tick) => {
      const at = vertical.place(tick).toFixed(1);
      return `<path d="M${LEFT} ${at}H${right}" stroke="#ddd"/><text x="${LEFT - 8}" y="${at}" dy="4" text-anchor="end">${tick}</text>`;
    }),
    `<text x="${(LEFT + right) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escapeXml(labels[0])}</text>`,
    `<text x="8" y="${TOP - 12}">${escapeXml(labels[1])}</text>`,
  ].join('');
  return { body, x: horizontal.place, y: vertical.place };
}

/** The place of values between two ends of an axis, and round values along it. */
function scale(
  [low, high]: readonly [number, number],
  [start, end]: readonly [number, number],
): { readonly place: Place; readonly ticks: readonly number[] } {
  const span = high - low || Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / 6));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= span / 6) ?? span;
  const first = Math.ceil(low / step);
  const ticks = Array.from({ length: Math.floor((low + span) / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(9)),
  );
  return { place: (value) => start + ((value - low) / span) * (end - start), ticks };
}
