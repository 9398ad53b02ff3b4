/** Options of a plugin. Those that are left out come from the configuration. */
export interface PluginOptions {
  /** The project's folder; that of the build if left out. Paths are relative to it. */
  readonly cwd?: string;
  /** The configuration's file. */
  readonly config?: string;
  readonly specs?: string | readonly string[];
  readonly out?: string;
}
