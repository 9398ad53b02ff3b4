import { prove, type ProofSteps, type VerificationReport, type VerifyOptions } from '../verify/index.js';
import { KIND_NAMES, KINDS } from './index.js';
import type { AnyType, KindName, TypeOf } from './kind.js';

/** The proof of a class. */
interface Prover<K extends KindName> {
  readonly type: TypeOf<K>;
  /** The names of the quantities that the proof covers. */
  readonly quantities: () => readonly string[];
  readonly verify: (options?: VerifyOptions) => VerificationReport<string>;
  /** The same in steps. */
  readonly prove: (options?: VerifyOptions) => ProofSteps<VerificationReport<string>>;
}

/**
 * Recognises the data that a class carries, by its fields: its base may be another copy of the
 * runtime's.
 */
export const isClassType = (type: unknown): type is AnyType => KIND_NAMES.some((name) => KINDS[name].isType(type));

/** The data of all classes of any kind among a module's exports, by name. */
export function generatedClasses(exports: object): ReadonlyMap<string, AnyType> {
  const classes = new Map<string, AnyType>();
  for (const [name, value] of Object.entries(exports) as [string, unknown][])
    if (typeof value === 'function' && 'type' in value && isClassType(value.type)) classes.set(name, value.type);
  return classes;
}

/** Returns the proof of a class, given the data that it carries. */
export function proverOf(type: AnyType): Prover<KindName> {
  const [prover] = KIND_NAMES.flatMap((name) => proverAs(name, type));
  if (prover === undefined) throw new TypeError('This is nothing that a generated class carries.');
  return prover;
}

function proverAs<K extends KindName>(name: K, type: AnyType): Prover<K>[] {
  const kind = KINDS[name];
  if (!kind.isType(type)) return [];
  return [
    {
      type,
      quantities: () => kind.quantities(type),
      verify: (options) => prove(kind.prove(type, options), options),
      prove: (options) => kind.prove(type, options),
    },
  ];
}
