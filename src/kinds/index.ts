import { isRecord } from '../diagnostics/arguments.js';
import { body } from './body/kind.js';
import { constraint } from './constraint/kind.js';
import { energy } from './energy/kind.js';
import { list } from './list/kind.js';
import type { DerivationOf, Kind, KindName } from './kind.js';

/** Every kind of spec under its name, which is the mark `kind` of its specs and derivations. */
export const KINDS: { readonly [K in KindName]: Kind<K> } = { constraint, list, body, energy };

export const KIND_NAMES = Object.keys(KINDS) as readonly KindName[];

/** The kind of a derivation. */
export const kindOf = <K extends KindName>({ kind }: DerivationOf<K>): Kind<K> => KINDS[kind];

/**
 * The kind that a value is marked with, as `defineConstraint`, `defineBody` and `defineEnergy` do. Undefined for
 * other values.
 */
export const markOf = (value: unknown): KindName | undefined =>
  isRecord(value) ? KIND_NAMES.find((name) => name === value['kind']) : undefined;

/**
 * The name of a spec's kind: its mark, or else what its fields say. A spec whose fields say nothing
 * counts as a constraint, and its missing fields are reported. A constraint over lists is a kind of
 * its own.
 */
export function kindNameOf(spec: unknown): KindName {
  const named =
    markOf(spec) ?? KIND_NAMES.find((name) => isRecord(spec) && KINDS[name].recognises(spec)) ?? 'constraint';
  return named === 'constraint' && isRecord(spec) && KINDS.list.recognises(spec) ? 'list' : named;
}
