import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { TOOLS, type ToolWords } from '../../model/drawing/tools.js';
import { workshop } from '../workshop.js';
import './drawing.css';
import { eraseSelected, isPaper, take, tool } from './hands.js';

/** The tools above the picture. Each has a key, while the picture or the tools have the focus. */
export function ToolStrip(): JSX.Element {
  const strip = useRef<HTMLDivElement>(null);
  const canDraw = isPaper();
  useEffect(() => {
    const board = strip.current!.closest<HTMLElement>('.board')!;
    const onKey = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !isPaper()) return;
      const chosen = TOOLS.find(({ key }) => key === event.key.toLowerCase());
      if (chosen) take(chosen.tool);
      else if (event.key === 'Delete' || event.key === 'Backspace') eraseSelected();
      else return;
      event.preventDefault();
    };
    board.addEventListener('keydown', onKey);
    return () => {
      board.removeEventListener('keydown', onKey);
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
    <div ref={strip} class="tools" role="toolbar" aria-label="Tools" onKeyDown={move}>
      {TOOLS.map((one) => (
        <ToolButton key={one.tool} words={one} isDisabled={!canDraw && one.tool !== 'hand'} />
      ))}
    </div>
  );
}

function ToolButton({ words, isDisabled }: { readonly words: ToolWords; readonly isDisabled: boolean }): JSX.Element {
  const { tool: own, label, key, hint, picture } = words;
  const [path = '', points = ''] = picture.split('|');
  const isTaken = tool.value === own;
  return (
    <button
      type="button"
      class="tool"
      data-tool={own}
      aria-pressed={isTaken}
      aria-label={label}
      aria-keyshortcuts={key.toUpperCase()}
      title={isDisabled ? 'Hands draw in the plane alone.' : `${label} (${key.toUpperCase()}). ${hint}`}
      disabled={isDisabled}
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
