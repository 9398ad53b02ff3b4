/** Somewhere to write text to. */
export interface Sink {
  write(text: string): unknown;
  /** True for a terminal: there lines may be rewritten and coloured. */
  readonly isTTY?: boolean | undefined;
  /** Width of the terminal, characters. */
  readonly columns?: number | undefined;
}

/** All that the command line touches besides files. A test passes its own. */
export interface CliIo {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** Aborted when the user ends a command that would otherwise keep running. */
  readonly signal?: AbortSignal;
  /** Asks the user, and waits for a line of answer; missing where nobody is there to answer. */
  readonly ask?: (question: string) => Promise<string>;
}

export function processIo(): CliIo {
  const { stdin, stdout, stderr, env } = process;
  const io = { cwd: process.cwd(), env, stdout, stderr };
  return stdin.isTTY && stdout.isTTY ? { ...io, ask: askTerminal } : io;
}

/** Aborted once the user ends the program (`Ctrl-C`), until that is no longer listened to. */
export function endOfUser({ signal }: CliIo): { readonly signal: AbortSignal; readonly forget: () => void } {
  if (signal !== undefined) return { signal, forget: () => undefined };
  const controller = new AbortController();
  const end = (): void => {
    controller.abort();
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  return {
    signal: controller.signal,
    forget: () => {
      process.off('SIGINT', end);
      process.off('SIGTERM', end);
    },
  };
}

async function askTerminal(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/**
 * Tests whether to colour what goes to `sink`. See https://no-color.org; FORCE_COLOR is its
 * counterpart.
 */
export function wantsColor({ env }: CliIo, sink: Sink, allowed: boolean): boolean {
  if (!allowed || (env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0';
  return sink.isTTY === true && env['TERM'] !== 'dumb';
}
