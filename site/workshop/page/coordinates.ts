import {
  EditorState,
  MapMode,
  StateEffect,
  StateField,
  type ChangeDesc,
  type Extension,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import { coordinateEdits, type OnlyPoint } from '../model/coordinates.js';

/** Time after the last key until a name is taken to be whole, ms. */
const PAUSE = 700;

const wrote = StateEffect.define<readonly number[]>();

const moved = (places: readonly number[], changes: ChangeDesc): readonly number[] =>
  places.flatMap((at) => changes.mapPos(at, 1, MapMode.TrackAfter) ?? []);

/** The places at which the editor has written the name of the point. */
const prefixes = StateField.define<readonly number[]>({
  create: () => [],
  update: (places, { changes, effects }) => [
    ...moved(places, changes),
    ...effects.flatMap((effect) => (effect.is(wrote) ? effect.value : [])),
  ],
});

function changeOf(
  text: string,
  point: OnlyPoint | undefined,
  written: readonly number[],
  mayWrite: (from: number, to: number) => boolean,
): TransactionSpec | undefined {
  const changes = point === undefined ? [] : coordinateEdits(text, point, written, mayWrite);
  if (changes.length === 0) return undefined;
  const places: number[] = [];
  let shift = 0;
  for (const { from, to, insert } of changes) {
    if (insert !== '') places.push(from + shift);
    shift += insert.length - (to - from);
  }
  return { changes, effects: wrote.of(places) };
}

/** The coordinates that the editor has written, with the name of their point. */
export function writtenCoordinates(state: EditorState): readonly string[] {
  const names = state.field(prefixes).map((at) => /^\w+\.\w+/.exec(state.sliceDoc(at))?.[0] ?? '');
  return [...new Set(names)].sort();
}

/**
 * Writes `x` as `p.x` where `p` is the only point, in the transaction of the key that ends the name;
 * or, behind the last key, after a pause, or when the editor is left.
 */
export function coordinates(pointOf: () => OnlyPoint | undefined): Extension {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const finish = (view: EditorView): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const { doc, selection } = view.state;
    const line = doc.lineAt(selection.main.head);
    const isThere = (from: number): boolean => line.from <= from && from < line.to;
    const change = changeOf(doc.toString(), pointOf(), view.state.field(prefixes), isThere);
    if (change) view.dispatch(change);
  };
  return [
    prefixes,
    EditorState.transactionFilter.of((transaction) => {
      const isTyped = transaction.isUserEvent('input');
      if (!transaction.docChanged || !(isTyped || transaction.isUserEvent('delete'))) return transaction;
      const { changes, newDoc, newSelection, startState } = transaction;
      const { head } = newSelection.main;
      const lines: [number, number][] = [];
      changes.iterChangedRanges((_from, _to, from, to) => {
        lines.push([newDoc.lineAt(from).from, newDoc.lineAt(to).to]);
      });
      const mayWrite = (from: number, to: number): boolean =>
        isTyped && lines.some(([start, end]) => start <= from && to <= end) && !(from < head && head <= to);
      const change = changeOf(newDoc.toString(), pointOf(), moved(startState.field(prefixes), changes), mayWrite);
      return change ? [transaction, { ...change, sequential: true }] : transaction;
    }),
    EditorView.domEventHandlers({
      blur: (_, view) => {
        finish(view);
      },
    }),
    ViewPlugin.define((view) => ({
      update: ({ docChanged, transactions }) => {
        if (!docChanged) return;
        clearTimeout(timer);
        const isOwn = transactions.some((one) => one.isUserEvent('input') || one.isUserEvent('delete'));
        timer = isOwn ? setTimeout(finish, PAUSE, view) : undefined;
      },
      destroy: () => {
        clearTimeout(timer);
      },
    })),
  ];
}
