import { blockComment } from '../../emit/c/comments.js';
import { commentText } from '../../emit/literal.js';
import type { ArrayOf } from '../ops/functions.js';
import type { Plan } from '../plan/plan.js';
import type { MechanismProgram } from '../program.js';
import { LAST_WATCHED } from '../step/watch.js';
import { gradientTypes } from './c-gradient.js';

/** What a mechanism in C is, and how it is to be compiled. */
export const comment = ({ document: { title, summary } }: Plan, name: string): string =>
  blockComment(`${commentText([title, summary].filter((one) => one !== undefined).join(': '))}

A mechanism is one ${name}, which ${name}_init makes ready. Nothing is allocated, and nothing is kept
elsewhere: threads may step different ones. Numbers are those of the same module in JavaScript, to the
bit without functions of math.h, where it is compiled with -ffp-contract=off.`);

/** The structure of a mechanism, and its functions. */
export function types(
  { model, watched, prepare, adjoint }: MechanismProgram,
  name: string,
  own: readonly ArrayOf[],
): string {
  const { plan, step, size } = model;
  const { nq, nv, rows, inputs, parameters } = plan;
  const array = (of: string, size: number, note?: string): string[] =>
    size === 0 ? [] : [`  double ${of}[${size}];${note === undefined ? '' : ` // ${note}`}`];
  const isMoved = inputs.length > 0;
  return `typedef struct ${name}_Watch {
  double leastPivot; // of the constraints' equations, relative to its row, at the beginning of the step
  double C;          // the largest error of a constraint there,
  double Cdot;       // and of its rate
  // ${LAST_WATCHED[step].replace('k₂ − k₃', 'k2 - k3')}
  double ${watched[3]!};
  bool isFinite;     // false where the state is infinite or NaN; and for a step that is not positive, not taken
} ${name}_Watch;

typedef struct ${name} {
${[
  ...array(
    'state',
    size,
    `coordinates, then velocities${size > nq + nv ? ', then what a step hands on' : ''}: write into it between two steps`,
  ),
  ...array('lambda', rows, 'multipliers of the constraints at the last evaluation'),
  '  double time; // s',
  ...array('target', inputs.length, 'where handles are to be at the end of the next step: write into it'),
  ...array('parameters', parameters.length, `as ${name}_set has them`),
  '  // For the functions alone:',
  ...(parameters.length > 0 ? [`  bool given[${parameters.length}];`] : []),
  '  double preparedFor;',
  ...array('par', prepare.stores.length),
  ...(isMoved ? [...array('u', inputs.length), ...array('w', inputs.length)] : []),
  ...own.flatMap(({ name: of, size }) => array(of, size)),
].join('\n')}
} ${name};

// Makes a mechanism with the scene's parameters, at its beginning.
void ${name}_init(${name} *m);
// Puts it at the scene's beginning, by the parameters that count, and assembles it.
bool ${name}_begin(${name} *m);
// Brings places, then velocities, onto the constraints at the present time, where they are off. False, and nothing is
// changed, where the constraints do not hold nearby.
bool ${name}_assemble(${name} *m);
${
  parameters.length === 0
    ? ''
    : `// Changes a parameter, and those that are formulas of it. False, and nothing is changed, outside of a range.
bool ${name}_set(${name} *m, int parameter, double value);
`
}// Takes a step of dt, s.
${name}_Watch ${name}_step(${name} *m, double dt);
// Takes n steps of count states, each from the present time on, with handles at rest, and returns the worst of all.
${name}_Watch ${name}_steps(${name} *m, double *states, size_t count, size_t n, double dt);
// Energies at the present state, J.
void ${name}_energy(${name} *m, double *kinetic, double *potential);
// The largest error of a constraint, and of its rate, at the present state.
void ${name}_residual(${name} *m, double *C, double *Cdot);${adjoint ? `\n${gradientTypes(name)}` : ''}`;
}
