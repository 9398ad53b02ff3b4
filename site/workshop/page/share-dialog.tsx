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

/** A text as the value of an attribute in HTML. */
const quoted = (text: string): string => text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The scene as part of another page: the picture and its controls. */
function frameOf(address: string, title: string): string {
  const url = new URL(address);
  url.search = '?embed';
  return `<iframe src="${quoted(url.href)}" title="${quoted(title)}" width="640" height="480" style="border: 0" loading="lazy"></iframe>`;
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
      <Copied label="Link" text={link.value} note={`${link.value.length} characters`} />
      {short.value !== '' && (
        <Copied label="Short link: the scene of the gallery, with these parameters" text={short.value} />
      )}
      {link.value !== '' && (
        <Copied
          label="For a page of yours: the scene in a frame"
          text={frameOf(short.value || link.value, workshop.document.value.title)}
        />
      )}
      <p role="status">{told.value}</p>
      {link.value.length > LONG_LINK && (
        <p>This link is long: some programs cut it. Export the scene as JSON to send it as a file.</p>
      )}
    </Dialog>
  );
}

/** A text to be copied. */
function Copied({
  label,
  text,
  note = '',
}: {
  readonly label: string;
  readonly text: string;
  readonly note?: string;
}): JSX.Element {
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => {
        told.value = 'Copied.';
      },
      () => {
        told.value = 'The browser does not let the page copy: select the text and copy it.';
      },
    );
  };
  return (
    <div class="copied">
      <label class="stacked">
        {label}
        <input
          type="text"
          readOnly
          value={text}
          onFocus={({ currentTarget }) => {
            currentTarget.select();
          }}
        />
      </label>
      <button type="button" onClick={copy} aria-label={`Copy: ${label}`}>
        Copy
      </button>
      <span class="quiet">{note}</span>
    </div>
  );
}
