import { FORMAT_VERSION } from '../emit/notice.js';
import { RUNTIME_MODULE } from '../spec/runtime-module.js';
import { hashOf } from './hash.js';
import type { FoundSpec } from './load-specs.js';

/** The fingerprint that a generated file carries: of its specs and of what else decides its text. */
export const hashOfSpecs = (specs: readonly FoundSpec[], jdot: boolean, runtime: string): string =>
  hashOf(JSON.stringify([FORMAT_VERSION, jdot, specs, ...(runtime === RUNTIME_MODULE ? [] : [runtime])]));
