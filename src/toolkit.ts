/**
 * The toolkit: from formulas to classes. It depends on mathjs; `generate` loads ts-morph and
 * prettier when it has something to write.
 *
 * @module holonomic/toolkit
 */
import type { GenerateOptions, GenerateResult } from './generate/generate.js';
import type { CompileMechanismOptions, MechanismClass } from './mechanism/compile.js';
import type { MechanismFiles, MechanismOptions } from './mechanism/options.js';

export * from './toolkit-core.js';
export type { GenerateEntry, GenerateOptions, GenerateResult, GenerateSettings } from './generate/generate.js';
export type { GeneratedClass } from './generate/spec-outcome.js';
export type { CompileMechanismOptions, Mechanism, MechanismClass, MechanismWatch } from './mechanism/compile.js';
export type { MechanismFiles, MechanismOptions, MechanismStep, MechanismTarget } from './mechanism/options.js';

/**
 * Reads specs, derives and renders everything in memory, and writes what changed. Writes nothing if
 * there is any error.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const loaded = await import('./generate/generate.js');
  return loaded.generate(options);
}

/**
 * Makes a program of its own of a scene, without dependencies, which takes steps as `world.step` does: a
 * class in TypeScript, a class around WebAssembly, or C99, with gradients if asked for, or an FMU for
 * co-simulation (FMI 3.0) with its sources. Parameters of the scene are parameters of the module.
 *
 * Rejects with a SpecError for a scene with mistakes, and for one that needs the runtime: inequalities,
 * soft constraints and largest forces, lists of connectors, more than 150 rows or 8,000 operations per
 * evaluation, and settings that `step` does not replace.
 */
export async function mechanism(scene: unknown, options?: MechanismOptions): Promise<MechanismFiles> {
  const loaded = await import('./mechanism/index.js');
  return loaded.mechanism(scene, options);
}

/**
 * The class of a scene's module in memory, in JavaScript or around WebAssembly: for programs in Node that
 * read their scenes while they run. Rejects as `mechanism` does.
 */
export async function compileMechanism(scene: unknown, options?: CompileMechanismOptions): Promise<MechanismClass> {
  const loaded = await import('./mechanism/compile.js');
  return loaded.compileMechanism(scene, options);
}
