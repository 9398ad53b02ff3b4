import { checkArgument, type OptionRule } from '../diagnostics/arguments.js';
import { deriveAll } from '../derive/derive.js';
import type { BodyDerivation } from '../derive/derive-body.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import { explainBodyData, explainBodyTex, explainBodyText } from './body-text.js';
import { explainData } from './data.js';
import { explainBodyHtml } from './html/body.js';
import { explainHtml } from './html/constraint.js';
import { explainTex } from './tex.js';
import { explainText } from './text.js';

export const EXPLAIN_FORMATS = ['text', 'tex', 'html', 'json'] as const;
export type ExplainFormat = (typeof EXPLAIN_FORMATS)[number];

const FORMAT: OptionRule = {
  is: (value) => EXPLAIN_FORMATS.some((format) => format === value),
  expected: `one of ${EXPLAIN_FORMATS.join(', ')}`,
};

const CONSTRAINT: Readonly<Record<ExplainFormat, (spaces: readonly SpaceDerivation[]) => string>> = {
  text: explainText,
  tex: explainTex,
  html: explainHtml,
  json: (spaces) => `${JSON.stringify(spaces.map(explainData), null, 2)}\n`,
};

const BODY: Readonly<Record<ExplainFormat, (spaces: readonly BodyDerivation[]) => string>> = {
  text: explainBodyText,
  tex: explainBodyTex,
  html: explainBodyHtml,
  json: (spaces) => `${JSON.stringify(spaces.map(explainBodyData), null, 2)}\n`,
};

/** Writes the derivation of a constraint or a body out for a reader. Throws a SpecError with all mistakes of the spec. */
export function explain(name: string, spec: unknown, format: ExplainFormat = 'text'): string {
  checkArgument('explain', 'format', format, FORMAT);
  const spaces = deriveAll(name, spec);
  const bodies = spaces.filter((space) => space.kind === 'body');
  const constraints = spaces.filter((space) => space.kind === 'constraint');
  return bodies.length > 0 ? BODY[format](bodies) : CONSTRAINT[format](constraints);
}
