import { bracketMatching } from '@codemirror/language';
import { setDiagnostics, type Diagnostic as Lint } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, placeholder } from '@codemirror/view';
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Diagnostic, Span } from '../../../src/diagnostics/diagnostic.js';
import { onlyPointOf } from '../model/coordinates.js';
import type { SceneDocument } from '../model/document.js';
import { addInput, addParameter, readSpec, setFormulas } from '../model/specs.js';
import { areSameFormulas, placeOf, readFormulas, writeFormulas } from '../model/formula-text.js';
import { isNote, quickFixes, type QuickFix } from '../model/quick-fixes.js';
import { useCalm } from './calm.js';
import { completion } from './completion.js';
import { coordinates, writtenCoordinates } from './coordinates.js';
import { editorKeys } from './editor-keys.js';
import { formulaLanguage } from './language.js';
import { workshop } from './workshop.js';

/** A mistake of the formulas, and where the text has it. */
interface Mistake {
  readonly diagnostic: Diagnostic;
  readonly place: Span;
}

/** The mistakes of a text. */
interface Placed {
  readonly text: string;
  readonly mistakes: readonly Mistake[];
}

function placedIn(text: string, name: string): Placed {
  const read = readFormulas(text);
  const own = read.faults.map(({ from, to, message }) => ({
    diagnostic: { code: 'E_NAME_CLASH', message } as const,
    place: { start: from, end: to },
  }));
  const answered = workshop.diagnostics.peek().flatMap((diagnostic) => {
    const place = placeOf(diagnostic, `specs.${name}`, read);
    return place === undefined ? [] : [{ diagnostic, place }];
  });
  return { text, mistakes: [...own, ...answered] };
}

