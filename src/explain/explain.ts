import { derive } from '../derive/derive.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import { explainHtml } from './html.js';
import { explainData } from './data.js';
import { explainTex } from './tex.js';
import { explainText } from './text.js';

export const EXPLAIN_FORMATS = ['text', 'tex', 'html', 'json'] as const;
export type ExplainFormat = (typeof EXPLAIN_FORMATS)[number];

const FORMATS: Readonly<Record<ExplainFormat, (spaces: readonly SpaceDerivation[]) => string>> = {
  text: explainText,
  tex: explainTex,
  html: explainHtml,
  json: (spaces) => `${JSON.stringify(spaces.map(explainData), null, 2)}\n`,
};

/** Writes a constraint's derivation out for a reader. Throws a SpecError with all mistakes of the spec. */
export function explain(name: string, spec: unknown, format: ExplainFormat = 'text'): string {
  return FORMATS[format](Object.values(derive(name, spec).spaces));
}
