import type { ConstraintSpec, IndexListSpec, InputSpec, ListInputSpec } from '../spec/constraint-spec.js';
import { isIndexList } from '../spec/describe.js';

const isListInput = (input: InputSpec): input is ListInputSpec => typeof input === 'object' && 'count' in input;

/** The lists of a spec: lists of inputs, and lists of indices into them. */
export interface Lists {
  readonly inputs: ReadonlyMap<string, ListInputSpec>;
  readonly indices: ReadonlyMap<string, IndexListSpec>;
}

export const listsOf = ({ inputs, params = {} }: Pick<ConstraintSpec, 'inputs' | 'params'>): Lists => ({
  inputs: new Map(Object.entries(inputs).flatMap(([name, input]) => (isListInput(input) ? [[name, input]] : []))),
  indices: new Map(Object.entries(params).flatMap(([name, param]) => (isIndexList(param) ? [[name, param]] : []))),
});
