import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import type { ListPart, ListType } from '../../runtime/model/lists/list-type.js';
import type { ListDerivation } from '../derive/derive-list.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import type { DerivedPart } from '../derive/derived-part.js';
import { locateSingularPoint } from '../derive/singular-points.js';
import { constraintFormula } from '../spec/constraint-formula.js';
import { servesBothSpaces } from '../spec/describe.js';
import { describeType, type TypeDescription } from './type-description.js';

/** The plain data of a class over lists, with the kernels of its parts as `kernelOf` gives them. */
export function describeListType(
  derivation: ListDerivation,
  kernelOf: (part: SpaceDerivation) => ConstraintKernel,
): ListType {
  const { className, spec, inputs, params, indices, reductions, outer, singular } = derivation;
  const parts = [...reductions, outer];
  const part = ({ derivation: of, reads, params: own }: DerivedPart): ListPart => {
    const { constantJ, rows } = describeType(of);
    return {
      rows,
      reads,
      params: own,
      ...(constantJ !== undefined &&
        of.role !== 'summand' && {
          constantJ: Object.fromEntries(
            of.inputs.flatMap(({ name }, i) => (constantJ[name] ? [[i, constantJ[name]]] : [])),
          ),
        }),
      kernel: kernelOf(of),
    };
  };
  return {
    // All but the constant entries, which belong to a part.
    ...(Object.fromEntries(
      Object.entries(describeType(outer.derivation)).filter(([name]) => name !== 'constantJ' && name !== 'space'),
    ) as Omit<TypeDescription, 'constantJ'>),
    name: className,
    ...(!servesBothSpaces(spec) && { space: derivation.space }),
    inputs,
    params,
    indices,
    formula: constraintFormula(spec),
    ...(spec.singular === 'throw' && { singularPoints: singular.map(locateSingularPoint) }),
    // A minimum and a maximum have a kink where two terms are as large as each other.
    ...((parts.some(({ derivation: of }) => of.breaks) || reductions.some(({ take }) => take !== 'sum')) && {
      breaks: true,
    }),
    dependsOnTime: parts.some(({ derivation: of }) => describeType(of).dependsOnTime),
    sums: reductions.map((reduction) => ({ take: reduction.take, over: reduction.over, ...part(reduction) })),
    outer: part(outer),
  };
}
