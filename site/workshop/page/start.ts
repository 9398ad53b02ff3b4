/**
 * The first script of the page. It is small, so that the engine and the scene are on their way
 * before the rest of the page is read.
 * @module
 */
import { GALLERY } from './gallery.js';
import { expectScene } from './workers.js';

const { hash } = window.location;
const named = new URLSearchParams(hash.slice(1)).get('g');
const scene = hash === '' ? GALLERY[0] : GALLERY.find(({ id }) => id === named);
if (scene !== undefined) {
  expectScene(scene.title);
  scene.load().catch(() => undefined); // Who opens it asks again.
}
// What the engine needs, at once and not one after the other.
const next = document.querySelector('script#next')?.textContent ?? '[]';
for (const href of JSON.parse(next) as readonly string[])
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', crossOrigin: '', href }),
  );
void import('./main.js');
