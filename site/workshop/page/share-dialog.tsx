import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { LONG_LINK, writeLink } from '../model/link.js';
import { Dialog } from './dialog.js';
import { workshop } from './workshop.js';

const link = signal('');
const told = signal('');

/** A link that holds the whole scene. */
export function ShareDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  useEffect(() => {
    told.value = '';
    void writeLink(workshop.document.peek()).then((hash) => {
      const address = new URL(window.location.href);
      address.hash = hash;
      link.value = address.href;
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
      {link.value.length > LONG_LINK && (
        <p>This link is long: some programs cut it. Export the scene as JSON to send it as a file.</p>
      )}
    </Dialog>
  );
}
