import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordOpening } from '../../src/canvas/record-opening.js';
import { recordStates } from '../../src/canvas/record-states.js';
import { DARK, LIGHT } from '../../src/painter/colors.js';
import type { Room } from '../../src/painter/room.js';
import { checkScene, loadScene, type CheckedScene, type LoadedScene, type SceneWorld } from '../../src/scene/index.js';
import { withReach } from '../../src/scene/load-precompiled.js';
import { precompiledModule, precompileScene } from '../../src/scene/precompile.js';
import { drawScene } from '../../src/simulate/picture.js';
import { Comparisons } from './comparison.js';
import { PUBLIC, SCENES } from './folders.js';
import { previewOf } from './preview.js';

/** A scene that was run, with its files written. */
export interface PublishedScene {
  readonly name: string;
  readonly scene: LoadedScene;
  readonly checked: CheckedScene;
  /** The box of a whole run, m, unless the document says what is shown. */
  readonly reach: Room | undefined;
  /** Graphics of what was found on what was expected, as HTML. */
  readonly comparisons: string;
  /**
   * An element that shows it, with a picture for readers without JavaScript; `up` leads to the root. One that
   * is lazy is fetched when it comes into sight.
   */
  readonly figure: (up: string, isLazy?: boolean) => string;
  /** The picture alone. */
  readonly picture: (up: string) => string;
}

/**
 * Runs a scene, compares it with what it expects, and writes its module, its pictures and the
 * document. Throws if it is not as expected.
 */
export async function publishScene(name: string, document: unknown): Promise<PublishedScene> {
  const scene = await loadScene(document);
  const comparisons = new Comparisons(scene.document, scene.until);
  const checked = await checkScene(scene, {
    onState: (state) => {
      comparisons.note(state as SceneWorld);
    },
  });
  if (!checked.pass) throw new Error(`The scene ${name} is not as it expects.`);
  const precompiled = precompileScene(document);
  const states = JSON.stringify(recordStates(scene));
  write(
    SCENES,
    `${name}.js`,
    `${precompiledModule(precompiled)}export const address = import.meta.url;\nexport const states = ${states};\n`,
  );
  write(join(PUBLIC, 'scenes'), `${name}.json`, `${JSON.stringify(document, null, 2)}\n`);
  const light = drawScene(checked, { colors: LIGHT, isBare: true });
  write(join(PUBLIC, 'pictures'), `${name}.svg`, light);
  write(join(PUBLIC, 'pictures'), `${name}.png`, await previewOf(light));
  write(join(PUBLIC, 'pictures'), `${name}-dark.svg`, drawScene(checked, { colors: DARK, isBare: true }));
  const picture = (up: string): string => pictureOf(name, scene, light, up);
  const sliders = scene.params.filter(
    ({ min, max, isDerived }) => min !== undefined && max !== undefined && !isDerived,
  );
  const figure = (up: string, isLazy = false): string =>
    `<holonomic-scene ${isLazy ? 'loading="lazy" ' : ''}src="${name}" style="--sliders: ${sliders.length}">${picture(up)}</holonomic-scene>`;
  return { name, scene, checked, reach: precompiled.reach, comparisons: comparisons.graphics(), picture, figure };
}

/** Writes the first seconds of a scene, which a page shows until what moves the scene is there. */
export function writeOpening({ name, scene, reach }: PublishedScene): void {
  write(SCENES, `${name}.json`, JSON.stringify(recordOpening(withReach(scene, reach))));
}

function pictureOf(name: string, { title, document }: LoadedScene, svg: string, up: string): string {
  const [, width, height] = / width="([\d.]+)" height="([\d.]+)"/.exec(svg)!;
  const alt = escapeHtml(`${title}. ${document.summary ?? ''}`.trim());
  const image = (file: string, kind: string): string =>
    `<img class="${kind}" src="${up}pictures/${file}.svg" alt="${alt}" width="${width!}" height="${height!}" loading="lazy">`;
  return image(name, 'in-light') + image(`${name}-dark`, 'in-dark');
}

/** A text in a page of VitePress: neither HTML, nor Markdown, nor a formula of Vue. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'{}[\]*_`|\\#!]/g, (character) => `&#${character.charCodeAt(0)};`);

function write(folder: string, name: string, content: string | Uint8Array): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), content);
}
