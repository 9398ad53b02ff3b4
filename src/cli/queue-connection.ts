import type { CommandContext } from './command.js';

/** The server of queues: the environment keeps passwords out of lists of processes. */
export const queueConnection = (
  { connection }: { readonly connection?: string },
  { io: { env } }: CommandContext,
): string => connection ?? env['HOLONOMIC_CONNECTION'] ?? 'redis://127.0.0.1:6379';
