import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadScene, type SceneDocument } from '../../src/scene/index.js';

const FOLDER = join(import.meta.dirname, '../../scenes');
const GOLDEN = join(import.meta.dirname, '../golden/scenes/hashes.json');

/** The names of all scenes of the gallery. */
export const SCENES: readonly string[] = readdirSync(FOLDER).map((name) => basename(name, '.json'));

/** Hashes of a world's state by the number of steps it has taken. */
export type Hashes = Readonly<Record<number, string>>;

export const sceneText = (name: string): string => readFileSync(join(FOLDER, `${name}.json`), 'utf8');

/** Steps a scene by its own steps, and returns its hashes after so many of them. */
export async function hashesOf(name: string, counts: readonly number[]): Promise<Hashes> {
  const { build, dt } = await loadScene(JSON.parse(sceneText(name)) as SceneDocument);
  const { world } = build();
  const hashes: Record<number, string> = {};
  let taken = 0;
  for (const count of counts) {
    for (; taken < count; taken++) world.step(dt);
    hashes[count] = world.hash();
  }
  return hashes;
}

/** The hashes that every platform must come to. */
export const goldenHashes = (): Readonly<Record<string, Hashes>> =>
  JSON.parse(readFileSync(GOLDEN, 'utf8')) as Record<string, Hashes>;

export const writeGoldenHashes = (hashes: Readonly<Record<string, Hashes>>): void => {
  writeFileSync(GOLDEN, `${JSON.stringify(hashes, undefined, 2)}\n`);
};
