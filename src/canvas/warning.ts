import type { World } from '../../runtime/index.js';

/** What a world warns of: what is wrong, in one sentence, and what would help. */
export interface ToldWarning {
  readonly code: string;
  readonly problem: string;
  readonly hint: string;
}

/** True for what says that constraints cannot be met. Most of what a world warns of later follows from that. */
export const isUnmet = ({ code }: { readonly code: string }): boolean =>
  code === 'W_OUT_OF_REACH' || code === 'W_CONTRADICTION';

/** The newest warning of a world: of those that say that constraints cannot be met, if there are any. */
export function newestWarning({ warnings }: Pick<World, 'warnings'>): ToldWarning | undefined {
  const newest = warnings.findLast(isUnmet) ?? warnings.at(-1);
  if (newest === undefined) return undefined;
  const { code, message } = newest;
  const end = message.indexOf('. ') + 1 || message.length;
  return { code, problem: message.slice(0, end), hint: message.slice(end + 1) };
}
