/** Numbers per term in the places of a draft: target, left, right. */
export const STRIDE = 3;

/** Terms while they are collected, up to `most` of them: the places of each, and the mobilities that are its weights; see term-writers.ts. */
export class TermDraft {
  readonly places: Int32Array;
  readonly mobility: Int32Array;
  readonly weightsEach: number;
  #count = 0;

  constructor(most: number, weightsEach: number) {
    this.weightsEach = weightsEach;
    this.places = new Int32Array(STRIDE * most);
    this.mobility = new Int32Array(weightsEach * most);
  }

  get count(): number {
    return this.#count;
  }

  /** `other` is the mobility of the second weight, if there are two. */
  add(target: number, left: number, right: number, mobility: number, other: number): void {
    const t = STRIDE * this.#count;
    this.places[t] = target;
    this.places[t + 1] = left;
    this.places[t + 2] = right;
    const w = this.weightsEach * this.#count++;
    this.mobility[w] = mobility;
    if (this.weightsEach === 2) this.mobility[w + 1] = other;
  }

  /** Removes the terms that are marked. */
  remove(marks: Uint8Array): void {
    const { places, mobility } = this;
    const weights = this.weightsEach;
    let kept = 0;
    for (let t = 0; t < this.#count; t++) {
      if (marks[t] !== 0) continue;
      places.copyWithin(STRIDE * kept, STRIDE * t, STRIDE * (t + 1));
      mobility.copyWithin(weights * kept, weights * t, weights * (t + 1));
      kept++;
    }
    this.#count = kept;
  }
}
