import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { moduleSource } from '../../module-source.js';
import type { Template } from '../model/templates.js';
import type { Kept } from '../model/shelf.js';
import { Dialog } from './dialog.js';
import { GALLERY } from './gallery.js';
import { workshop } from './workshop.js';

const kept = signal<readonly Kept[]>([]);
/** Undefined until they were fetched. */
const templates = signal<readonly Template[] | undefined>(undefined);

const fetchTemplates = moduleSource(() => import('../model/templates.js'));

/** What to begin with: a new scene, the visitor's own, and the gallery. */
export function GalleryDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  kept.value = workshop.shelf.list();
  useEffect(() => {
    fetchTemplates().then(
      ({ TEMPLATES }) => {
        templates.value = TEMPLATES;
      },
      () => {
        templates.value ??= [];
        workshop.notice.value = 'New scenes could not be fetched. Check the connection, and open the list again.';
      },
    );
  }, []);
  return (
    <Dialog title="Open a scene" onClose={onClose}>
      {/* All lists come at once: none moves away under a pointer, and the tab key finds the first card first. */}
      {templates.value && <Lists templates={templates.value} onClose={onClose} />}
    </Dialog>
  );
}

function Lists({
  templates,
  onClose,
}: {
  readonly templates: readonly Template[];
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <>
      {templates.length > 0 && <h3>A new scene</h3>}
      <ul class="cards">
        {templates.map(({ title, summary, document }) => (
          <Card
            key={title}
            title={title}
            summary={summary}
            onOpen={() => {
              workshop.openDocument(document);
              onClose();
            }}
          />
        ))}
      </ul>
      {kept.value.length > 0 && (
        <>
          <h3>Yours, kept in this browser</h3>
          <ul class="cards">
            {kept.value.map(({ id, title, changed, document }) => (
              <Card
                key={id}
                title={title}
                summary={`Changed ${new Date(changed).toLocaleString()}`}
                onOpen={() => {
                  void openKept(document, id);
                  onClose();
                }}
              />
            ))}
          </ul>
        </>
      )}
      <h3>Gallery</h3>
      <ul class="cards">
        {GALLERY.map(({ id, title, summary, load }) => (
          <Card
            key={id}
            title={title}
            summary={summary}
            onOpen={() => {
              load().then(
                (document) => {
                  workshop.openDocument(document);
                },
                () => {
                  workshop.notice.value = `“${title}” could not be fetched. Check the connection, and open it again.`;
                },
              );
              onClose();
            }}
          />
        ))}
      </ul>
    </>
  );
}

/** What the browser kept may be of another version of the page, or broken. */
async function openKept(document: unknown, id: string): Promise<void> {
  const message = await workshop.openUnknown(document, id);
  if (message !== undefined) workshop.notice.value = `This scene cannot be opened. ${message}`;
}

function Card({
  title,
  summary,
  onOpen,
}: {
  readonly title: string;
  readonly summary: string;
  readonly onOpen: () => void;
}): JSX.Element {
  return (
    <li>
      <button type="button" class="card" onClick={onOpen}>
        <strong>{title}</strong>
        <span>{summary}</span>
      </button>
    </li>
  );
}
