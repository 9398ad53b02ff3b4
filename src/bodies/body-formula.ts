import type { BodyFormula } from '../../runtime/model/bodies/body-type.js';
import type { BodyModel, ConnectorModel, InertialModel } from './body-model.js';

/** The formulas of a body as text, as its class carries them. Proofs read them. */
export function bodyFormula({
  connectors,
  where,
  masses,
  inertias,
  energy,
  kinetic,
  dissipation,
  sample,
}: BodyModel): BodyFormula {
  const formulas = (entries: readonly (readonly [string, string])[]): Record<string, string> =>
    Object.fromEntries(entries);
  const on = ({ on: name, formula }: InertialModel): [string, string] => [name, formula];
  return {
    connectors: formulas(connectors.map(({ name, formula }: ConnectorModel) => [name, formula])),
    where,
    masses: formulas(masses.map(on)),
    inertias: formulas(inertias.map(on)),
    ...(energy === undefined ? {} : { energy: energy.formula }),
    ...(kinetic === undefined ? {} : { kinetic: kinetic.formula }),
    ...(dissipation === undefined ? {} : { dissipation: dissipation.formula }),
    sample,
  };
}
