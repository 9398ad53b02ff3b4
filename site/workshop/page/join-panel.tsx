import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { wordsOf } from '../model/class-words.js';
import { inputOf, keyOf, type Joining } from '../model/joining.js';
import { ClassPicture } from './class-picture.js';
import { added, choose, ends, joining, stepBack, stopJoining } from './joining.js';
import { workshop } from './workshop.js';

/** Below the picture: asks what the constraint that is being added joins, or says that it was added. */
export function JoinPanel(): JSX.Element | null {
  if (joining.value !== undefined) return <Asking now={joining.value} />;
  return added.value === undefined ? null : <Added {...added.value} />;
}

function Asking({ now }: { readonly now: Joining }): JSX.Element {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const own = panel.current;
    own?.closest('.stage')?.scrollIntoView({ block: 'nearest' });
    own?.focus({ preventScroll: true });
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') stopJoining();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      // Who came by keys goes on from there.
      if (own?.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    };
  }, []);
  const { facts, word, reason, refused } = now;
  const input = inputOf(now);
  return (
    <section ref={panel} class="joining" aria-label={`Add: ${word}`} tabIndex={-1}>
      <div class="panel-head">
        <ClassPicture picture={wordsOf(facts.name).picture} />
        <p role="status">
          <strong>{word}</strong>{' '}
          <span class="quiet">
            {now.ends.length + 1} of {facts.inputs.length}
          </span>
          <br />
          <code class="role-input">{input?.name}</code>: {requestOf(input?.kind, input?.unit)}
        </p>
        {now.ends.length > 0 && (
          <button type="button" class="end" onClick={() => void stepBack()}>
            Back
          </button>
        )}
        <button type="button" class={now.ends.length > 0 ? '' : 'end'} onClick={stopJoining}>
          Cancel
        </button>
      </div>
      <ul class="ends">
        {ends().map(({ label, entry }) => {
          const why = refused[keyOf(entry)];
          return (
            <li key={label}>
              <button
                type="button"
                class="chip"
                aria-disabled={why !== undefined}
                title={why}
                onClick={() => void choose(entry)}
              >
                {label}
              </button>
            </li>
          );
        })}
      </ul>
      <p class={reason === undefined ? 'quiet' : 'refusal'} role="status">
        {reason ?? facts.summary}
      </p>
    </section>
  );
}

function requestOf(kind: 'point' | 'direction' | 'scalar' | undefined, unit: string | undefined): string {
  if (kind === 'point') return 'press a point in the picture, or choose.';
  if (kind === 'direction') return 'choose a direction.';
  return unit === 'rad' ? 'choose an angle.' : unit === 'm' ? 'choose a coordinate.' : 'choose a quantity.';
}

function Added({ name, word }: { readonly name: string; readonly word: string }): JSX.Element | null {
  const entry = workshop.document.value.constraints?.[name];
  if (entry === undefined) return null; // It was taken back.
  const params = Object.entries(entry.params ?? {}).map(([param, value]) => `${param} = ${[value].flat().join(', ')}`);
  return (
    <section class="joining" aria-label="Added">
      <div class="panel-head">
        <ClassPicture picture={wordsOf(entry.type).picture} />
        <p role="status">
          <strong>{word}</strong> added: <code>{name}</code>
          {params.length > 0 && <span class="quiet"> with {params.join('; ')}</span>}
        </p>
        <button
          type="button"
          class="end ghost"
          aria-label="Close"
          onClick={() => {
            added.value = undefined;
          }}
        >
          ×
        </button>
      </div>
    </section>
  );
}
