/** How two operands become a core; `-reversed`: the second less the first. */
export type Operator = '+' | '-' | '-reversed' | '*' | '/';

/** Solutions that may yet be looked at: cones of quotients inside one another have very many. */
export interface Steps {
  left: number;
}

/**
 * The least that cores cost at scales, with everything that only they use, and how. Solutions are places in arrays that are filled again and again: there are
 * thousands of them for every core that is decided on.
 */
export class ScaleSolutions {
  readonly cost: number[] = [];
  /** The scale at which the core is computed. */
  readonly own: number[] = [];
  /** That of the first operand. */
  readonly a: number[] = [];
  readonly operator: Operator[] = [];
  readonly #scale: number[] = [];
  readonly #next: number[] = [];
  readonly #last: Int32Array;
  readonly #steps: Steps;
  #count = 0;

  constructor(cores: number, steps: Steps) {
    this.#steps = steps;
    this.#last = new Int32Array(cores).fill(-1);
  }

  /** Forgets all solutions, which are those of some cores. */
  restart(cores: readonly number[]): void {
    for (const core of cores) this.#last[core] = -1;
    this.#count = 0;
  }

  /** The solution of a core for a scale that is wanted of it; −1 if there is none. */
  find(core: number, scale: number): number {
    let at = this.#last[core]!;
    let steps = 1;
    for (; at >= 0 && this.#scale[at] !== scale; at = this.#next[at]!) steps++;
    this.#steps.left -= steps;
    return at;
  }

  get isExhausted(): boolean {
    return this.#steps.left < 0;
  }

  /** Adds a solution that computes a core at the very scale that is wanted. */
  add(core: number, scale: number, cost: number, a: number, operator: Operator): number {
    const at = this.#count++;
    this.cost[at] = cost;
    this.own[at] = scale;
    this.a[at] = a;
    this.operator[at] = operator;
    this.#scale[at] = scale;
    this.#next[at] = this.#last[core]!;
    this.#last[core] = at;
    return at;
  }

  /** Makes a solution that of the same core for another scale, multiplied afterwards, if that costs less. */
  scaleLater(solution: number, other: number): void {
    if (!(this.cost[other]! + 1 < this.cost[solution]!)) return;
    this.cost[solution] = this.cost[other]! + 1;
    this.own[solution] = this.own[other]!;
    this.a[solution] = this.a[other]!;
    this.operator[solution] = this.operator[other]!;
  }
}
