import type { Account } from './account.js';
import { mathml } from './mathml.js';
import { writtenParts } from './written-parts.js';

/** Writes derivations as JSON, for programs. */
export const explainJson = (accounts: readonly Account[]): string =>
  `${JSON.stringify(accounts.map(accountData), null, 2)}\n`;

const accountData = ({ derivation, data, parts }: Account): object => ({
  ...data(),
  parts: writtenParts(parts, mathml),
  // Without their graphs.
  singular: derivation.singular.map(({ kind, where, meaning, policy }) => ({ kind, where, meaning, policy })),
  warnings: derivation.warnings,
});
