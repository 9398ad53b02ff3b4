import type { VariableStatementStructure } from 'ts-morph';
import type { BodyDerivation } from '../derive/derive-body.js';
import type { OperationCount } from '../lower/count.js';
import type { Dialect } from './addresses.js';
import { connectorKernelSource, dynamicsKernelSource, energyKernelSource, weightKernelSource } from './body-kernels.js';
import { describeBodyType } from './body-type-description.js';
import type { Declaration, PrintedFunction } from './function-structure.js';
import { dataLiteral } from './literal.js';
import type { KernelSource } from './loop-printer.js';
import type { Kinds } from './ts-morph-kinds.js';

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

/** The type of a kind of body as an object literal that names its functions. */
export function bodyTypeLiteral(derivation: BodyDerivation, sources: BodySources): string {
  const { connectors, ...rest } = describeBodyType(derivation);
  const open = (value: unknown): string => dataLiteral(value).slice(0, -1);
  const list = connectors.map((connector, i) => `${open(connector)}, kernel: ${sources.connectors[i]!.name} }`);
  const { dynamics, energy, weight } = sources;
  return (
    `${open(rest)}, connectors: [${list.join(', ')}], ` +
    `dynamics: ${dynamics.name}, energy: ${energy.name}, weight: ${weight.name} }`
  );
}

/** A kind of body that the runtime has itself: its type as a constant, and its functions. */
export function bodyTypeStructures(
  derivation: BodyDerivation,
  name: string,
  dialect: Dialect,
  kinds: Kinds,
): Declaration[] {
  const sources = bodySources(derivation, dialect);
  const constant: VariableStatementStructure = {
    kind: kinds.variable,
    leadingTrivia: '\n',
    isExported: true,
    declarationKind: kinds.constant,
    docs: [derivation.model.summary],
    declarations: [{ name, type: 'BodyType', initializer: bodyTypeLiteral(derivation, sources) }],
  };
  return [constant, ...bodyFunctions({ ...derivation, className: name }, sources, false)];
}
