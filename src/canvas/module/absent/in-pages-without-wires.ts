/**
 * What pages of scenes without wires that move by modules have in place of the search for them.
 * @module
 */
export class Wires {
  readonly of = (): readonly never[] => [];
}
