import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { DerivedPanel } from './derived.js';
import { isEmbedded } from './embedded.js';
import { ExportDialog } from './export-dialog.js';
import { FormulaPanel } from './formula-panel.js';
import { GalleryDialog } from './gallery-dialog.js';
import { editors } from './later.js';
import { Plots } from './plots.js';
import { ScenePanel } from './scene-panel.js';
import { ShareDialog } from './share-dialog.js';
import { StageView } from './stage.js';
import { workshop } from './workshop.js';

const wide = window.matchMedia('(min-width: 1000px)');
const isWide = signal(wide.matches);
wide.addEventListener('change', () => {
  isWide.value = wide.matches;
});

type Tab = 'Formula' | 'Derived' | 'Plots' | 'Scene' | 'JSON';
const tab = signal<Tab>('Formula');
const dialog = signal<'gallery' | 'share' | 'export' | undefined>(undefined);

const close = (): void => {
  dialog.value = undefined;
};

export function App(): JSX.Element {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isField = event.target instanceof HTMLInputElement;
      if (isField || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === 'z' && !event.shiftKey) workshop.undo();
      else if (key === 'y' || (key === 'z' && event.shiftKey)) workshop.redo();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, []);
  if (isEmbedded)
    return (
      <div class="shell embedded">
        <Notice />
        <main>
          <h1>{workshop.document.value.title}</h1>
          <StageView />
        </main>
      </div>
    );
  return (
    <div class="shell">
      <Header />
      <Notice />
      <main>
        <div class="right">
          <StageView />
          {isWide.value && <Plots />}
        </div>
        <Side />
      </main>
      {dialog.value === 'gallery' && <GalleryDialog onClose={close} />}
      {dialog.value === 'share' && <ShareDialog onClose={close} />}
      {dialog.value === 'export' && <ExportDialog onClose={close} />}
    </div>
  );
}

function Notice(): JSX.Element | null {
  const { notice } = workshop;
  if (notice.value === undefined) return null;
  return (
    <div class="message notice" role="alert">
      <p class="pre">{notice.value}</p>
      <button
        type="button"
        onClick={() => {
          notice.value = undefined;
        }}
      >
        Dismiss
      </button>
    </div>
  );
}

function Header(): JSX.Element {
  const { title } = workshop.document.value;
  return (
    <header>
      <a class="brand" href="../">
        holonomic
      </a>
      <h1>Workshop</h1>
      <button
        type="button"
        class="title"
        aria-haspopup="dialog"
        onClick={() => {
          dialog.value = 'gallery';
        }}
      >
        <span>{title === '' ? 'Open' : title}</span> <span aria-hidden="true">▾</span>
      </button>
      <span class="spring" />
      <button
        type="button"
        aria-label="Undo"
        title="Undo (Ctrl+Z)"
        disabled={!workshop.canUndo.value}
        onClick={() => {
          workshop.undo();
        }}
      >
        ↶
      </button>
      <button
        type="button"
        aria-label="Redo"
        title="Redo (Ctrl+Shift+Z)"
        disabled={!workshop.canRedo.value}
        onClick={() => {
          workshop.redo();
        }}
      >
        ↷
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          dialog.value = 'share';
        }}
      >
        Share
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          dialog.value = 'export';
        }}
      >
        Export
      </button>
    </header>
  );
}

const TABS: Readonly<Record<'wide' | 'narrow', readonly Tab[]>> = {
  wide: ['Formula', 'Scene', 'JSON'],
  narrow: ['Formula', 'Derived', 'Plots', 'Scene', 'JSON'],
};

function Side(): JSX.Element {
  const tabs = TABS[isWide.value ? 'wide' : 'narrow'];
  const shown = tabs.includes(tab.value) ? tab.value : 'Formula';
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    tab.value = tabs[(tabs.indexOf(shown) + by + tabs.length) % tabs.length]!;
    document.getElementById(`tab-${tab.value}`)?.focus();
  };
  return (
    <div class="side">
      <div class="tabs" role="tablist" aria-label="Parts of the workshop" onKeyDown={move}>
        {tabs.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            aria-selected={one === shown}
            aria-controls="tab-panel"
            tabIndex={one === shown ? 0 : -1}
            onClick={() => {
              tab.value = one;
            }}
          >
            {one}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id="tab-panel" aria-labelledby={`tab-${shown}`}>
        {shown === 'Formula' && <FormulaPanel />}
        {(shown === 'Derived' || (shown === 'Formula' && isWide.value)) && workshop.open.value !== undefined && (
          <DerivedPanel />
        )}
        {shown === 'Plots' && <Plots />}
        {shown === 'Scene' && <ScenePanel />}
        {shown === 'JSON' && editors.value && <editors.value.JsonPanel />}
      </div>
    </div>
  );
}
