import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { Tag } from '@lezer/highlight';

/** The roles that words of a formula have. */
export interface Roles {
  readonly inputs: ReadonlySet<string>;
  readonly params: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

const TAGS = {
  number: Tag.define(),
  input: Tag.define(),
  param: Tag.define(),
  given: Tag.define(),
  function: Tag.define(),
  keyword: Tag.define(),
  operator: Tag.define(),
  unknown: Tag.define(),
};

const STYLE = HighlightStyle.define(Object.entries(TAGS).map(([role, tag]) => ({ tag, class: `role-${role}` })));

const CONSTANTS = new Set(['pi', 'tau', 'e', 't']);
const KEYWORDS = new Set(['where', 'and', 'or', 'not', 'mod', 'xor']);

/**
 * Colours formulas by the roles of their words. It knows words, numbers and signs: the language
 * itself is the toolkit's, and so is every message.
 */
export function formulaLanguage({ inputs, params, names }: Roles): Extension {
  const roleOf = (word: string, next: string | undefined, before: string): keyof typeof TAGS => {
    if (KEYWORDS.has(word)) return 'keyword';
    if (before === '.') return 'given';
    if (next === '(') return 'function';
    if (inputs.has(word)) return 'input';
    if (params.has(word)) return 'param';
    if (names.has(word)) return 'given';
    return CONSTANTS.has(word) ? 'number' : 'unknown';
  };
  const language = StreamLanguage.define({
    token(stream) {
      if (stream.eatSpace()) return null;
      const before = stream.string.slice(0, stream.pos).at(-1) ?? '';
      if (stream.match(/^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/)) return 'number';
      const word = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
      if (word !== null) return roleOf(word[0], stream.peek() ?? undefined, before);
      stream.next();
      return 'operator';
    },
    tokenTable: TAGS,
  });
  return [language, syntaxHighlighting(STYLE)];
}
