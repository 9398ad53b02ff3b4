import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { NEW_SCENE } from '../model/document.js';
import type { Kept } from '../model/shelf.js';
import { Dialog } from './dialog.js';
import { GALLERY } from './gallery.js';
import { workshop } from './workshop.js';

const kept = signal<readonly Kept[]>([]);

/** What to begin with: a new scene, the visitor's own, and the gallery. */
export function GalleryDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  kept.value = workshop.shelf.list();
  return (
    <Dialog title="Open a scene" onClose={onClose}>
      <ul class="cards">
        <Card
          title="A new scene"
          summary="A bead on a wire; the wire is a formula to change."
          onOpen={() => {
            workshop.openDocument(NEW_SCENE);
            onClose();
          }}
        />
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
    </Dialog>
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
