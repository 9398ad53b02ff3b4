import type { BodyDerivation } from '../../derive/derive-body.js';
import { bodyComment } from '../body-comment.js';
import { bodyFunctions, listOf } from '../body-functions.js';
import { describeBodyType } from '../body-type-description.js';
import { offsets, totalOf, type Unit } from './unit.js';

/** A body class: its layout and its functions. */
export function bodyUnit(derivation: BodyDerivation): Unit {
  const { coordinates, connectors } = describeBodyType(derivation);
  const rates = coordinates.map(({ name, rateSize }) => ({ name, size: rateSize }));
  return {
    className: derivation.className,
    comment: bodyComment(derivation),
    layout: [
      ['coordinates', totalOf(coordinates), 'entries of q per body'],
      ['rates', totalOf(rates), 'entries of v per body'],
      ['parameters', totalOf(derivation.params), 'entries of p per body'],
      ...offsets('q', coordinates),
      ...offsets('v', rates),
      ...offsets('p', derivation.params),
      ...connectors.map(({ name, kind, size }) => [`size_${name}`, size, kind] as const),
    ],
    functions: listOf(bodyFunctions(derivation)),
  };
}
