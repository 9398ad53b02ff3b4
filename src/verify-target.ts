import type { ConstraintType } from '../runtime/constraint-type.js';
import { compile } from './emit/compile-spec.js';
import type { BodySpec } from './spec/body-spec.js';
import type { ConstraintSpec } from './spec/constraint-spec.js';
import {
  verifyAny,
  type AnyType,
  type ConstraintClass,
  type VerificationReport,
  type VerifyOptions,
} from './verify/index.js';

type NamedOptions = VerifyOptions & { readonly name?: string };

/**
 * Proves a class of a constraint or a body, or a spec by the classes it compiles to; `name` is what the report calls it. Of a spec for both
 * spaces each class is checked: the report is that of the first that fails, else of the last, so that `pass` speaks for all, and its `classes`
 * holds the reports of all. Throws a SpecError for a spec with mistakes and for options that are none; never for a class that is wrong.
 */
export function verify(target: ConstraintClass | ConstraintSpec, options?: NamedOptions): VerificationReport;
export function verify(
  target: { readonly type: AnyType } | BodySpec,
  options?: NamedOptions,
): VerificationReport<string>;
export function verify(
  target: { readonly type: AnyType } | ConstraintSpec | BodySpec,
  { name = 'Spec', ...options }: NamedOptions = {},
): VerificationReport<string> {
  if (isClass(target)) return verifyAny(target.type, options);
  const reports = Object.values(compile(name, target as unknown)).map(({ type }) => verifyAny(type, options));
  const decisive = reports.find((report) => !report.pass) ?? reports.at(-1)!;
  return reports.length === 1 ? decisive : { ...decisive, classes: reports };
}

/** What has kernels is a class; what is neither that nor a spec is for the spec's validation to name. */
const isClass = (target: unknown): target is { readonly type: AnyType } => {
  const type: unknown = (target as Partial<{ readonly type: ConstraintType }> | null | undefined)?.type;
  return typeof type === 'object' && type !== null && ('kernel' in type || 'dynamics' in type);
};
