import { isRecord, type OptionRule } from '../../diagnostics/arguments.js';

/**
 * The server of a queue: `redis://host:6379`, `postgres://user@host/database`, or the options that ioredis
 * takes or, with a `database` or a `connectionString`, node-postgres.
 */
export type QueueConnection = string | Readonly<Record<string, unknown>>;

export const CONNECTION: OptionRule = {
  is: (value) => (typeof value === 'string' ? /^(?:rediss?|postgres(?:ql)?):\/\//.test(value) : isRecord(value)),
  expected: "'redis://host:6379', 'postgres://user@host/database', or { host, port }",
};

export const QUEUE_NAME: OptionRule = {
  is: (value) => typeof value === 'string' && /^[\w.-]{1,100}$/.test(value),
  expected: 'a name of letters, digits, "_", "." and "-"',
};
