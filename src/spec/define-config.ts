/** From which specs to which folder. Paths are relative to the configuration's file. */
export interface ConfigEntry {
  /** Spec files, or folders of them; `'constraints-spec'` if left out. */
  readonly specs?: string | readonly string[];
  /** Folder for the generated files; `'generated'` if left out. */
  readonly out?: string;
  /**
   * Whether generated constraints evaluate `Jdot`, too, where their specs do not say; false if left out.
   */
  readonly jdot?: boolean;
}

/** What `holonomic.config.ts` may say; all of it optional. */
export interface Config extends ConfigEntry {
  /** Several outputs, in place of one `specs` and one `out`. */
  readonly outputs?: readonly ConfigEntry[];
  /** How many threads may derive at the same time; as many as there are processors if left out. */
  readonly threads?: number;
}

/**
 * Declares the configuration of a project: the default export of `holonomic.config.ts`.
 *
 * ```ts
 * export default defineConfig({ specs: 'constraints-spec', out: 'src/generated' });
 * ```
 *
 * Returns its argument: it is there for its types.
 */
export function defineConfig(config: Config): Config {
  return config;
}
