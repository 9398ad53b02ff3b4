import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { NOTICE } from '../emit/notice.js';
import { readTextIfAny } from '../files/files.js';
import { DependencyReader } from '../generate/dependencies.js';
import { hashOfSpecs } from '../generate/hash-of-specs.js';
import { loadSpecFile } from '../generate/load-specs.js';

/** The generated classes by which a scene is made, and whose specs say something else by now. */
export async function staleClasses(scene: string): Promise<string[]> {
  const files = new DependencyReader(dirname(scene)).of(scene).files.map((path) => ({
    path,
    text: (readTextIfAny(path) ?? '').replaceAll('\r\n', '\n'),
  }));
  const isGenerated = ({ text }: { readonly text: string }): boolean => text.startsWith(NOTICE);
  const words = new Set(
    files.filter((file) => !isGenerated(file)).flatMap(({ text }) => text.match(/[\p{L}\w$]+/gu) ?? []),
  );
  const stale: string[] = [];
  for (const { path, text } of files.filter(isGenerated)) {
    const used = [...text.matchAll(/^export class ([\p{L}\w$]+)/gmu)]
      .map(([, name]) => name!)
      .filter((name) => words.has(name));
    if (used.length > 0 && (await isStale(path, text))) stale.push(...used);
  }
  return stale;
}

/** Specs that are gone or faulty say nothing that a class could contradict. */
async function isStale(path: string, text: string): Promise<boolean> {
  const source = /^\/\/ Source: (.+)$/m.exec(text)?.[1];
  const hash = /^\/\/ Hash: (\w+)$/m.exec(text)?.[1];
  if (source === undefined || hash === undefined) return false;
  const spec = resolve(dirname(path), source);
  if (!existsSync(spec)) return false;
  const { file, errors } = await loadSpecFile(spec);
  if (file === undefined || errors.length > 0) return false;
  // Whether kernels of J̇ are emitted, and the runtime's module, are the project's choice: any will do.
  const runtimes = [...text.matchAll(/ from ['"]([^'"]+)['"];$/gm)].map(([, runtime]) => runtime!);
  return ![false, true].some((jdot) => runtimes.some((runtime) => hashOfSpecs(file.specs, jdot, runtime) === hash));
}
