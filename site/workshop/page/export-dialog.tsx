import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { fileName, projectFiles } from '../model/project.js';
import { zip } from '../model/zip.js';
import { Dialog } from './dialog.js';
import { workshop } from './workshop.js';

const told = signal('');

/** Files of the scene. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const name = fileName(workshop.document.value.title);
  const save = (make: () => Promise<Blob>, file: string) => (): void => {
    make().then(
      (blob) => {
        download(blob, file);
        told.value = `${file} is saved.`;
      },
      (error: unknown) => {
        told.value = error instanceof Error ? error.message : String(error);
      },
    );
  };
  return (
    <Dialog title="Export" onClose={onClose}>
      <ul class="cards">
        <Choice
          title="TypeScript project"
          summary={`The formula and the scene as code, with package.json: npm install, generate, simulate.${
            workshop.diagnostics.value.length > 0 ? ' Generate refuses what the notes beside the formula say.' : ''
          }`}
          onSave={save(async () => {
            const files = await workshop.engine.ask<'typescript'>({ kind: 'typescript', name });
            return new Blob([zip(projectFiles(name, workshop.document.peek().title, files))], {
              type: 'application/zip',
            });
          }, `${name}.zip`)}
        />
        <Choice
          title="JSON"
          summary="The scene as it is, for “holonomic simulate”, <holonomic-scene> and this page."
          onSave={save(
            () =>
              Promise.resolve(
                new Blob([`${JSON.stringify(workshop.document.peek(), null, 2)}\n`], { type: 'application/json' }),
              ),
            `${name}.json`,
          )}
        />
        <Choice
          title="SVG"
          summary="The picture as it is now."
          onSave={save(
            async () => new Blob([await workshop.engine.ask<'svg'>({ kind: 'svg' })], { type: 'image/svg+xml' }),
            `${name}.svg`,
          )}
        />
      </ul>
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

async function openFile(file: File, onOpen: () => void): Promise<void> {
  try {
    const message = await workshop.openUnknown(JSON.parse(await file.text()));
    told.value = message ?? '';
    if (message === undefined) onOpen();
  } catch {
    told.value = 'This file holds no JSON.';
  }
}

function Choice({
  title,
  summary,
  onSave,
}: {
  readonly title: string;
  readonly summary: string;
  readonly onSave: () => void;
}): JSX.Element {
  return (
    <li>
      <button type="button" class="card" onClick={onSave}>
        <strong>{title}</strong>
        <span>{summary}</span>
      </button>
    </li>
  );
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
