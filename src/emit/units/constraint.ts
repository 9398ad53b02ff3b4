import type { SpaceDerivation } from '../../derive/derive-space.js';
import { constantsName } from '../../spec/emitted-names.js';
import { beginning, indexOf } from '../batch-function.js';
import { jacobianValues } from '../constant-entries.js';
import { classComment } from '../doc-comment.js';
import { constraintKernel, jdotKernel } from '../kernel.js';
import type { BatchFunction, Let, Store } from '../syntax.js';
import { offsets, totalOf, type Unit } from './unit.js';

/** A constraint class: its layout, its kernels, and what prepares the memory of `J`. */
export function constraintUnit(derivation: SpaceDerivation, withJdot: boolean): Unit {
  const { className, rows, inputs, params } = derivation;
  return {
    className,
    comment: classComment(derivation, withJdot),
    layout: [
      ['rows', rows, 'entries of C, Cdot and gamma per constraint'],
      ['inputs', inputs.length, 'entries of slots per constraint'],
      ['width', totalOf(inputs), 'columns of J: the components of all inputs'],
      ['parameters', totalOf(params), 'entries of p per constraint'],
      ...inputs.map(({ name, kind, size }, i) => [`slot_${name}`, i, size === 1 ? kind : `${kind}, ${size}`] as const),
      ...offsets(
        'J',
        inputs.map(({ name, size }) => ({ name, size })),
        rows,
      ),
      ...offsets('p', params),
    ],
    functions: [
      constantsFunction(derivation),
      constraintKernel(derivation),
      ...(withJdot ? [jdotKernel(derivation)] : []),
    ],
  };
}

/** The function that writes the entries of `J` that never change, which the kernel does not write. */
export function constantsFunction(derivation: SpaceDerivation): BatchFunction {
  const values = jacobianValues(derivation);
  const stores = values.flatMap((value, i): Store[] =>
    value.kind === 'literal'
      ? [
          {
            kind: 'store',
            array: 'J',
            index: indexOf(values.length, i, 'block'),
            value: { kind: 'number', value: value.value },
          },
        ]
      : [],
  );
  const isUsed = stores.length > 0;
  const anchors = beginning('block', values.length).map((anchor): Let => ({ kind: 'let', type: 'integer', ...anchor }));
  return {
    name: constantsName(derivation.className),
    parameters: [
      { name: 'count', type: 'integer', isUsed },
      { name: 'J', type: 'results', isUsed },
    ],
    body: isUsed
      ? [{ kind: 'loop', counter: 'k', count: 'count', body: [...anchors, ...stores] }]
      : [{ kind: 'comment', text: 'The kernel writes all of J.' }],
  };
}
