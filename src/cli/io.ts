/** Somewhere to write text to. */
export interface Sink {
  write(text: string): unknown;
  /** True for a terminal: there lines may be rewritten and coloured. */
  readonly isTTY?: boolean | undefined;
  /** Width of the terminal, characters. */
  readonly columns?: number | undefined;
}

/** All that the command line touches besides files: the process's, or a test's. */
export interface CliIo {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Sink;
  readonly stderr: Sink;
}

export function processIo(): CliIo {
  return { cwd: process.cwd(), env: process.env, stdout: process.stdout, stderr: process.stderr };
}

/** Whether to colour what goes to `sink`. See https://no-color.org; FORCE_COLOR is its counterpart. */
export function wantsColor({ env }: CliIo, sink: Sink, allowed: boolean): boolean {
  if (!allowed || (env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0';
  return sink.isTTY === true && env['TERM'] !== 'dumb';
}
