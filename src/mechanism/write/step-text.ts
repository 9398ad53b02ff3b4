import type { MechanismProgram } from '../program.js';
import { WATCHED } from '../step/rk4.js';
import { argumentsOf, trimmed } from '../ops/functions.js';
import type { WrittenFunction } from './functions.js';

/** The arguments of a step, in their order. */
const ARGUMENTS = ['par', 'u', 'w', 't', 'dt', 'y', 'lambda', 'watch'] as const;

/** A whole step: its function, or stages in loops around that of one evaluation. */
export function stepText({ form, model, step }: MechanismProgram, written: WrittenFunction): WrittenFunction {
  if (form === 'step') return written;
  const { plan } = model;
  const ns = plan.nq + plan.nv;
  const used = new Set([...argumentsOf(trimmed(step)), 'dt', 'y', 'watch']);
  if (used.has('begin')) used.add('t');
  const names = ARGUMENTS.filter((name) => used.has(name));
  const isSampled = used.has('fb');
  const arrays = ['start', 'sum', 'second', 'r', ...(isSampled ? ['fb'] : [])]
    .map((name) => `const ${name} = new Float64Array(${name === 'fb' ? plan.rows : ns});`)
    .join('\n');
  const stage = (now: string, ks = '0', kd = '0', watched = 'rest'): string =>
    written.call({ t: now, begin: 't', ks, kd, watch: watched });
  const loop = (body: string, from = 0): string => `for (let i = ${from}; i < ${ns}; i++) {\n${body}\n}`;
  const scale = plan.bodies.flatMap((body) =>
    body.coordinates.flatMap(({ q, isOrientation }) => (isOrientation ? [`normalize(y, ${body.q + q});`] : [])),
  );
  const normalize = `const normalize = (y: Float64Array, i: number): void => {
  const w = y[i]!, x = y[i + 1]!, v = y[i + 2]!, z = y[i + 3]!;
  const scale = 1 / Math.sqrt(w * w + x * x + v * v + z * z);
  y[i] = scale * w;
  y[i + 1] = scale * x;
  y[i + 2] = scale * v;
  y[i + 3] = scale * z;
};`;
  const parameters = names.map((name) => `${name}: ${name === 't' || name === 'dt' ? 'number' : 'Float64Array'}`);
  const text = `${written.text}

${arrays}
const rest = new Float64Array(${WATCHED.length});
${scale.length > 0 ? `\n${normalize}\n` : ''}
/** RK4 around evaluations. */
const rk4 = (${parameters.join(', ')}): void => {
  const half = dt / 2;
  ${isSampled ? 'const rate = 0.2 / dt;\nfb.fill(0);' : ''}
  ${isSampled ? stage('t', 'rate * rate', '2 * rate', 'watch') : stage('t', '0', '0', 'watch')}
  ${loop('const x = y[i]!; const k = r[i]!; start[i] = x; sum[i] = k; y[i] = x + half * k;')}
  ${stage('t + half')}
  ${loop('const k = r[i]!; second[i] = k; sum[i] = sum[i]! + 2 * k; y[i] = start[i]! + half * k;')}
  ${stage('t + half')}
  let uneven = 0;
  ${loop('uneven = Math.max(uneven, Math.abs((dt / 3) * (second[i]! - r[i]!)));', plan.nq)}
  watch[${WATCHED.indexOf('accuracy')}] = uneven;
  ${loop('const k = r[i]!; sum[i] = sum[i]! + 2 * k; y[i] = start[i]! + dt * k;')}
  ${stage('t + dt')}
  const sixth = dt / 6;
  ${loop('y[i] = start[i]! + sixth * (sum[i]! + r[i]!);')}
  ${scale.join('\n')}
}`;
  return { text, call: (given = {}) => `rk4(${names.map((name) => given[name] ?? name).join(', ')});` };
}
