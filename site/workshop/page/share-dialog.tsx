import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { valuesOver, writeGalleryLink } from '../model/gallery-link.js';
import { LONG_LINK, writeLink } from '../model/link.js';
import { Dialog } from './dialog.js';
import { GALLERY } from './gallery.js';
import { workshop } from './workshop.js';

const link = signal('');
const short = signal('');
const told = signal('');

const addressOf = (hash: string): string => {
  const address = new URL(window.location.href);
  address.hash = hash;
  return address.href;
};

/** The link to a scene of the gallery with other parameters, if the document is no more than that. */
async function shortLink(): Promise<string> {
  const document = workshop.document.peek();
  const scene = GALLERY.find(({ title }) => title === document.title);
  const values = scene && valuesOver(await scene.load(), document);
  return scene && values ? addressOf(writeGalleryLink(scene.id, values)) : '';
}

/** A link that holds the whole scene; and a short one, if the gallery holds the rest of it. */
export function ShareDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  useEffect(() => {
    told.value = '';
    short.value = '';
    void shortLink().then((address) => {
      short.value = address;
    });
    void writeLink(workshop.document.peek()).then((hash) => {
      link.value = addressOf(hash);
      window.history.replaceState(null, '', hash);
    });
  }, []);
  return (
    <Dialog title="Share" onClose={onClose}>
      <p>The link holds the whole scene; nothing is stored anywhere else.</p>
      <label class="stacked">
        Link
        <input
          type="text"
          readOnly
          value={link.value}
          onFocus={({ currentTarget }) => {
            currentTarget.select();
          }}
        />
      </label>
      <div class="row">
        <button
          type="button"
          class="primary"
          onClick={() => {
            navigator.clipboard.writeText(link.value).then(
              () => {
                told.value = 'Copied.';
              },
              () => {
                told.value = 'The browser does not let the page copy: select the link and copy it.';
              },
            );
          }}
        >
          Copy
        </button>
        <span class="quiet">{link.value.length} characters</span>
        <span role="status">{told.value}</span>
      </div>
      {short.value !== '' && (
        <label class="stacked">
          Short link: the scene of the gallery, with these parameters
          <input
            type="text"
            readOnly
            value={short.value}
            onFocus={({ currentTarget }) => {
              currentTarget.select();
            }}
          />
        </label>
      )}
      {link.value.length > LONG_LINK && (
        <p>This link is long: some programs cut it. Export the scene as JSON to send it as a file.</p>
      )}
    </Dialog>
  );
}
