import { describeSingularPoint } from '../derive/singular-points.js';
import type { OperationCount } from '../lower/count.js';
import { text } from '../notation/text.js';
import { describeForces, describeRows } from '../equations/units.js';
import type { Account, GivenQuantity } from './account.js';

/** Writes derivations as plain text, for a terminal. */
export const explainText = (accounts: readonly Account[]): string => `${accounts.map(accountText).join('\n\n')}\n`;

function accountText(account: Account): string {
  const { derivation, summary, doc, formulas, given, results, costs } = account;
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
  return [
    `${derivation.className}: ${summary}`,
    ...(doc === undefined ? [] : ['', doc]),
    ...section('Formulas', formulas),
    ...given.flatMap(({ heading, list }) => section(heading, list.map(describeQuantity))),
    ...section('Units', results === undefined ? [] : [...describeRows(results), ...describeForces(results)]),
    ...account.parts(text).flatMap(({ heading, equations }) =>
      section(
        heading,
        equations.map(({ symbol, expression }) => `${symbol} = ${expression}`),
      ),
    ),
    ...section('Singular points', derivation.singular.map(describeSingularPoint)),
    ...section(
      'Warnings',
      derivation.warnings.map(({ message }) => message),
    ),
    ...section(
      'Operations',
      costs.map(({ of, count }) => `${of}: ${describeCount(count)}`),
    ),
  ].join('\n');
}

const describeQuantity = ({ name, kind, size, unit, of, doc }: GivenQuantity): string =>
  [
    `${name}: ${kind}${size > 1 ? `, ${size} components` : ''}`,
    ...(unit === undefined ? [] : [`in ${unit}`]),
    ...(of === undefined ? [] : [`of an argument in ${of}`]),
    ...(doc === undefined ? [] : [doc]),
  ].join('; ');

const describeCount = ({ total, byKind }: OperationCount): string =>
  `${total}${
    total === 0
      ? ''
      : ` (${Object.entries(byKind)
          .map(([kind, count]) => `${kind} ${count}`)
          .join(', ')})`
  }`;
