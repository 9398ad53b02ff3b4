import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Alteration } from '../../test/support/altered-toolkit.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The rooms of the runtime that methods and tuned constants stand in, and the beginnings of files in others. */
const ROOMS = [
  'model/products/dependent',
  'complementarity',
  'stabilize',
  'contact-modes',
  'integrators',
  'recovery',
  'watches',
  'world/step',
];
/** Constants that count, number or name something, and are tuned to nothing. */
const STRUCTURE = /^(BASIS|SCALING|BLOCK|RIGID|PLACES|NAMED|LENGTH|NUMBER|SUM_START|MEMORY_LENGTH|\w*STAGE\w*|ALPHA)$/;

/** A number at the top of a file. */
export interface Constant {
  readonly file: string;
  readonly name: string;
  readonly value: number;
  readonly half: Alteration;
  readonly double: Alteration;
}

/** Lists the tuned constants of the rooms. */
export function tunedConstants(): Constant[] {
  const names = readdirSync(`${ROOT}runtime`, { recursive: true, encoding: 'utf8' }).sort();
  return ROOMS.flatMap((room) =>
    names
      .filter((name) => name.startsWith(room) && name.endsWith('.ts'))
      .flatMap((name) => constantsOf(`runtime/${name}`)),
  );
}

function constantsOf(file: string): Constant[] {
  const text = readFileSync(`${ROOT}${file}`, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022);
  const found: Constant[] = [];
  let last = NaN;
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(name) || initializer === undefined) continue;
      const written = initializer.getText(source);
      const value = valueOf(initializer);
      // States and places are numbered from zero on.
      const isNumber = value === 0 || value === last + 1;
      last = isNumber ? value : NaN;
      if (!/^[A-Z][A-Z_]+$/.test(name.text) || !Number.isFinite(value) || isNumber || STRUCTURE.test(name.text))
        continue;
      const altered = (other: number): Alteration => ({
        file,
        find: `${name.text} = ${written};`,
        replace: `${name.text} = ${other};`,
      });
      const [half, double] = halfAndDouble(value);
      found.push({ file, name: name.text, value, half: altered(half), double: altered(double) });
    }
  }
  return found;
}

/** The value of an expression of numbers; NaN of any other. */
function valueOf(node: ts.Expression): number {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'EPSILON') return Number.EPSILON;
  if (!ts.isBinaryExpression(node)) return NaN;
  const [left, right] = [valueOf(node.left), valueOf(node.right)];
  if (node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) return left * right;
  if (node.operatorToken.kind === ts.SyntaxKind.SlashToken) return left / right;
  return node.operatorToken.kind === ts.SyntaxKind.MinusToken ? left - right : NaN;
}

/** Half and double; of a part of a whole above a half, twice and half of what is left of it. */
function halfAndDouble(value: number): [number, number] {
  if (Number.isInteger(value)) return [Math.floor(value / 2), 2 * value];
  return value > 0.5 && value < 1 ? [Math.max(0, 1 - 2 * (1 - value)), 1 - (1 - value) / 2] : [value / 2, 2 * value];
}

