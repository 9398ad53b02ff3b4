import type { MechanismProgram } from '../program.js';
import type { Given } from './functions.js';
import type { GradientCalls } from './gradient-text.js';

/** The functions of gradients in C, as they are called. */
type Calls = Pick<GradientCalls, 'step' | 'stepBack' | 'prepareBack' | 'derivedBack'>;

/** The declarations for gradients. */
export const gradientTypes = (
  name: string,
): string => `// Sets the slopes of a loss, its derivatives by the entries of the state after a step; they are 0 before.
typedef void (*${name}_Slopes)(const double *state, size_t step, double *slopes, void *context);
// Numbers that ${name}_gradient keeps of n steps, some sqrt(n) states.
size_t ${name}_memory(size_t n);
// The gradient of a loss of the states after each of n steps of dt, s, from the present state on, with handles at
// rest: by the entries of the present state, and by the parameters; those that are formulas follow others. The
// slopes are asked for after each step, the last step first, with the context. The mechanism stays as it is. False
// for a step that is not positive.
bool ${name}_gradient(${name} *m, size_t n, double dt, ${name}_Slopes slopes, void *context, double *memory,
                      double *state, double *parameters);`;

/**
 * The function for gradients. A trajectory goes forward once and keeps some `sqrt(n)` of its states; going
 * back, each piece between two of them is gone once more (Griewank and Walther, section 12.2).
 */
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
  return `// Steps between two states that are kept.
static size_t spacing(size_t n) {
  size_t every = 1;
  while (every * every < n) every++;
  return every;
}

size_t ${name}_memory(size_t n) { return ${entry} * (n / spacing(n) + 1 + spacing(n)); }

bool ${name}_gradient(${name} *m, size_t n, double dt, ${name}_Slopes slopes, void *context, double *memory, double *state, double *parameters) {
  if (!prepareFor(m, dt)) return false;
  const size_t every = spacing(n);
  double *const between = memory + ${entry} * (n / every + 1);
  double y[${size}], slope[${size}];
  ${rows > 0 ? `double lambda[${rows}];` : ''}
  double watch[${watched.length}];
  double t = m->time;
  memcpy(y, m->state, sizeof y);
  for (size_t i = 0; i < n; i++) {
    if (i % every == 0) {
      double *kept = memory + ${entry} * (i / every);
      memcpy(kept, y, sizeof y);
      kept[${size}] = t;
    }
    ${calls.step(own)}
    t += dt;
  }
  ${clear('state', size)}
  ${clear('parameters', parameters.length)}
  ${prepare.stores.length > 0 ? clear('m->parb', prepare.stores.length) : ''}
  for (size_t last = n; last > 0;) {
    const size_t first = (last - 1) / every * every;
    const double *kept = memory + ${entry} * (first / every);
    memcpy(y, kept, sizeof y);
    t = kept[${size}];
    for (size_t i = first; i < last; i++) {
      double *at = between + ${entry} * (i - first);
      memcpy(at, y, sizeof y);
      at[${size}] = t;
      ${calls.step(own)}
      t += dt;
    }
    for (; last > first; last--) {
      memset(slope, 0, sizeof slope);
      slopes(y, last, slope, context);
      for (int i = 0; i < ${size}; i++) state[i] += slope[i];
      const double *at = between + ${entry} * (last - 1 - first);
      memcpy(y, at, sizeof y);
      t = at[${size}];
      ${calls.stepBack(own)}
    }
  }
  (void)t;
  ${calls.prepareBack(own)}
  ${followed.join('\n')}
  return true;
}`;
}
