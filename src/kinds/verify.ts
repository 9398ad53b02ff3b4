import { checkArgument, isRecord } from '../diagnostics/arguments.js';
import { checkVerifyOptions } from '../verify/options.js';
import type { VerificationReport, VerifyOptions } from '../verify/index.js';
import { compile } from './compile.js';
import { isClassType, proverOf } from './generated-classes.js';
import type { KindName, KindTypes } from './kind.js';

type NamedOptions = VerifyOptions & { readonly name?: string };

/** A class of a kind, or a spec. */
type TargetOf<K extends KindName> = { readonly type: KindTypes[K]['type'] } | KindTypes[K]['spec'];
type QuantityOf<Target> = {
  [K in KindName]: Target extends TargetOf<K> ? KindTypes[K]['quantity'] : never;
}[KindName];

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
export function verify<Target extends TargetOf<KindName>>(
  target: Target,
  options?: NamedOptions,
): VerificationReport<QuantityOf<Target>>;
export function verify(target: TargetOf<KindName>, given: NamedOptions = {}): VerificationReport<string> {
  checkArgument('verify', 'options', given, { is: isRecord, expected: 'an object such as { samples: 100 }' });
  const { name = 'Spec', ...options } = given;
  checkVerifyOptions(options);
  const type: unknown = (target as { readonly type?: unknown } | null | undefined)?.type;
  if (isClassType(type)) return proverOf(type).verify(options);
  const reports = Object.values(compile(name, target as unknown)).map(({ type }) => proverOf(type).verify(options));
  const decisive = reports.find((report) => !report.pass) ?? reports.at(-1)!;
  return reports.length === 1 ? decisive : { ...decisive, classes: reports };
}
