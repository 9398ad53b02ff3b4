import { asFirst } from '../model/first-scene.js';
import { readGalleryLink, withValues } from '../model/gallery-link.js';
import { isLink, LinkError, readLink } from '../model/link.js';
import { isEmbedded } from './embedded.js';
import { GALLERY } from './gallery.js';
import { player } from './player.js';
import { workshop } from './workshop.js';

/** Opens what the address asks for; else what the visitor did last; else the first scene of the gallery. */
export async function openFirst(): Promise<void> {
  if (await openAddress()) return;
  // A page of somebody else shows what that page asks for, not what the visitor did.
  const [last] = isEmbedded ? [] : workshop.shelf.list();
  if (last !== undefined && (await workshop.openUnknown(last.document, last.id)) === undefined) return;
  if (!isEmbedded && !window.matchMedia('(prefers-reduced-motion: reduce)').matches) void playFirst();
  workshop.openDocument(asFirst(await GALLERY[0]!.load())); // the gallery is never empty
}

/** Plays the recorded beginning of the first scene, unless the engine is there before it. */
async function playFirst(): Promise<void> {
  try {
    const { first } = await import('./first-opening.js');
    if (workshop.facts.peek() === undefined && workshop.opened.peek() < 2) player.value = first;
  } catch {
    // The engine comes without it, too.
  }
}

/** Opens the link, or the scene of the gallery, that the address names. */
export async function openAddress(): Promise<boolean> {
  const { hash } = window.location;
  if (isLink(hash)) return openLink(hash);
  const link = readGalleryLink(hash);
  if (link === undefined) return false;
  const scene = GALLERY.find((one) => one.id === link.id);
  if (scene === undefined) {
    workshop.notice.value = `There is no scene “${link.id.slice(0, 40)}” in the gallery.`;
    return false;
  }
  const { document, problems } = withValues(await scene.load(), link.values);
  workshop.openDocument(document);
  workshop.notice.value = problems.length === 0 ? undefined : problems.slice(0, 3).join('\n');
  return true;
}

async function openLink(hash: string): Promise<boolean> {
  try {
    const message = await workshop.openUnknown(await readLink(hash));
    if (message === undefined) {
      workshop.notice.value = undefined;
      return true;
    }
    workshop.notice.value = `The scene of this link cannot be opened.\n${message}`;
  } catch (error) {
    workshop.notice.value = error instanceof LinkError ? error.message : 'The scene of this link cannot be opened.';
  }
  return false;
}
