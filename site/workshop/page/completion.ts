import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  selectedCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import type { EditorState, Extension } from '@codemirror/state';
import { ViewPlugin, type EditorView } from '@codemirror/view';
import { h, render } from 'preact';
import { wordsOf } from '../model/class-words.js';
import type { ClassFacts } from '../model/document.js';
import { readSpec, withoutFormula } from '../model/specs.js';
import { ClassPicture } from './class-picture.js';
import { startJoining } from './joining.js';
import { fetchLibrary, library } from './library.js';
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

/** A class of the library has its picture before it. */
interface ClassCompletion extends Completion {
  readonly picture: string;
}

/**
 * A class is no part of a formula, and says more than one: it goes into the scene, as from the list of all, and asks
 * for its ends. Where nothing else is written, it takes the place of the formula `name`.
 */
function classOf(facts: ClassFacts, name: string): ClassCompletion {
  const { word, picture } = wordsOf(facts.name);
  return {
    label: `${word} ${facts.name}`,
    displayLabel: word,
    detail: `adds a ${facts.name}`,
    boost: -50,
    picture,
    apply: (view, _, from, to) => {
      view.dispatch({ changes: { from, to, insert: '' } });
      if (view.state.doc.toString().trim() === '') workshop.change(withoutFormula(workshop.document.peek(), name));
      void startJoining(facts, word);
    },
  };
}

/** Tests whether a word of a class, or a part of its name, begins with what was typed. */
function begins({ name }: ClassFacts, typed: string): boolean {
  const words = ` ${wordsOf(name).word} ${name} ${name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')}`;
  return words.toLowerCase().includes(` ${typed.toLowerCase()}`);
}

function pictureOf(completion: Completion): Node | null {
  if (!('picture' in completion)) return null;
  const host = document.createElement('span');
  render(h(ClassPicture, { picture: (completion as ClassCompletion).picture }), host);
  return host;
}

/**
 * Offers what a word of the formula `name` may become: what its spec names, functions, and classes; behind a point
 * its coordinates.
 */
export function completion(name: string): Extension {
  /** What was typed when a list was made without classes. */
  let incomplete: EditorState | undefined;
  // The list is opened anew when the classes arrive, unless something of it was chosen, or more was typed.
  const joined = ViewPlugin.define((view: EditorView) => ({
    destroy: library.subscribe((list) => {
      const isTyped = incomplete?.doc.eq(view.state.doc) && incomplete.selection.eq(view.state.selection);
      if (list.length > 0 && isTyped && selectedCompletion(view.state) === null) startCompletion(view);
    }),
  }));
  const offer = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { specs, space } = workshop.document.peek();
    const spec = readSpec(specs?.[name]);
    const member = context.matchBefore(/[A-Za-z_]\w*(?:\[[^\][]*\])?\.\w*$/);
    if (member) {
      const owner = /^\w*/.exec(member.text)![0]; // it may be empty, and matches
      const isVector = owner in (spec?.inputs ?? {}) && spec?.inputs[owner] !== 'scalar';
      if (!isVector) return null;
      const from = member.from + member.text.lastIndexOf('.') + 1;
      return { from, options: AXES.slice(0, space).map((label) => ({ label, detail: `of ${owner}` })) };
    }
    const word = context.matchBefore(/[A-Za-z_]\w*/);
    if (word === null && !context.explicit) return null;
    const own: readonly Completion[] = [
      ...Object.entries(spec?.inputs ?? {}).map(([label, kind]) => ({ label, detail: kind, boost: 3 })),
      ...(spec?.params ?? []).map((label) => ({ label, detail: 'parameter', boost: 2 })),
      ...Object.keys(spec?.where ?? {}).map((label) => ({ label, detail: 'where', boost: 1 })),
    ];
    const functions = await fetchFunctions();
    // Nothing waits for the classes: they are asked for behind the functions.
    fetchLibrary();
    incomplete = library.peek().length === 0 ? context.state : undefined;
    const typed = word?.text ?? '';
    const classes = library.peek().filter((facts) => typed !== '' && begins(facts, typed));
    return {
      from: word?.from ?? context.pos,
      options: [...own, ...CONSTANTS, ...functions.map(call), ...classes.map((facts) => classOf(facts, name))],
      validFor: /^\w*$/,
    };
  };
  return [
    joined,
    // Enter is a new line until something of the list was chosen by an arrow.
    autocompletion({
      override: [offer],
      icons: false,
      activateOnTypingDelay: 150,
      selectOnOpen: false,
      addToOptions: [{ render: pictureOf, position: 10 }],
    }),
  ];
}
