/** Words that cannot name a variable in a module. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for ' +
    'function if implements import in instanceof interface let new null package private protected public return static super switch ' +
    'this throw true try typeof var void while with yield'
  ).split(' '),
);

/** Words that, moreover, cannot name a class in TypeScript, or would be unreadable there. */
export const RESERVED_TYPES: ReadonlySet<string> = new Set(
  'any as async bigint boolean declare infer is keyof never number object readonly string symbol type undefined unique unknown'.split(
    ' ',
  ),
);
