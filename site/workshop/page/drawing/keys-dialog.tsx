import type { JSX } from 'preact';
import { TOOLS } from '../../model/drawing/tools.js';
import { Dialog } from '../dialog.js';
import { hasLetterKeys, setLetterKeys } from './letter-keys.js';

type Row = readonly [keys: string, does: string];

const ANYWHERE: readonly Row[] = [
  ['Space', 'runs and pauses'],
  ['Delete', 'removes what is selected'],
  ['Ctrl+Z, Ctrl+Shift+Z', 'takes the last change back, and makes it again'],
  ['Ctrl+A', 'with Select, selects all'],
  ['Ctrl+C, Ctrl+V, Ctrl+D', 'copies what is selected, pastes, doubles'],
];
const PICTURE: readonly Row[] = [
  ['Page up, Page down', 'go from point to point'],
  ['Arrows', 'pull with the hand; else move the cross, with Shift by less'],
  ['Enter', 'presses, and ends a stroke'],
  ['Escape', 'lets go, and then takes the hand'],
  ['+, −, 0', 'zoom, and show all there is'],
  ['Ctrl+arrows', 'move the picture'],
];

/** The keys, and a switch for those that are letters. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <label class="inline">
        <input
          type="checkbox"
          checked={hasLetterKeys.value}
          onChange={({ currentTarget }) => {
            setLetterKeys(currentTarget.checked);
          }}
        />{' '}
        Letters take tools
      </label>
      {hasLetterKeys.value && (
        <Keys
          title="Wherever nothing is typed"
          rows={[...TOOLS.map(({ key, label }): Row => [key.toUpperCase(), label]), ['?', 'shows this list']]}
        />
      )}
      <Keys title="Always" rows={ANYWHERE} />
      <Keys title="In the picture" rows={PICTURE} />
    </Dialog>
  );
}

function Keys({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }): JSX.Element {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl class="keys">
        {rows.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
