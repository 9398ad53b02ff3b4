import { layOut } from './data-layout.js';
import { PRINT_WIDTH } from './format.js';
import { dataLiteral } from './literal.js';
import type { KernelSource } from './loop-printer.js';

/** What files are made of. */
export type Declaration = DeclaredText | PrintedFunction;

/** A declaration as the formatter writes it, if it is settled; else one that the formatter has to lay out. */
export interface DeclaredText {
  readonly text: string;
  readonly isSettled: boolean;
}

/** A printed function, to be declared. */
export interface PrintedFunction {
  readonly source: KernelSource;
  /** One line. */
  readonly doc: string;
  readonly isExported: boolean;
}

/** A property of an interface. */
export interface Property {
  readonly name: string;
  readonly type: string;
  readonly isReadonly?: boolean;
  /** One line. */
  readonly doc?: string | undefined;
}

/** Lines with a comment before them. They are settled if they fit. */
export const declare = (doc: string, lines: readonly string[]): DeclaredText => ({
  text: [...docComment(doc), ...lines].join('\n'),
  isSettled: fit(lines),
});

/** Whether lines stay as they are for being short enough; comments are nowhere broken. */
const fit = (lines: readonly string[]): boolean =>
  lines.every((line) => line.length <= PRINT_WIDTH || /^ *\/?\*/.test(line));

export function docComment(doc: string, indent = ''): string[] {
  if (!doc.includes('\n')) return [`${indent}/** ${doc} */`];
  return [
    `${indent}/**`,
    ...doc.split('\n').map((line) => `${indent} *${line === '' ? '' : ` ${line}`}`),
    `${indent} */`,
  ];
}

export function declareInterface(name: string, doc: string, properties: readonly Property[]): DeclaredText {
  const start = `export interface ${name} {`;
  if (properties.length === 0) return declare(doc, [`${start}}`]);
  const members = properties.flatMap((property) => [
    ...(property.doc === undefined ? [] : docComment(property.doc, '  ')),
    `  ${property.isReadonly === true ? 'readonly ' : ''}${property.name}: ${property.type};`,
  ]);
  return declare(doc, [start, ...members, '}']);
}

/** A constant, or a property of a class, that is given as data: lines before it, of which the last ends with `=`, and lines after it. */
export function declareData(
  doc: string,
  before: readonly string[],
  data: object,
  after: readonly string[] = [],
): DeclaredText {
  const last = before.at(-1)!;
  const laidOut = layOut(data, last.length + 1, /^ */.exec(last)![0].length);
  const lines = `${last} ${laidOut ?? dataLiteral(data)};`.split('\n');
  return {
    ...declare(doc, [...before.slice(0, -1), ...lines, ...after]),
    // A text stays as it is, however long.
    isSettled: laidOut !== undefined && fit([...before.slice(0, -1), lines[0]!, ...after]),
  };
}
