import { bracketMatching } from '@codemirror/language';
import { setDiagnostics, type Diagnostic as Lint } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, placeholder } from '@codemirror/view';
import { computed, effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Diagnostic, Span } from '../../../src/diagnostics/diagnostic.js';
import { addInput, addParameter, readSpec, setFormulas } from '../model/document.js';
import { areSameFormulas, placeOf, readFormulas, writeFormulas } from '../model/formula-text.js';
import { quickFixes, type QuickFix } from '../model/quick-fixes.js';
import { editorKeys } from './editor-keys.js';
import { formulaLanguage } from './language.js';
import { workshop } from './workshop.js';

/** A mistake of the formulas, and where the text has it. */
interface Placed {
  readonly diagnostic: Diagnostic;
  readonly place: Span;
}

/** The formulas of a spec: typed, coloured, with mistakes at their places and what mends them. */
export function FormulaEditor({ name }: { readonly name: string }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);

  // The document's formulas as text. The editor's own text, if that says the same.
  const text = useMemo(
    () =>
      computed(() => {
        const spec = readSpec(workshop.document.value.specs?.[name]);
        if (spec === undefined) return '';
        const typed = editor.current?.state.doc.toString();
        if (typed !== undefined && areSameFormulas(readFormulas(typed).formulas, spec)) return typed;
        return writeFormulas(spec);
      }),
    [name],
  );
  const placed = useMemo(
    () =>
      computed((): readonly Placed[] => {
        const read = readFormulas(text.value);
        const own = read.faults.map(({ from, to, message }) => ({
          diagnostic: { code: 'E_NAME_CLASH', message } as const,
          place: { start: from, end: to },
        }));
        return [
          ...own,
          ...workshop.diagnostics.value.flatMap((diagnostic) => {
            const place = placeOf(diagnostic, `specs.${name}`, read);
            return place === undefined ? [] : [{ diagnostic, place }];
          }),
        ];
      }),
    [name, text],
  );

  useEffect(() => {
    const language = new Compartment();
    const rolesOf = () => {
      const spec = readSpec(workshop.document.value.specs?.[name]);
      return {
        inputs: new Set(Object.keys(spec?.inputs ?? {})),
        params: new Set(spec?.params),
        names: new Set(Object.keys(spec?.where ?? {})),
      };
    };
    const view = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: text.peek(),
        extensions: [
          editorKeys,
          drawSelection(),
          bracketMatching(),
          EditorView.lineWrapping,
          placeholder('p.y == …'),
          language.of(formulaLanguage(rolesOf())),
          EditorView.contentAttributes.of({
            'aria-label': `Formula of ${name}: one equation a line; lines "where x = …" name parts. Escape leaves.`,
            autocapitalize: 'off',
            autocorrect: 'off',
            spellcheck: 'false',
          }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            const { formulas } = readFormulas(update.state.doc.toString());
            const spec = readSpec(workshop.document.peek().specs?.[name]);
            if (spec !== undefined && !areSameFormulas(formulas, spec))
              workshop.change(setFormulas(workshop.document.peek(), name, formulas), `formula ${name}`);
          }),
        ],
      }),
    });
    editor.current = view;
    const ends = [
      effect(() => {
        const wanted = text.value;
        const now = view.state.doc.toString();
        if (wanted !== now) view.dispatch({ changes: { from: 0, to: now.length, insert: wanted } });
      }),
      effect(() => {
        const roles = rolesOf();
        view.dispatch({ effects: language.reconfigure(formulaLanguage(roles)) });
      }),
      effect(() => {
        const { length } = view.state.doc;
        const lints = placed.value.map(({ diagnostic, place }): Lint => ({
          from: Math.min(place.start, length),
          to: Math.min(place.end, length),
          severity: diagnostic.code.startsWith('W_') ? 'warning' : 'error',
          message: diagnostic.message,
        }));
        view.dispatch(setDiagnostics(view.state, lints));
      }),
    ];
    return () => {
      for (const end of ends) end();
      view.destroy();
      editor.current = undefined;
    };
  }, [name, text, placed]);

  const apply = (fix: QuickFix): void => {
    const view = editor.current;
    const document = workshop.document.peek();
    if (fix.kind === 'replace' && view) {
      view.dispatch({ changes: { from: fix.place.start, to: fix.place.end, insert: fix.text } });
      view.focus();
    } else if (fix.kind === 'parameter') workshop.change(addParameter(document, name, fix.name));
    else if (fix.kind === 'input') workshop.change(addInput(document, name, fix.name, fix.input));
  };

  return (
    <>
      <div class="editor" ref={host} />
      <Mistakes placed={placed.value} text={text.value} onFix={apply} />
    </>
  );
}

function Mistakes({
  placed,
  text,
  onFix,
}: {
  readonly placed: readonly Placed[];
  readonly text: string;
  readonly onFix: (fix: QuickFix) => void;
}): JSX.Element {
  return (
    <ul class="mistakes" aria-live="polite">
      {placed.map(({ diagnostic, place }) => (
        <li
          key={`${diagnostic.code} ${place.start}`}
          data-code={diagnostic.code}
          data-from={place.start}
          data-to={place.end}
        >
          <p>
            {place.end > place.start && <code class="excerpt">{text.slice(place.start, place.end)}</code>}{' '}
            {diagnostic.message} {diagnostic.hint !== undefined && <span class="hint">{diagnostic.hint}</span>}
          </p>
          {quickFixes(diagnostic, text, place).map((fix) => (
            <button
              key={fix.label}
              type="button"
              class="fix"
              onClick={() => {
                onFix(fix);
              }}
            >
              {fix.label}
            </button>
          ))}
        </li>
      ))}
    </ul>
  );
}
