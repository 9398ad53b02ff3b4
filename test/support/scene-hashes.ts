import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadScene, type SceneDocument } from '../../src/scene/index.js';

const FOLDER = join(import.meta.dirname, '../../scenes');
const goldenFile = (of: Hashed): string => join(import.meta.dirname, `../golden/${of}/hashes.json`);

/** The things that have golden hashes: worlds of scenes, and mechanisms made of them. */
type Hashed = 'scenes' | 'mechanisms';

/** The names of all scenes of the gallery. */
export const SCENES: readonly string[] = readdirSync(FOLDER).map((name) => basename(name, '.json'));

/** Hashes of a scene's state: of its world, by the number of steps taken; of its mechanism, by their method. */
export type Hashes = Readonly<Record<string, string>>;

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
export const goldenHashes = (of: Hashed = 'scenes'): Readonly<Record<string, Hashes>> =>
  JSON.parse(readFileSync(goldenFile(of), 'utf8')) as Record<string, Hashes>;

export const writeGoldenHashes = (hashes: Readonly<Record<string, Hashes>>, of: Hashed = 'scenes'): void => {
  writeFileSync(goldenFile(of), `${JSON.stringify(hashes, undefined, 2)}\n`);
};
