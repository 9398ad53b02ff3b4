import { checkArgument, type OptionRule } from '../diagnostics/arguments.js';
import type { Account } from '../explain/account.js';
import { explainHtml } from '../explain/html/account.js';
import { explainJson } from '../explain/json.js';
import { explainTex } from '../explain/tex.js';
import { explainText } from '../explain/text.js';
import { deriveAll } from './derive.js';
import { kindOf } from './index.js';

const FORMATS = {
  text: explainText,
  tex: explainTex,
  html: explainHtml,
  json: explainJson,
} as const satisfies Readonly<Record<string, (accounts: readonly Account[]) => string>>;
export type ExplainFormat = keyof typeof FORMATS;

const FORMAT: OptionRule = {
  is: (value) => typeof value === 'string' && Object.hasOwn(FORMATS, value),
  expected: `one of ${Object.keys(FORMATS).join(', ')}`,
};

/**
 * Writes out the derivation of a spec for a reader. Throws a SpecError with all mistakes of the
 * spec.
 */
export function explain(name: string, spec: unknown, format: ExplainFormat = 'text'): string {
  checkArgument('explain', 'format', format, FORMAT);
  return FORMATS[format](deriveAll(name, spec).map((derivation) => kindOf(derivation).account(derivation)));
}
