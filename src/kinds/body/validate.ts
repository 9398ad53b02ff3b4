import type { BodySpec } from '../../spec/body-spec.js';
import { nameFaults } from '../../spec/name-faults.js';
import { parameterFaults, rangeFaults } from '../../spec/parameter-faults.js';
import { sampleFaults } from '../../spec/sample-faults.js';
import { tooFew, tooMany } from '../../spec/size-faults.js';
import { textFaults } from '../../spec/text-faults.js';
import { validate } from '../../spec/validate.js';
import { BODY_SHAPE } from './schema.js';

/** Checks everything about a body except the meaning of its formulas: see {@link validate}. */
export function validateBody(name: unknown, spec: unknown): BodySpec {
  return validate<BodySpec>(name, spec, BODY_SHAPE, (body) => {
    const { coordinates, params, where, points, angles, directions } = body;
    const hint = "write { theta: { unit: 'rad' } }";
    return [
      ...textFaults(body, { coordinates, params }, 'say in one sentence what the body does'),
      ...tooFew('coordinates', coordinates, 'A body needs at least one coordinate.', hint),
      ...tooMany({ coordinates, params, where, points, angles, directions }),
      ...nameFaults(body),
      ...parameterFaults(body),
      ...Object.entries(coordinates).flatMap(([key, range]) => rangeFaults(`coordinates.${key}`, range)),
      ...sampleFaults(body, Object.keys(coordinates), 'coordinate', coordinates),
    ];
  });
}
