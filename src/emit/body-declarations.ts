import type { BodyDerivation } from '../derive/derive-body.js';
import type { OperationCount } from '../lower/count.js';
import type { Dialect } from './addresses.js';
import { connectorKernelSource, dynamicsKernelSource, energyKernelSource, weightKernelSource } from './body-kernels.js';
import { describeBodyType } from './body-type-description.js';
import { declareData, type Declaration, type PrintedFunction } from './declarations.js';
import { Code } from './literal.js';
import type { KernelSource } from './loop-printer.js';

/** The printed functions of a kind of body. */
export interface BodySources {
  /** In the order of the connectors. */
  readonly connectors: readonly KernelSource[];
  readonly dynamics: KernelSource;
  readonly energy: KernelSource;
  readonly weight: KernelSource;
}

export function bodySources(derivation: BodyDerivation, dialect: Dialect): BodySources {
  return {
    connectors: derivation.derivatives.connectors.map((_, i) => connectorKernelSource(derivation, i, dialect)),
    dynamics: dynamicsKernelSource(derivation, dialect),
    energy: energyKernelSource(derivation, dialect),
    weight: weightKernelSource(derivation, dialect),
  };
}

/** The functions of a kind of body, each with what it computes and what that costs. */
export function bodyFunctions(derivation: BodyDerivation, sources: BodySources, isExported = true): PrintedFunction[] {
  const { className, operations, derivatives } = derivation;
  const of = `of \`count\` bodies {@link ${className}}`;
  const cost = ({ total }: OperationCount): string => `${total} operations.`;
  const declare = (source: KernelSource, doc: string): PrintedFunction => ({ source, doc, isExported });
  return [
    ...sources.connectors.map((source, i) => {
      const { name } = derivatives.connectors[i]!;
      const doc = `Evaluates \`x\`, \`ẋ\`, bias and \`B\` of the connector \`${name}\` ${of}. ${cost(operations.connectors[name]!)}`;
      return declare(source, doc);
    }),
    declare(sources.dynamics, `Evaluates \`M\` and \`Q\` ${of}. ${cost(operations.dynamics)}`),
    declare(sources.energy, `Evaluates kinetic and potential energy ${of}. ${cost(operations.energy)}`),
    declare(sources.weight, `Evaluates \`Σ m x\` and \`Σ m B\` ${of}. ${cost(operations.weight)}`),
  ];
}

/** The type of a kind of body, which names its functions. */
export function bodyTypeData(derivation: BodyDerivation, sources: BodySources): object {
  const { connectors, ...rest } = describeBodyType(derivation);
  const nameOf = ({ name }: KernelSource): Code => new Code(name);
  return {
    ...rest,
    connectors: connectors.map((connector, i) => ({ ...connector, kernel: nameOf(sources.connectors[i]!) })),
    dynamics: nameOf(sources.dynamics),
    energy: nameOf(sources.energy),
    weight: nameOf(sources.weight),
  };
}

/** A kind of body that the runtime has itself: its type as a constant, and its functions. */
export function bodyTypeDeclarations(derivation: BodyDerivation, name: string, dialect: Dialect): Declaration[] {
  const sources = bodySources(derivation, dialect);
  return [
    declareData(derivation.model.summary, [`export const ${name}: BodyType =`], bodyTypeData(derivation, sources)),
    ...bodyFunctions({ ...derivation, className: name }, sources, false),
  ];
}
