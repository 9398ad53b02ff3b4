import type { MechanismProgram } from '../program.js';
import type { Given } from './functions.js';
import { KEPT, type GradientCalls } from './gradient-text.js';

/** The functions of gradients in C, as they are called. */
type Calls = Pick<GradientCalls, 'step' | 'stepBack' | 'prepareBack' | 'derivedBack'>;

/** The declarations for gradients. */
export const gradientTypes = (
  name: string,
): string => `// Sets the slopes of a loss, its derivatives by the entries of the state after a step; they are 0 before.
typedef void (*${name}_Slopes)(const double *state, size_t step, double *slopes, void *context);
// Numbers that ${name}_gradient keeps of n steps: all states of short motions, some 2 sqrt(n) of longer ones.
size_t ${name}_memory(size_t n);
// The gradient of a loss of the states after each of n steps of dt, s, from the present state on, with handles at
// rest: by the entries of the present state, and by the parameters; those that are formulas follow others. The
// slopes are asked for after each step, the last step first, with the context. The mechanism stays as it is. False
// for a step that is not positive.
bool ${name}_gradient(${name} *m, size_t n, double dt, ${name}_Slopes slopes, void *context, double *memory,
                      double *state, double *parameters);`;

/** The function for gradients, as in `gradientText`; a state is kept with its time. */
export function gradientDefinitions(
  { model: { plan, size }, prepare, watched }: MechanismProgram,
  name: string,
  given: Given,
  calls: Calls,
): string {
  const own: Given = { ...given, y: 'y', lambda: 'lambda', yb: 'state', pb: 'parameters' };
  const { rows, parameters } = plan;
  const clear = (array: string, count: number): string =>
    count === 0 ? `(void)${array};` : `memset(${array}, 0, ${count} * sizeof(double));`;
  const followed = calls.derivedBack.map(({ parameter, call }) => `if (!m->given[${parameter}]) {\n${call(own)}\n}`);
  const entry = size + 1;
  // An array of none is not C.
  const of = (lambda: string): string => (rows > 0 ? `, ${lambda}` : '');
  return `// Steps of a piece, all of whose states are kept.
static size_t pieceOf(size_t n) {
  size_t every = ${Math.floor(KEPT / entry)};
  while (every * every < n) every++;
  return every < n ? every : n > 0 ? n : 1;
}

size_t ${name}_memory(size_t n) { return ${entry} * (n / pieceOf(n) + 2 + pieceOf(n)); }

// Goes some steps from y at t, and keeps the states.
static void forward(${name} *m, size_t count, double t, double dt, double *y${of('double *lambda')}, double *states) {
  double watch[${watched.length}];
  for (size_t i = 0; i <= count; i++) {
    if (i > 0) {
      ${calls.step(own)}
      t += dt;
    }
    memcpy(states + ${entry} * i, y, ${size} * sizeof(double));
    states[${entry} * i + ${size}] = t;
  }
}

bool ${name}_gradient(${name} *m, size_t n, double dt, ${name}_Slopes slopes, void *context, double *memory, double *state, double *parameters) {
  if (!prepareFor(m, dt)) return false;
  const size_t every = pieceOf(n);
  double *const states = memory + ${entry} * ((n + every - 1) / every);
  double y[${size}], slope[${size}]${of(`lambda[${rows}]`)};
  double t = m->time;
  memcpy(y, m->state, sizeof y);
  for (size_t first = 0; first < n; first += every) {
    const size_t count = first + every < n ? every : n - first;
    forward(m, count, t, dt, y${of('lambda')}, states);
    memcpy(memory + ${entry} * (first / every), states, ${entry} * sizeof(double));
    t = states[${entry} * count + ${size}];
  }
  ${clear('state', size)}
  ${clear('parameters', parameters.length)}
  ${prepare.stores.length > 0 ? clear('m->parb', prepare.stores.length) : ''}
  for (size_t last = n; last > 0;) {
    const size_t first = (last - 1) / every * every;
    if (last < n) {
      const double *begin = memory + ${entry} * (first / every);
      memcpy(y, begin, sizeof y);
      forward(m, last - first, begin[${size}], dt, y${of('lambda')}, states);
    }
    for (; last > first; last--) {
      memset(slope, 0, sizeof slope);
      slopes(states + ${entry} * (last - first), last, slope, context);
      for (int i = 0; i < ${size}; i++) state[i] += slope[i];
      const double *before = states + ${entry} * (last - 1 - first);
      memcpy(y, before, sizeof y);
      t = before[${size}];
      ${calls.stepBack(own)}
    }
  }
  (void)t;
  ${calls.prepareBack(own)}
  ${followed.join('\n')}
  return true;
}`;
}
