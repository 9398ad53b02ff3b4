import type { Diagnostic } from '../../diagnostics/index.js';
import type { Space } from '../../spec/constraint-spec.js';
import type { EnergySpec } from '../../spec/energy-spec.js';
import { rateOf } from '../../symbolic/motion.js';
import { reachable, type Node } from '../../symbolic/node.js';
import { gradient } from '../../symbolic/reverse.js';
import type { ParsedField } from '../../syntax/parse-field.js';
import { ungrouped, type Syntax } from '../../syntax/syntax.js';
import type { ExpandedQuantities } from '../expanded.js';
import type { Expander } from '../expander.js';
import { InputExpansion } from '../field-expansion.js';
import { shapeOf } from '../values.js';

/** An energy in one space, its formulas typed and written out in scalars. */
export interface ExpandedEnergy extends ExpandedQuantities {
  /** `V(x, t)`. */
  readonly V: Node;
  /** `D(x, ẋ, t)`, in the inputs' rates (see `rateName`). */
  readonly damping: Node | undefined;
  /** The formulas as they were read: that of `V`, then that of the damping, if there is one. */
  readonly formulas: { readonly where: readonly ParsedField[]; readonly values: readonly ParsedField[] };
}

/** Reads all formulas of a valid energy in one space. Faults are reported as by `expandConstraint`. */
export function expandEnergy(
  name: string,
  spec: EnergySpec,
  space: Space,
  known: readonly Diagnostic[] = [],
  isLenient = false,
): ExpandedEnergy {
  const formulas = [
    ['V', spec.V ?? '0'] as const,
    ...(spec.damping === undefined ? [] : [['damping', spec.damping] as const]),
  ];
  const expansion = new InputExpansion({ spec, formulas }, space, known);
  const { motion, graph } = expansion;
  const variables = new Set<Node>(expansion.inputs.flatMap(({ components }) => components));
  const judges: readonly Judge[] = [
    (node) => {
      if (motion.hasRate(node)) return ['An energy does not depend on rates.', 'write damping: with ddt(…), a power'];
      if (spec.V === undefined) return undefined;
      if (!dependsOn([node], variables))
        return [
          'This energy does not depend on any input, so that it exerts no force.',
          'write it with the inputs; leave V out where there is damping alone',
        ];
      return gradient(graph, node, [...variables]).every((slope) => slope === graph.zero)
        ? [
            'This energy has steps and no slope, so that it exerts no force.',
            'write a smooth function of the inputs, such as logistic(x / width) for a step',
          ]
        : undefined;
    },
    (node) => {
      const half = 'write half the power that is lost, as in c / 2 * ddt(norm(a - b))^2';
      if (!motion.isRate(node)) return ['This damping does not depend on any rate.', half];
      const rates = [...variables].map((variable) => rateOf(graph, variable));
      return dependsOn(gradient(graph, node, rates), new Set(rates))
        ? undefined
        : ['This damping is linear in the rates: its force does not depend on them, and damps nothing.', half];
    },
  ];
  const [V, damping] = expansion.formulas.map(({ syntax, ...field }, i) =>
    syntax === undefined
      ? null
      : expansion.read(
          field,
          (expander) => scalarOf(expander, syntax, i === 0 ? 'An energy' : 'A damping', judges[i]!),
          motion,
        ),
  );
  return {
    ...expansion.finish(name, isLenient),
    V: V ?? graph.zero,
    damping: damping ?? undefined,
    formulas: { where: expansion.quantities, values: expansion.formulas },
  };
}

const dependsOn = (nodes: readonly Node[], variables: ReadonlySet<Node>): boolean =>
  reachable(nodes).some((part) => variables.has(part));

/** Returns what is wrong with a formula's value, and a hint. */
type Judge = (node: Node) => readonly [message: string, hint: string] | undefined;

function scalarOf(expander: Expander, syntax: Syntax, subject: string, judge: Judge): Node | null {
  if (ungrouped(syntax).kind === 'relation')
    return expander.report(
      syntax.span,
      'E_ENERGY_SHAPE',
      `${subject} is a quantity, not an equation or an inequality.`,
      'write the energy alone; what must hold is a constraint, with the formula under "C"',
    );
  const value = expander.quantity(syntax);
  if (value === null) return null;
  if (value.kind !== 'scalar')
    return expander.report(
      syntax.span,
      'E_ENERGY_SHAPE',
      `${subject} is a scalar, not ${shapeOf(value)}.`,
      'the energy of a vector d is made of dot(d, d) or norm(d)',
    );
  const fault = judge(value.node);
  return fault === undefined ? value.node : expander.report(syntax.span, 'E_ENERGY_SHAPE', ...fault);
}