/** The document with the text `text` for the formulas of a spec, and a mistake there mended. */
function mended(name: string, text: string, fix: QuickFix): SceneDocument {
  const shown = fix.kind === 'replace' ? text.slice(0, fix.place.start) + fix.text + text.slice(fix.place.end) : text;
  const document = setFormulas(workshop.document.peek(), name, readFormulas(shown).formulas);
  if (fix.kind === 'replace') return document;
  if (fix.kind === 'parameter') return addParameter(document, name, fix.name);
  return addInput(document, name, fix.name, fix.input);
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
  // Mistakes stay until the engine answers: between a key and its answer, their places are not known.
  const placed = useMemo(() => signal<Placed>({ text: '', mistakes: [] }), [name]);
  const written = useMemo(() => signal(''), [name]);

  useEffect(() => {
    const language = new Compartment();
    // As one text, which stays the same while only formulas change.
    const roles = computed(() => {
      const { inputs = {}, params = [], where = {} } = readSpec(workshop.document.value.specs?.[name]) ?? {};
      return JSON.stringify([Object.keys(inputs), params, Object.keys(where)]);
    });
    const colouring = (): Extension => {
      const [inputs, params, names] = JSON.parse(roles.value) as [string[], string[], string[]];
      return formulaLanguage({ inputs: new Set(inputs), params: new Set(params), names: new Set(names) });
    };
    const place = (): void => {
      const typed = view.state.doc.toString();
      const spec = readSpec(workshop.answered.peek().specs?.[name]);
      const isAnswered = spec === undefined || areSameFormulas(readFormulas(typed).formulas, spec);
      // Mistakes have their places in the text that they are about.
      const next = placedIn(isAnswered ? typed : writeFormulas(spec), name);
      if (next.mistakes.length > 0 || placed.peek().mistakes.length > 0) placed.value = next;
    };
    const view = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: text.peek(),
        extensions: [
          completion(name),
          editorKeys,
          bracketMatching(),
          EditorView.lineWrapping,
          placeholder('p.y == …'),
          language.of(colouring()),
          EditorView.contentAttributes.of({
            'aria-label': `Formula of ${name}: one equation a line; lines "where x = …" name parts. Escape leaves.`,
            autocapitalize: 'off',
            autocorrect: 'off',
            spellcheck: 'false',
          }),
          coordinates(() => {
            const { specs, space } = workshop.document.peek();
            return onlyPointOf(specs?.[name], space);
          }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            written.value = writtenCoordinates(update.state).join(', ');
            const { formulas } = readFormulas(update.state.doc.toString());
            const spec = readSpec(workshop.document.peek().specs?.[name]);
            if (spec !== undefined && !areSameFormulas(formulas, spec))
              workshop.change(setFormulas(workshop.document.peek(), name, formulas), `formula ${name}`);
            else place(); // The engine is not asked.
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
        view.dispatch({ effects: language.reconfigure(colouring()) });
      }),
      workshop.diagnostics.subscribe(place),
      effect(() => {
        const { length } = view.state.doc;
        const lints = placed.value.mistakes.map(({ diagnostic, place }): Lint => ({
          from: Math.min(place.start, length),
          to: Math.min(place.end, length),
          severity: isNote(diagnostic, workshop.isRefused.value) ? 'info' : 'error',
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
  }, [name, text, placed, written]);

  const apply = (fix: QuickFix, text: string): void => {
    const view = editor.current;
    if (fix.kind === 'replace') {
      // Its place is that in the text which the engine has answered for.
      if (view?.state.doc.toString() !== text) return;
      view.dispatch({ changes: { from: fix.place.start, to: fix.place.end, insert: fix.text } });
      view.focus();
    } else workshop.change(mended(name, view?.state.doc.toString() ?? text, fix));
  };

  return (
    <>
      <div class="editor" ref={host} />
      {written.value !== '' && (
        <p class="quiet" role="status" data-written={written.value}>
          Coordinates are those of the only point: {written.value}.
        </p>
      )}
      <Mistakes name={name} of={placed} onFix={apply} />
    </>
  );
}

/** Time after the last change until the remedies are tried, ms. */
const TRY_AFTER = 120;

/** The remedies of each mistake that lead to a formula that is accepted. */
function useFixes(name: string, { text, mistakes }: Placed): ReadonlyMap<Mistake, readonly QuickFix[]> {
  const [fixes, setFixes] = useState<ReadonlyMap<Mistake, readonly QuickFix[]>>(new Map());
  useEffect(() => {
    const offered = mistakes.flatMap((mistake) =>
      quickFixes(mistake.diagnostic, text, mistake.place).map((fix) => ({ mistake, fix })),
    );
    if (offered.length === 0) return;
    const known = mistakes.map(({ diagnostic }) => diagnostic);
    const specs = offered.map(({ fix }) => mended(name, text, fix).specs?.[name]);
    let isLatest = true;
    const timer = setTimeout(() => {
      workshop.engine.ask<'fit'>({ kind: 'fit', name, specs, known }).then(
        (fit) => {
          if (!isLatest) return;
          const left = offered.filter((_, k) => fit[k]);
          setFixes(
            new Map(mistakes.map((one) => [one, left.flatMap(({ mistake, fix }) => (mistake === one ? [fix] : []))])),
          );
        },
        () => undefined, // The engine is gone, and the page says so.
      );
    }, TRY_AFTER);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [name, text, mistakes]);
  return fixes;
}

function Mistakes({
  name,
  of: placed,
  onFix,
}: {
  readonly name: string;
  readonly of: ReadonlySignal<Placed>;
  readonly onFix: (fix: QuickFix, text: string) => void;
}): JSX.Element {
  const shown = useCalm(placed);
  const { text, mistakes } = shown;
  const fixes = useFixes(name, shown);
  return (
    <ul class="mistakes" aria-live="polite">
      {mistakes.map((mistake) => {
        const { diagnostic, place } = mistake;
        return (
          <li
            class={isNote(diagnostic, workshop.isRefused.value) ? 'note' : undefined}
            key={`${diagnostic.code} ${place.start}`}
            data-code={diagnostic.code}
            data-from={place.start}
            data-to={place.end}
          >
            <p>
              {place.end > place.start && <code class="excerpt">{text.slice(place.start, place.end)}</code>}{' '}
              {diagnostic.message} {diagnostic.hint !== undefined && <span class="hint">{diagnostic.hint}</span>}
            </p>
            {fixes.get(mistake)?.map((fix) => (
              <button
                key={fix.label}
                type="button"
                class="fix"
                onClick={() => {
                  onFix(fix, text);
                }}
              >
                {fix.label}
              </button>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
