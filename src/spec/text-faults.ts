import type { Diagnostic } from '../diagnostics/index.js';
import type { InputSpecs, ParameterSpecs } from './constraint-spec.js';

const MAX_SUMMARY = 300;
const MAX_UNIT = 40;
const MAX_DOC = 1000;

// They end lines of comments, turn the direction of writing, or hide: such text shows something else than it is.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** The texts of a spec. */
interface Texts {
  readonly summary: string;
  readonly doc?: string;
  readonly inputs?: InputSpecs;
  readonly params?: ParameterSpecs;
  readonly coordinates?: Readonly<Record<string, { readonly unit?: string }>>;
}

/** Faults of the texts that go into the documentation of the emitted class. */
export function textFaults(spec: Texts, what = 'constraint'): Diagnostic[] {
  const faults = [...textFault('summary', spec.summary, MAX_SUMMARY, `say in one sentence what the ${what} does`)];
  if (spec.doc !== undefined) faults.push(...textFault('doc', spec.doc, MAX_DOC));
  for (const [name, { unit }] of Object.entries(spec.coordinates ?? {}))
    if (unit !== undefined) faults.push(...textFault(`coordinates.${name}.unit`, unit, MAX_UNIT));
  for (const [name, input] of Object.entries(spec.inputs ?? {}))
    if (typeof input !== 'string' && 'unit' in input)
      faults.push(...textFault(`inputs.${name}.unit`, input.unit, MAX_UNIT));
  for (const [name, param] of Object.entries(spec.params ?? {})) {
    if (typeof param === 'string') continue;
    if (param.unit !== undefined) faults.push(...textFault(`params.${name}.unit`, param.unit, MAX_UNIT));
    if (param.doc !== undefined) faults.push(...textFault(`params.${name}.doc`, param.doc, MAX_DOC));
  }
  return faults;
}

function textFault(field: string, text: string, limit: number, whenEmpty?: string): Diagnostic[] {
  const fault = (message: string, hint?: string): Diagnostic[] => [
    { code: 'E_SPEC_TEXT', message, ...(hint === undefined ? {} : { hint }), field },
  ];
  if (text.trim() === '') return fault('The text is empty.', whenEmpty);
  if (text.length > limit) return fault(`The text has ${text.length} characters; the limit is ${limit}.`);
  if (INVISIBLE.test(text))
    return fault('The text has a line break or an invisible character.', 'write it on one line');
  return [];
}