/** Methods, each with the alterations that switch it off. */
export const METHODS: Readonly<Record<string, Alteration>> = {
  'Newton steps from the estimate': {
    file: 'runtime/complementarity/friction-search.ts',
    find: 'this.#byNewton(problem, iterate, isEstimated ? MOST_STEPS : FROM_ZERO);',
    replace: '0;',
  },
  'reuse of a factorization by Newton steps': {
    file: 'runtime/complementarity/friction-newton.ts',
    find: 'if (this.#isFactored()) {',
    replace: 'if (this.#isFactored() && false) {',
  },
  'removal of stress': {
    file: 'runtime/complementarity/friction-newton.ts',
    find: 'if (!set.slides && !(start <= NEAR * iterate.largest)) return true;',
    replace: 'return true;',
  },
  'bounded stress where it is excessive': {
    file: 'runtime/complementarity/friction-newton.ts',
    find: 'if (iterate.isExcessive) {',
    replace: 'if (iterate.isExcessive && false) {',
  },
  'excessive stress is no solution': {
    file: 'runtime/complementarity/iterate.ts',
    find: 'this.isExcessive = !(rounding <= Math.max(TOLERANCE, EXCESSIVE * this.largest));',
    replace: '',
  },
  'proximal Newton': {
    file: 'runtime/complementarity/friction-search.ts',
    find: 'if (isEstimated) {',
    replace: 'if (isEstimated && steps < 0) {',
  },
  'interior point': {
    file: 'runtime/complementarity/friction-search.ts',
    find: 'steps += this.#fromInside(problem, iterate);',
    replace: '',
  },
  'Newton steps from inside': {
    file: 'runtime/complementarity/friction-search.ts',
    find: 'if (residual > goal) continue;',
    replace: 'if (goal >= 0) continue;',
  },
  'sticking state': {
    file: 'runtime/complementarity/friction-search.ts',
    find: 'return iterate.isSolved() ? steps : steps + this.#fromSticking(problem, iterate);',
    replace: 'return steps;',
  },
  "interior point: Mehrotra's corrector": {
    file: 'runtime/complementarity/interior-point.ts',
    find: 'this.#aim(target, true);',
    replace: 'this.#aim(target, false);',
  },
  'turning of a slip (κ)': {
    file: 'runtime/complementarity/active-set.ts',
    find: 'this.kappa[i + 1] = (1 - share) / (Math.max(share, LEAST_SHARE) * ri);',
    replace: 'void share; void ri;',
  },
  'sweeps for large problems': {
    file: 'runtime/complementarity/complementarity-solver.ts',
    find: 'const isLarge = size > LARGE && factors !== undefined;',
    replace: 'const isLarge = size > LARGE && factors !== undefined && size < 0;',
  },
  'sweeps: acceleration': {
    file: 'runtime/complementarity/cone-sweeps.ts',
    find: 'if (ratio < RISING) {',
    replace: 'if (ratio < 0) {',
  },
  'sweeps: order from the ground up': {
    file: 'runtime/complementarity/cone-sweeps.ts',
    find: 'this.#order = sweepOrder(factors, groups);',
    replace: 'this.#order = Int32Array.from({ length: count }, (_, g) => g);',
  },
  'halving of rejected steps': {
    file: 'runtime/recovery/retaken-steps.ts',
    find: 'if (this.#reach.isLeft || (!isStray && (this.halvings === 0 || this.#isVelocityStep)))',
    replace: 'if (this.#reach.isLeft || this.halvings >= 0)',
  },
  'fewer halvings where they do not help': {
    file: 'runtime/recovery/retaken-steps.ts',
    find: 'if (this.fallbacks > before) this.halvings = Math.max(0, this.halvings - 2);',
    replace: 'if (this.fallbacks > before) this.halvings = MOST_HALVINGS;',
  },
  'ill-conditioned steps are rejected': {
    file: 'runtime/recovery/step-judge.ts',
    find: "if (conditioning.isIllConditioned(dt, momentum, multipliers, strictness)) return 'illConditioned';",
    replace: '',
  },
  'steps that explode are rejected': {
    file: 'runtime/recovery/step-judge.ts',
    find: "if (growth > LEVER) return 'exploded';",
    replace: '',
  },
  'growth without an error is rejected': {
    file: 'runtime/recovery/step-judge.ts',
    find: "return growth > 1 && multipliers.size > 0 ? 'exploded' : undefined;",
    replace: 'return undefined;',
  },
  'inaccurate steps are rejected': {
    file: 'runtime/recovery/step-judge.ts',
    find: "if (!isAccurate) return 'inaccurate';",
    replace: '',
  },
  'trials of the steps ahead': {
    file: 'runtime/recovery/reach.ts',
    find: 'return this.#pause === 0 && this.#isLost() && this.foresees(dt);',
    replace: 'return false;',
  },
  'growth from rest within bounds': {
    file: 'runtime/recovery/step-judge.ts',
    find: 'if (!this.accuracy.mayFeedItself(momentum) || !this.#feedsItself) return true;',
    replace: 'return true;',
  },
  'forces at rest where they explode': {
    file: 'runtime/recovery/velocity-fallback.ts',
    find: 'if (h * accuracy.lengthOf(accelerations) <= accuracy.momentum()) return;',
    replace: 'return;',
  },
  'velocity lost with what a projection undoes': {
    file: 'runtime/recovery/velocity-fallback.ts',
    find: 'for (let i = 0; trims && i < v.length; i++) {',
    replace: 'for (let i = v.length; trims && i < v.length; i++) {',
  },
  'damped velocities out of reach': {
    file: 'runtime/recovery/velocity-fallback.ts',
    find: 'projection.dampVelocities(OUT_OF_REACH, reached);',
    replace: '',
  },
  'FROM_ZERO: fewer Newton steps from zero': {
    file: 'runtime/complementarity/friction-search.ts',
    find: 'const FROM_ZERO = 2;',
    replace: 'const FROM_ZERO = 5;',
  },
  'CONTRADICTION: no search where rows contradict': {
    file: 'runtime/complementarity/friction-search.ts',
    find: ' || (this.#proximal().contradicts && iterate.bestResidual <= CONTRADICTION)',
    replace: '',
  },
  'PROGRESS: the interior point stops without it': {
    file: 'runtime/complementarity/friction-search.ts',
    find: 'else if (++stalled > PATIENCE) return steps;',
    replace: '',
  },
  'proximal: ROUNDED': {
    file: 'runtime/complementarity/proximal-newton.ts',
    find: 'Math.max(ROUNDED * iterate.tolerance, SOLVED * inner.residual)',
    replace: 'SOLVED * inner.residual',
  },
  'proximal: more compliance after a failure': {
    file: 'runtime/complementarity/proximal-newton.ts',
    find: 'eta = Math.min(MOST, eta * FACTOR);',
    replace: 'break;',
  },
  'Newton: REUSES with other slip directions': {
    file: 'runtime/complementarity/friction-newton.ts',
    find: ' || iterate.residual < REUSES * residual',
    replace: '',
  },
  'interior point: LEAST_CENTRING': {
    file: 'runtime/complementarity/interior-point.ts',
    find: 'Math.max(share * gap, Math.min(gap, LEAST_CENTRING * squared(maxAbs(this.#rest)))',
    replace: 'share * gap',
  },
  'interior point: CORRECTIONS': {
    file: 'runtime/complementarity/interior-point.ts',
    find: 'const CORRECTIONS = 3;',
    replace: 'const CORRECTIONS = 0;',
  },
  'interior point: LEAST_FRICTION': {
    file: 'runtime/complementarity/interior-point.ts',
    find: 'const LEAST_FRICTION = 1e-9;',
    replace: 'const LEAST_FRICTION = 0;',
  },
  'ties go to slip (TIE)': {
    file: 'runtime/complementarity/active-set.ts',
    find: 'const TIE = 1e-6;',
    replace: 'const TIE = 0;',
  },
  LEAST_SHARE: {
    file: 'runtime/complementarity/active-set.ts',
    find: 'Math.max(share, LEAST_SHARE)',
    replace: 'share',
  },
  'pivoting: CORRECTS': {
    file: 'runtime/complementarity/bound-pivoting.ts',
    find: ' || !(size < CORRECTS * last)',
    replace: '',
  },
  'sweeps: AIM within the tolerance': {
    file: 'runtime/complementarity/cone-sweeps.ts',
    find: 'Math.min(1, Math.max(AIM, squared(sweep / ENOUGH))) * tolerance',
    replace: 'tolerance',
  },
  'sweeps: CLOSER': {
    file: 'runtime/complementarity/cone-sweeps.ts',
    find: 'goal = CLOSER * largest;',
    replace: '',
  },
  TOLERABLE_ERROR: {
    file: 'runtime/recovery/step-judge.ts',
    find: 'Math.max(limit, TOLERABLE_ERROR)',
    replace: 'limit',
  },
  STRICTNESS: {
    file: 'runtime/recovery/step-judge.ts',
    find: 'const STRICTNESS = 10;',
    replace: 'const STRICTNESS = 1;',
  },
  REACHED: {
    file: 'runtime/recovery/retaken-steps.ts',
    find: ' ||\n      this.#stateProjection.violation() <= REACHED',
    replace: '',
  },
  'PAUSE between trials': {
    file: 'runtime/recovery/reach.ts',
    find: 'this.#pause = PAUSE;',
    replace: '',
  },
  'pivots of small problems without a factor': {
    file: 'runtime/recovery/ill-conditioning.ts',
    find: 'if (A.size > MOST_ROWS) return false;',
    replace: 'return false;',
  },
  AHEAD: {
    file: 'runtime/recovery/reach.ts',
    find: 'const AHEAD = 16;',
    replace: 'const AHEAD = 1;',
  },
  STILL: {
    file: 'runtime/recovery/reach.ts',
    find: 'Math.max(this.#still(binding.row + i), SLOWED * Math.abs(this.#rates[binding.row + i]!))',
    replace: 'SLOWED * Math.abs(this.#rates[binding.row + i]!)',
  },
  TRIGGER: {
    file: 'runtime/recovery/reach.ts',
    find: 'if (Math.abs(error) > TRIGGER * sizes[r]!) return',
    replace: 'return',
  },
  'NEGLIGIBLE residuals': {
    file: 'runtime/recovery/step-watch.ts',
    find: '!(residual > NEGLIGIBLE * largest && residual < Infinity)',
    replace: '!(residual > 0 && residual < Infinity)',
  },
};
