import type { ErrorCode, WarningCode } from '../../../runtime/index.js';
import type { Failure } from './protocol.js';

/** What helps, from the names of the constraints concerned, and the runtime's hint. */
type Remedy = (names: string, hint: string, isOne: boolean) => string;

const INEXACT =
  'Such steps are taken less exactly. Where there are many, give light bodies more mass, or "settings" in the tab JSON a smaller "dt".';

/** What helps on this page, where the runtime's hints are for programs. */
const REMEDIES: Readonly<Partial<Record<ErrorCode | WarningCode, Remedy>>> = {
  E_ASSEMBLY: (_, hint, isOne) =>
    isOne ? 'There may be no place where it holds. Change its numbers, or start nearer to where it holds.' : hint,
  W_ACCURACY: (_, hint) => {
    const step = /steps of (?:at most )?([\d.e-]+) s/i.exec(hint)?.[1];
    return `Give "settings" in the tab JSON a smaller "dt"${step === undefined ? '' : `: ${step} would do`}.`;
  },
  W_CONTRADICTION: (names, _, isOne) =>
    isOne
      ? `All that ${names} joins is held fast, or its formula has no slope there. Join it to something that moves, or start elsewhere.`
      : `These disagree: ${names}. Remove one of them, or make their numbers agree.`,
  W_DRIFT: () => 'Write a formula that is smooth, or "integrator": "velocityStep" under "settings" in the tab JSON.',
  W_ILLEGAL_START: () => 'Move the parts to where they hold, or take "assemble" out of "settings" in the tab JSON.',
  W_JUMP: () => 'Let it change over a while, as smoothstep(1, 1.2, t) does from 0 to 1.',
  W_NEAR_SINGULAR: () => INEXACT,
  W_NOT_CONVERGED: () =>
    'Remove constraints that contradict each other, bring masses closer, or give "settings" in the tab JSON a smaller "dt".',
  W_OUT_OF_REACH: () =>
    'It goes as far as it can. Change a length, stop it before, or take a motor with a largest torque, which gives way.',
  W_PROJECTION: (names, _, isOne) =>
    isOne
      ? `The formula of ${names} may have no slope there, or no bounded one. Start elsewhere, or write it so that it has.`
      : `These are off: ${names}. Remove one of them, or make their numbers agree.`,
  W_UNSTABLE: () => INEXACT,
};

/** A message of the runtime. */
interface Message {
  readonly code: string;
  readonly problem: string;
  readonly hint: string;
}

/**
 * A message in words of this page: what helps can be done here, and constraints go by their names alone, without
 * the classes that the runtime writes before them: Distance2D 'rod'. `all` are the names of the scene's constraints.
 */
export function inWordsOfPage({ code, problem, hint }: Message, all: Iterable<string>): Failure {
  const constraints = [...all].filter((name) => problem.includes(`'${name}'`) || hint.includes(`'${name}'`));
  const named = (text: string): string =>
    text.replace(/\b[A-Z]\w* (?='([^']*)')/g, (label, name: string) => (constraints.includes(name) ? '' : label));
  const remedy = REMEDIES[code as keyof typeof REMEDIES]; // undefined for any other text
  const quoted = constraints.map((name) => `'${name}'`).join(', ');
  const help = remedy?.(quoted, hint, constraints.length === 1) ?? named(hint);
  return { code, problem: named(problem), hint: help, constraints };
}
