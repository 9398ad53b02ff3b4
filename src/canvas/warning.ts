import type { World } from '../../runtime/index.js';

/** What a world warns of: what is wrong, in one sentence, and what would help. */
export interface ToldWarning {
  readonly code: string;
  readonly problem: string;
  readonly hint: string;
}

/** The newest warning of a world. */
export function newestWarning({ warnings }: Pick<World, 'warnings'>): ToldWarning | undefined {
  const newest = warnings.at(-1);
  if (newest === undefined) return undefined;
  const { code, message } = newest;
  const end = message.indexOf('. ') + 1 || message.length;
  return { code, problem: message.slice(0, end), hint: message.slice(end + 1) };
}
