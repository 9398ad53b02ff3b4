import type { BodyType } from '../../../runtime/model/bodies/body-type.js';
import { modelOfSpec } from '../../bodies/model-of-spec.js';
import { deriveBody } from '../../derive/derive-body.js';
import { areFunctions, areLists, isRecord } from '../../diagnostics/arguments.js';
import { compileBodyClass } from '../../emit/compile-body.js';
import { bodyQuantityNames } from '../../sampling/body-evaluation.js';
import type { BodySpec } from '../../spec/body-spec.js';
import { BODY_SUFFIXES, bodyFunctionNames } from '../../spec/emitted-names.js';
import { proofOfBodyType } from '../../verify/index.js';
import type { Kind } from '../kind.js';
import { bodyAccount } from './account.js';
import { validateBody } from './validate.js';

/** A parametric object: coordinates, and masses at points that they move. */
export const body: Kind<'body'> = {
  recognises: (spec) => 'coordinates' in spec,
  validate: validateBody,
  exportedNames,
  derive: (className, spec, space, leniency) => deriveBody(modelOfSpec(className, spec, space), leniency),
  compile: compileBodyClass,
  count: ({ operations }) => operations.dynamics,
  account: bodyAccount,
  isType: (type): type is BodyType =>
    isRecord(type) &&
    isRecord(type['formula']) &&
    areLists(type['params'], type['coordinates'], type['connectors']) &&
    areFunctions(type['dynamics'], type['energy'], type['weight']),
  quantities: bodyQuantityNames,
  prove: proofOfBodyType,
};

function exportedNames(className: string, spec: object): string[] {
  const { points, angles, directions, coordinates } = spec as Partial<BodySpec>;
  const sections: readonly unknown[] = [points, angles, directions, coordinates];
  const { connectors, ...others } = bodyFunctionNames(
    className,
    sections.flatMap((section) => Object.keys(section ?? {})),
  );
  const types = BODY_SUFFIXES.map((suffix) => className + suffix);
  return [className, ...types, ...connectors, ...Object.values(others)];
}
