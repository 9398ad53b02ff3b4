import { calledIn } from '../../emit/elementary/called-functions.js';
import { ownInTypeScript } from '../../emit/elementary/own-functions.js';
import { commentText } from '../../emit/literal.js';
import { NOTICE } from '../../emit/notice.js';
import type { MechanismProgram } from '../program.js';
import { LAST_WATCHED } from '../step/watch.js';
import { classText, type ClassCode } from './class-text.js';
import { parametersText } from './parameters-text.js';

/** What the text of a module needs besides the program. */
export interface ModuleHead {
  readonly className: string;
  /** The scene's file, with forward slashes, or its title. */
  readonly source: string;
  readonly hash: string;
  /** True if the texts, or what is around them, declare the functions that they call. */
  readonly declaresOwn?: true;
}

/** The text of a module that imports nothing, before it is laid out, around what a target has of its own. */
export const moduleText = (
  program: MechanismProgram,
  { className, source, hash, declaresOwn }: ModuleHead,
  texts: readonly string[],
  code: ClassCode,
): string => {
  const own = declaresOwn ? '' : ownInTypeScript(calledIn(texts.join('\n')));
  return [
    `${NOTICE}\n// Source: ${commentText(source)}\n// Hash: ${hash}`,
    parametersText(program.model.plan, className),
    `/** What a step says of itself. */
export interface Watch {
  /** Least pivot of the constraints' equations, relative to its row, at the beginning of the step. */
  leastPivot: number;
  /** Largest error of a constraint, and of its rate, at the beginning of the step. */
  C: number;
  Cdot: number;
  /** ${LAST_WATCHED[program.model.step]} */
  ${program.watched[3]!}: number;
  /** False where the state has become infinite or NaN. */
  isFinite: boolean;
}`,
    ...(own === '' ? [] : [own]),
    ...texts,
    classText(program, className, code),
    '',
  ].join('\n\n');
};
