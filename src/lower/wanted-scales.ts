/** Which scales of each core are wanted, each with how often; in the order in which they came. */
export class WantedScales {
  /** How many there are of each core: they are those in {@link scale} from {@link start} on. */
  readonly count: Int32Array;
  readonly start: Int32Array;
  readonly scale: Float64Array;
  readonly #times: Int32Array;

  /** `most` bounds how many scales of each core are wanted. */
  constructor(most: Int32Array) {
    this.count = new Int32Array(most.length);
    this.start = new Int32Array(most.length);
    let total = 0;
    for (let core = 0; core < most.length; core++) {
      this.start[core] = total;
      total += most[core]!;
    }
    this.scale = new Float64Array(total);
    this.#times = new Int32Array(total);
  }

  /** Where a scale of a core is; −1 where it is not wanted. */
  find(core: number, scale: number): number {
    const start = this.start[core]!;
    const end = start + this.count[core]!;
    for (let k = start; k < end; k++) if (this.scale[k] === scale) return k;
    return -1;
  }

  add(core: number, scale: number): void {
    let at = this.find(core, scale);
    if (at < 0) {
      at = this.start[core]! + this.count[core]!++;
      this.scale[at] = scale;
      this.#times[at] = 0;
    }
    this.#times[at]!++;
  }

  remove(core: number, scale: number): void {
    const at = this.find(core, scale);
    if (--this.#times[at]! > 0) return;
    const end = this.start[core]! + --this.count[core]!;
    for (let k = at; k < end; k++) {
      this.scale[k] = this.scale[k + 1]!;
      this.#times[k] = this.#times[k + 1]!;
    }
  }
}
