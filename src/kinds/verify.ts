import { checkArgument, isRecord } from '../diagnostics/arguments.js';
import { checkVerifyOptions } from '../verify/options.js';
import {
  inTurn,
  prove,
  proveInSlices,
  type ProofSteps,
  type VerificationReport,
  type VerifyOptions,
} from '../verify/index.js';
import { compile } from './compile.js';
import { isClassType, proverOf } from './generated-classes.js';
import type { KindName, KindTypes } from './kind.js';

type NamedOptions = VerifyOptions & { readonly name?: string };

/** A class of a kind, or a spec. */
type TargetOf<K extends KindName> = { readonly type: KindTypes[K]['type'] } | KindTypes[K]['spec'];
type AnyTarget = TargetOf<KindName>;
type QuantityOf<Target> = {
  [K in KindName]: Target extends TargetOf<K> ? KindTypes[K]['quantity'] : never;
}[KindName];
type Report = VerificationReport<string>;

/**
 * Proves a class of a constraint or a body, or a spec by the classes that it compiles to. `name` is
 * its name in the report.
 *
 * Each class of a spec for both spaces is checked. The report is that of the first class that
 * fails, else of the last, so that `pass` speaks for all. Its `classes` holds the reports of all.
 *
 * Throws a SpecError for a spec with mistakes and for invalid options; never for a class that is
 * wrong.
 */
export function verify<Target extends AnyTarget>(
  target: Target,
  options?: NamedOptions,
): VerificationReport<QuantityOf<Target>>;
export function verify(target: AnyTarget, given: NamedOptions = {}): Report {
  return sumOf(prove(proofOf('verify', target, given), given));
}

/**
 * {@link verify} in slices of 8 ms, or of one sample where that takes longer, so that a page stays
 * alive meanwhile. Rejects with the reason of `signal` once that is aborted.
 */
export function verifyAsync<Target extends AnyTarget>(
  target: Target,
  options?: NamedOptions,
): Promise<VerificationReport<QuantityOf<Target>>>;
export async function verifyAsync(target: AnyTarget, given: NamedOptions = {}): Promise<Report> {
  return sumOf(await proveInSlices(proofOf('verifyAsync', target, given), given));
}

function proofOf(called: string, target: AnyTarget, given: NamedOptions): ProofSteps<readonly Report[]> {
  checkArgument(called, 'options', given, { is: isRecord, expected: 'an object such as { samples: 100 }' });
  const { name = 'Spec', ...options } = given;
  checkVerifyOptions(options);
  const type: unknown = (target as { readonly type?: unknown } | null | undefined)?.type;
  const types = isClassType(type)
    ? [type]
    : Object.values(compile(name, target as unknown)).map((compiled) => compiled.type);
  return inTurn(types.map((one) => proverOf(one).prove(options)));
}

/** The report that speaks for all classes of a spec. */
function sumOf(reports: readonly Report[]): Report {
  const decisive = reports.find((report) => !report.pass) ?? reports.at(-1)!;
  return reports.length === 1 ? decisive : { ...decisive, classes: reports };
}
