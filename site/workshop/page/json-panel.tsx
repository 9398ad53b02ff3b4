import { effect, signal } from '@preact/signals';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { SceneDocument } from '../model/document.js';
import { editorKeys } from './editor-keys.js';
import { Elsewhere } from './elsewhere.js';
import { workshop } from './workshop.js';

const mistake = signal<string | undefined>(undefined);

const written = (document: SceneDocument): string => JSON.stringify(document, null, 2);

/** The whole document as text: what the lists do not offer can be written here. */
export function JsonPanel(): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    mistake.value = undefined;
    /** The document that the text says, as far as it says one. */
    let said = workshop.document.peek();
    const read = async (text: string): Promise<void> => {
      let next: SceneDocument;
      try {
        next = JSON.parse(text) as SceneDocument;
      } catch (error) {
        mistake.value = `This is no JSON yet. ${error instanceof Error ? error.message : ''}`;
        return;
      }
      const faults = await workshop.engine.ask<'check'>({ kind: 'check', document: next });
      if (view.state.doc.toString() !== text) return;
      const [first] = faults;
      mistake.value = first && `${first.message} ${first.hint ?? ''}`;
      if (first !== undefined || written(next) === written(workshop.document.peek())) return;
      said = next;
      workshop.change(next, 'json');
    };
    const view = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: written(said),
        extensions: [
          editorKeys,
          lineNumbers(),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': 'The scene as JSON. Escape leaves.', spellcheck: 'false' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) read(update.state.doc.toString()).catch(() => undefined);
          }),
        ],
      }),
    });
    const end = effect(() => {
      const document = workshop.document.value;
      if (document === said) return;
      said = document;
      const now = view.state.doc.toString();
      const next = written(document);
      if (now !== next) view.dispatch({ changes: { from: 0, to: now.length, insert: next } });
    });
    return () => {
      end();
      view.destroy();
    };
  }, []);
  return (
    <section class="panel json" aria-label="JSON">
      {mistake.value !== undefined && (
        <p class="mistake" role="status">
          {mistake.value}
        </p>
      )}
      <Elsewhere />
      <div class="editor tall" ref={host} />
    </section>
  );
}
