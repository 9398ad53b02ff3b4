import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { TOOLS, type ToolWords } from '../../model/drawing/tools.js';
import { workshop } from '../workshop.js';
import { clip, duplicate, listenToClipboard, paste } from './clipboard.js';
import './drawing.css';
import { eraseSelected, selectAll, take, tool, whyNoPaper } from './hands.js';
import { KeysDialog } from './keys-dialog.js';
import { hasLetterKeys } from './letter-keys.js';

/** True while the list of keys is shown. */
const showsKeys = signal(false);

/** Space beside the tool that is scrolled into sight, px: a part of the next one can be seen. */
const MARGIN = 24;

/** What takes letters, or is in front of the page: keys mean something else there. */
const TYPING =
  'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable=true], dialog';
/** What the space bar presses. A tool that is taken already does nothing then. */
const PRESSED = 'button:not(.tool[aria-pressed=true]), a, input, summary, [role=tab]';

/** The tools above the picture. Each has a key, which works wherever nothing is typed; the space bar runs and pauses. */
export function ToolStrip(): JSX.Element {
  const strip = useRef<HTMLDivElement>(null);
  const reason = whyNoPaper();
  const taken = tool.value;
  // A narrow strip scrolls: the tool that was taken, by a key or because the scene runs, is in sight.
  useEffect(() => {
    const list = strip.current!;
    const button = list.querySelector(`[data-tool=${taken}]`)!.getBoundingClientRect();
    const { left, right } = list.getBoundingClientRect();
    if (button.left < left) list.scrollLeft -= left - button.left + MARGIN;
    else if (button.right > right) list.scrollLeft += button.right - right + MARGIN;
  }, [taken]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (event.defaultPrevented || event.altKey || target.closest(TYPING) !== null) return;
      const key = event.key.toLowerCase();
      const letter = hasLetterKeys.peek() ? key : '';
      const chosen = TOOLS.find((one) => one.key === letter);
      if (event.ctrlKey || event.metaKey) {
        if (key === 'a' && tool.peek() === 'select') selectAll();
        else if (key === 'd') void duplicate();
        else return;
      } else if (key === ' ') {
        if (target.closest(PRESSED) !== null) return;
        workshop.run(workshop.state.peek()?.isRunning !== true);
      } else if (chosen) take(chosen.tool);
      else if (letter === '?') showsKeys.value = true;
      else if (key === 'delete' || key === 'backspace') eraseSelected();
      else return;
      event.preventDefault();
    };
    const ending = new AbortController();
    window.addEventListener('keydown', onKey, { signal: ending.signal });
    listenToClipboard(ending.signal);
    return () => {
      ending.abort();
    };
  }, []);
  /** The tools are one stop of the tab key; arrows go from one to the next. */
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const buttons = [...strip.current!.querySelectorAll('button')];
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(now + by + buttons.length) % buttons.length]?.focus();
  };
  return (
    <>
      <div ref={strip} class="tools" role="toolbar" aria-label="Tools" onKeyDown={move}>
        {TOOLS.map((one) => (
          <ToolButton key={one.tool} words={one} reason={one.tool === 'hand' ? undefined : reason} />
        ))}
        {clip.value && (
          <button
            type="button"
            class="tool paste"
            tabIndex={-1}
            title="Paste what was copied (Ctrl+V)"
            onClick={() => {
              void paste();
            }}
          >
            Paste
          </button>
        )}
        <button
          type="button"
          class="tool"
          tabIndex={-1}
          aria-label="Keys"
          aria-haspopup="dialog"
          title="Keys, and a switch for letters"
          onClick={() => {
            showsKeys.value = true;
          }}
        >
          ?
        </button>
      </div>
      {showsKeys.value && (
        <KeysDialog
          onClose={() => {
            showsKeys.value = false;
          }}
        />
      )}
    </>
  );
}

/** A tool. Where there is a reason why it cannot be taken, a press says so. */
function ToolButton({
  words,
  reason,
}: {
  readonly words: ToolWords;
  readonly reason: string | undefined;
}): JSX.Element {
  const { tool: own, label, key, hint, picture } = words;
  const [path = '', points = ''] = picture.split('|');
  const isTaken = tool.value === own;
  const letter = hasLetterKeys.value ? key.toUpperCase() : undefined;
  return (
    <button
      type="button"
      class="tool"
      data-tool={own}
      aria-pressed={isTaken}
      aria-label={label}
      aria-keyshortcuts={letter}
      title={reason ?? `${label}${letter === undefined ? '' : ` (${letter})`}. ${hint}`}
      aria-disabled={reason !== undefined}
      tabIndex={isTaken ? 0 : -1}
      onClick={() => {
        take(own);
        if (own !== 'curve') workshop.hasPulled.value = true;
      }}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={path} />
        {points
          .split(' ')
          .filter((point) => point !== '')
          .map((point) => {
            const [x, y] = point.split(',');
            return <circle key={point} cx={x} cy={y} r={own === 'point' ? 4 : 2.4} />;
          })}
      </svg>
    </button>
  );
}
