/** The language of an output. */
export type TargetName = (typeof TARGET_NAMES)[number];
export const TARGET_NAMES = ['typescript', 'c', 'wasm'] as const;

/**
 * One output: specs, and the folder for the generated files. Paths are relative to the
 * configuration's file.
 */
export interface ConfigEntry {
  /** Spec files, or folders of them; `'constraints-spec'` if left out. */
  readonly specs?: string | readonly string[];
  /**
   * Folder for the generated files; if left out `'generated'`, `'generated-c'` for C, and
   * `'generated-wasm'` for WebAssembly.
   */
  readonly out?: string;
  /**
   * True if generated constraints evaluate `Jdot`, too, where their specs do not say; false if left
   * out.
   */
  readonly jdot?: boolean;
  /** The language of the generated files; `'typescript'` if left out. */
  readonly target?: TargetName;
  /**
   * Module that emitted code imports the runtime from; `'holonomic/runtime'` if left out. With
   * `'@holonomic/runtime'`, an application needs only that package, which has no dependencies.
   */
  readonly runtime?: string;
}

/** The contents of `holonomic.config.ts`; all of it optional. */
export interface Config extends ConfigEntry {
  /** Several outputs, in place of one `specs` and one `out`. */
  readonly outputs?: readonly ConfigEntry[];
  /**
   * Largest number of threads that derive at the same time; as many as there are processors if left
   * out.
   */
  readonly threads?: number;
}

/**
 * Declares the configuration of a project: the default export of `holonomic.config.ts`.
 *
 * ```ts
 *  export default defineConfig({ specs: 'constraints-spec', out: 'src/generated' });
 * ```
 *
 * Returns its argument. It exists for its types.
 */
export function defineConfig(config: Config): Config {
  return config;
}
