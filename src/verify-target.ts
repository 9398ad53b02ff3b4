import type { ConstraintType } from '../runtime/model/constraint-type.js';
import { checkArgument, isRecord } from './diagnostics/arguments.js';
import { compile } from './emit/compile-spec.js';
import type { BodySpec } from './spec/body-spec.js';
import type { ConstraintSpec } from './spec/constraint-spec.js';
import { checkVerifyOptions } from './verify/options.js';
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
  given: NamedOptions = {},
): VerificationReport<string> {
  checkArgument('verify', 'options', given, { is: isRecord, expected: 'an object such as { samples: 100 }' });
  const { name = 'Spec', ...options } = given;
  checkVerifyOptions(options);
  if (isClass(target)) return verifyAny(target.type, options);
  const reports = Object.values(compile(name, target as unknown)).map(({ type }) => verifyAny(type, options));
  const decisive = reports.find((report) => !report.pass) ?? reports.at(-1)!;
  return reports.length === 1 ? decisive : { ...decisive, classes: reports };
}

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isList = (value: unknown): boolean => Array.isArray(value);

/** What has kernels is a class; what is neither that nor a spec is for the spec's validation to name. */
const isClass = (target: unknown): target is { readonly type: AnyType } => {
  const type: unknown = (target as Partial<{ readonly type: ConstraintType }> | null | undefined)?.type;
  if (!isRecord(type) || !isRecord(type['formula']) || !isList(type['params'])) return false;
  if (typeof type['dynamics'] === 'function') return isList(type['coordinates']) && isList(type['connectors']);
  return isFunction(type['kernel']) && isFunction(type['jdotKernel']) && isList(type['inputs']);
};
