import { signal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { fileName } from '../../../src/export/file-name.js';
import { zip } from '../../../src/export/zip.js';
import type { FilmQuestion, PartsQuestion } from '../engine/protocol.js';
import { projectFiles } from '../model/project.js';
import { Dialog } from './dialog.js';
import { workshop } from './workshop.js';

const told = signal('');
/** Length of films, s, and their width, px. */
const seconds = signal(4);
const width = signal(640);
/** Size of parts by that in the scene. */
const scale = signal(1);

/** A file that the scene can be saved as. */
interface Choice {
  readonly title: string;
  readonly summary: string;
  readonly ending: string;
  /** True for what only scenes of the plane have. */
  readonly isFlat?: boolean;
  readonly make: (name: string) => Promise<Blob>;
}

const film = (format: FilmQuestion['format']) => (): Promise<Blob> =>
  workshop.engine.ask<'film'>({ kind: 'film', format, seconds: seconds.peek(), width: width.peek() }, (done) => {
    told.value = `Filming: ${Math.round(100 * done)} %`;
  });

const parts = (format: PartsQuestion['format']) => (): Promise<Blob> =>
  workshop.engine.ask<'parts'>({ kind: 'parts', format, scale: scale.peek() });

const CHOICES: readonly Choice[] = [
  {
    title: 'Web page',
    summary: 'One HTML file that moves and can be pulled at, without a network. Send it to anybody.',
    ending: '.html',
    make: async () => new Blob([await workshop.engine.ask<'html'>({ kind: 'html' })], { type: 'text/html' }),
  },
  {
    title: 'GIF',
    summary: 'A film for messages and slides, from where the scene is now.',
    ending: '.gif',
    make: film('gif'),
  },
  {
    title: 'WebM',
    summary: 'The same as a video: smaller, and sharper.',
    ending: '.webm',
    make: film('webm'),
  },
  {
    title: 'GLB',
    summary: 'A film of solids, for Blender, slides and <model-viewer>.',
    ending: '.glb',
    make: film('glb'),
  },
  {
    title: 'PNG',
    summary: 'The picture as it is now, in double resolution.',
    ending: '.png',
    make: () => workshop.engine.ask<'png'>({ kind: 'png' }),
  },
  {
    title: 'SVG',
    summary: 'The picture as it is now, for print.',
    ending: '.svg',
    make: async () => new Blob([await workshop.engine.ask<'svg'>({ kind: 'svg' })], { type: 'image/svg+xml' }),
  },
  {
    title: 'DXF',
    summary: 'The parts side by side with their holes, to be cut.',
    ending: '.dxf',
    isFlat: true,
    make: parts('dxf'),
  },
  {
    title: 'Cutting sheet',
    summary: 'The same as an SVG picture of true size.',
    ending: '-parts.svg',
    isFlat: true,
    make: parts('svg'),
  },
  {
    title: 'STL',
    summary: 'The parts as solids, to be printed: a ZIP archive with a file for each.',
    ending: '-stl.zip',
    make: parts('stl'),
  },
  {
    title: 'TypeScript project',
    summary: 'The formula and the scene as code, with package.json: npm install, generate, simulate.',
    ending: '.zip',
    make: async (name) => {
      const files = await workshop.engine.ask<'typescript'>({ kind: 'typescript', name });
      return new Blob([zip(projectFiles(name, workshop.document.peek().title, files))], { type: 'application/zip' });
    },
  },
  {
    title: 'JSON',
    summary: 'The scene as it is, for “holonomic simulate”, <holonomic-scene> and this page.',
    ending: '.json',
    make: () =>
      Promise.resolve(
        new Blob([`${JSON.stringify(workshop.document.peek(), null, 2)}\n`], { type: 'application/json' }),
      ),
  },
];

/** Files of the scene. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const name = fileName(workshop.document.value.title);
  const save = async ({ ending, make }: Choice): Promise<void> => {
    told.value = '';
    try {
      download(await make(name), name + ending);
      told.value = `${name}${ending} is saved.`;
    } catch (error) {
      told.value = error instanceof Error ? error.message : String(error);
    }
  };
  const hasNotes = workshop.diagnostics.value.length > 0;
  return (
    <Dialog title="Export" onClose={onClose}>
      <ul class="cards">
        {CHOICES.filter(({ isFlat }) => !isFlat || workshop.document.value.space === 2).map((choice) => (
          <li key={choice.title}>
            <button type="button" class="card" onClick={() => void save(choice)}>
              <strong>{choice.title}</strong>
              <span>
                {choice.summary}
                {hasNotes && choice.ending === '.zip' && ' Generate refuses what the notes beside the formula say.'}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div class="row">
        <Select label="Films last" unit="s" of={seconds} values={[2, 4, 8, 15]} />
        <Select label="and are" unit="px wide" of={width} values={[320, 640, 960, 1280]} />
        <Select
          label="Parts are"
          unit=""
          of={scale}
          values={[1, 0.5, 0.2, 0.1]}
          write={(value) => `1 : ${1 / value}`}
        />
      </div>
      <p role="status" class="pre">
        {told.value}
      </p>
      <label class="stacked">
        Open a JSON file
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void openFile(file, onClose);
          }}
        />
      </label>
    </Dialog>
  );
}

function Select({
  label,
  unit,
  of,
  values,
  write = String,
}: {
  readonly label: string;
  readonly unit: string;
  readonly of: Signal<number>;
  readonly values: readonly number[];
  readonly write?: (value: number) => string;
}): JSX.Element {
  return (
    <label class="inline">
      {label}{' '}
      <select
        value={String(of.value)}
        onChange={({ currentTarget }) => {
          of.value = Number(currentTarget.value);
        }}
      >
        {values.map((value) => (
          <option key={value} value={String(value)}>
            {write(value)} {unit}
          </option>
        ))}
      </select>
    </label>
  );
}

async function openFile(file: File, onOpen: () => void): Promise<void> {
  try {
    const message = await workshop.openUnknown(JSON.parse(await file.text()));
    told.value = message ?? '';
    if (message === undefined) onOpen();
  } catch {
    told.value = 'This file holds no JSON.';
  }
}

function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 10_000);
}
