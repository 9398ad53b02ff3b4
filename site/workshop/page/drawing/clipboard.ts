import { effect, signal } from '@preact/signals';
import type { SceneDocument } from '../../model/document.js';
import { erased } from '../../model/drawing/act.js';
import { copied, pasted } from '../../model/drawing/copy.js';
import { gridStep } from '../../model/drawing/spots.js';
import { workshop } from '../workshop.js';
import { perform, refuse, take, tool, whyNoPaper } from './hands.js';
import { selection } from './selection.js';

/** What was copied last, in this page. */
export const clip = signal<SceneDocument | undefined>(undefined);
/** Steps of the grid that a copy lies beside its origin; each further one lies as far again. */
const BESIDE = 2;
let pastes = 0;

/** Copies what is selected; undefined if nothing is. */
export function copySelected(): SceneDocument | undefined {
  const things = selection.peek();
  if (things.length === 0) return undefined;
  const part = copied(workshop.document.peek(), things);
  if (Object.keys(part.bodies ?? {}).length === 0) {
    refuse('There is no body in it: copy what moves.');
    return undefined;
  }
  clip.value = part;
  pastes = 0;
  return part;
}

/** Adds what was copied beside where it was, and selects it. */
export async function paste(part = clip.peek()): Promise<void> {
  const reason = whyNoPaper();
  if (part === undefined || reason !== undefined) {
    if (reason !== undefined) refuse(reason);
    return;
  }
  if (tool.peek() !== 'select') take('select');
  const sketch = workshop.sketch.peek();
  const step = sketch === undefined ? 0.1 : gridStep(sketch);
  const by = ++pastes * BESIDE * step;
  const { document, things } = pasted(workshop.document.peek(), part, [by, -by]);
  const isDone = await perform({ document, drew: things });
  if (isDone) selection.value = things;
}

/** Copies what is selected, and pastes it. */
export async function duplicate(): Promise<void> {
  const part = copySelected();
  if (part !== undefined) await paste(part);
}

/** Pastes what may be no scene at all. */
async function pasteText(text: string): Promise<void> {
  if (text === JSON.stringify(clip.peek())) {
    await paste();
    return;
  }
  let part: unknown;
  try {
    part = JSON.parse(text);
  } catch {
    refuse('What was copied is no part of a scene.');
    return;
  }
  const [mistake] = await workshop.engine.ask<'check'>({ kind: 'check', document: part });
  if (mistake !== undefined || (part as SceneDocument).space !== 2) {
    refuse(mistake?.message ?? 'What was copied is a scene in space.');
    return;
  }
  clip.value = part as SceneDocument;
  pastes = 0;
  await paste();
}

/** Tests whether an event is for the picture: not for a field in which somebody types. */
function isHere(): boolean {
  const { activeElement } = document;
  return activeElement !== null && activeElement.closest('.board') !== null && activeElement.closest('input') === null;
}

/** Copies, cuts and pastes by the keys and menus of the browser, also from one page to another. */
export function listenToClipboard(signal: AbortSignal): void {
  const copy = (event: ClipboardEvent): boolean => {
    const part = isHere() ? copySelected() : undefined;
    if (part === undefined) return false;
    event.clipboardData?.setData('text/plain', JSON.stringify(part));
    event.preventDefault();
    return true;
  };
  document.addEventListener('copy', copy, { signal });
  document.addEventListener(
    'cut',
    (event) => {
      if (copy(event)) void perform(erased(workshop.document.peek(), selection.peek()));
    },
    { signal },
  );
  document.addEventListener(
    'paste',
    (event) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!isHere() || text === '') return;
      event.preventDefault();
      void pasteText(text);
    },
    { signal },
  );
}

// The next one lies beside the origin again.
effect(() => {
  if (workshop.opened.value > 0) pastes = 0;
});
