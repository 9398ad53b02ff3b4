import type { ListDerivation } from '../../derive/derive-list.js';
import { constraintKernel } from '../../emit/kernel.js';
import { compileListType } from '../../emit/compile.js';
import type { Part } from '../../equations/formulas.js';
import { givenParameters, whereFormulas, type Account } from '../../explain/account.js';
import type { Notation } from '../../notation/notation.js';
import { formulaList } from '../../spec/formula-list.js';
import { prove } from '../../verify/index.js';
import { factsOf, jacobianPattern, partsOf, withUnit } from '../constraint/account.js';
import { proofOfList } from './proof.js';

/** The account of a constraint over lists, for a reader. */
export function listAccount(derivation: ListDerivation): Account {
  const { className, spec, inputs, params, indices, reductions, outer, singular, warnings } = derivation;
  const all = [...reductions, outer].map((part) => part.derivation);
  const names = new Map(all.flatMap(({ expanded }) => [...expanded.names]));
  const parts = (notation: Notation): Part[] => [
    ...reductions.flatMap(({ name, take, text, derivation: term }, i) =>
      partsOf(term, notation, `f${i + 1}`).map(({ heading, equations }) => ({
        heading: `${name}, the ${take} of the terms f${i + 1} of ${text}: ${heading}`,
        equations,
      })),
    ),
    ...partsOf(outer.derivation, notation),
  ];
  return {
    derivation: { className, singular, warnings, expanded: { names } },
    summary: spec.summary,
    doc: spec.doc,
    facts: [...factsOf(derivation), 'lists of any length'],
    formulas: [...formulaList(spec), ...whereFormulas(spec.where)],
    given: [
      {
        heading: 'Inputs',
        caption: 'What it joins',
        list: inputs.map((input) => ({
          ...withUnit(input),
          kind: input.count === undefined ? input.kind : `list of ${input.kind}s`,
        })),
      },
      {
        heading: 'Lists of indices',
        caption: 'What is given when it is made',
        list: indices.map(({ name, of, arity, doc }) => ({
          name,
          kind: `groups of indices into ${of}`,
          size: arity,
          ...(doc !== undefined && { doc }),
        })),
      },
      givenParameters(params),
    ],
    sample: spec.sample ?? {},
    parts,
    matrix: {
      heading: 'Blocks of the Jacobian by what the outer part reads',
      pattern: jacobianPattern(outer.derivation),
    },
    costs: [
      ...reductions.map(({ name, derivation: term }) => ({ of: `one term of ${name}`, count: term.operations.kernel })),
      { of: 'C, Cdot, J, gamma', count: outer.derivation.operations.kernel },
    ],
    sources: () => [outer, ...reductions].map((part) => constraintKernel(part.derivation)),
    prove: (options) => prove(proofOfList(compileListType(derivation), options), options),
    data: () => ({
      name: className,
      summary: spec.summary,
      formulas: formulaList(spec),
      inputs,
      indices,
      params,
      rows: derivation.rows,
      operations: derivation.operations,
      sums: reductions.map(({ name, take, text }) => ({ name, take, formula: text })),
    }),
  };
}
