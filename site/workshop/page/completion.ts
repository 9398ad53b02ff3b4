import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { FormulaSpec } from '../model/specs.js';
import { workshop } from './workshop.js';

/** What has a meaning in every formula. */
const CONSTANTS: readonly Completion[] = [
  { label: 'pi', detail: '3.14159…' },
  { label: 't', detail: 'time' },
];
const AXES = ['x', 'y', 'z'] as const;

let functions: Promise<readonly string[]> | undefined;

/** The functions, once the toolkit is there; asked for again where it did not arrive. */
const fetchFunctions = (): Promise<readonly string[]> =>
  (functions ??= workshop.engine.ask<'functions'>({ kind: 'functions' }).catch(() => {
    functions = undefined;
    return [];
  }));

/** Puts the cursor between the brackets of a call. */
const call = (name: string): Completion => ({
  label: `${name}()`,
  displayLabel: name,
  detail: 'function',
  apply: (view, _, from, to) => {
    const insert = view.state.sliceDoc(to, to + 1) === '(' ? name : `${name}()`;
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + name.length + 1 } });
  },
});

/** Offers what a word of a formula may become: what its spec names, and functions; behind a point its coordinates. */
export function completion(specOf: () => FormulaSpec | undefined): Extension {
  const offer = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const spec = specOf();
    const member = context.matchBefore(/[A-Za-z_]\w*(?:\[[^\][]*\])?\.\w*$/);
    if (member) {
      const owner = /^\w*/.exec(member.text)![0]; // it may be empty, and matches
      const isVector = owner in (spec?.inputs ?? {}) && spec?.inputs[owner] !== 'scalar';
      if (!isVector) return null;
      const from = member.from + member.text.lastIndexOf('.') + 1;
      const { space } = workshop.document.peek();
      return { from, options: AXES.slice(0, space).map((label) => ({ label, detail: `of ${owner}` })) };
    }
    const word = context.matchBefore(/[A-Za-z_]\w*/);
    if (word === null && !context.explicit) return null;
    const own: readonly Completion[] = [
      ...Object.entries(spec?.inputs ?? {}).map(([label, kind]) => ({ label, detail: kind, boost: 3 })),
      ...(spec?.params ?? []).map((label) => ({ label, detail: 'parameter', boost: 2 })),
      ...Object.keys(spec?.where ?? {}).map((label) => ({ label, detail: 'where', boost: 1 })),
    ];
    return {
      from: word?.from ?? context.pos,
      options: [...own, ...CONSTANTS, ...(await fetchFunctions()).map(call)],
      validFor: /^\w*$/,
    };
  };
  // Enter is a new line until something of the list was chosen by an arrow.
  return autocompletion({ override: [offer], icons: false, activateOnTypingDelay: 150, selectOnOpen: false });
}
