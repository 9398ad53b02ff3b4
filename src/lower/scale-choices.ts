import type { Core, ScaledCores } from './scaled-cores.js';

/** What there is to choose in a program: the same for all attempts to choose well. Cores are given by their ids. */
export class ScaleChoices {
  readonly size: number;
  readonly kind: readonly Core['kind'][];
  /** Operands of each core; nothing of one that has no scale to choose. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** Of sums `a + ratio·b`. */
  readonly ratio: Float64Array;
  /** How many cores each is an operand of. What has a user with a given scale counts as used more than once. */
  readonly uses: Int32Array;
  /** 1 for cores whose scale can be chosen. */
  readonly isFree: Uint8Array;
  /** 1 for cores that one other core, and nothing else, uses: they are chosen together with that. */
  readonly isSingle: Uint8Array;
  /** The other free cores: each is chosen together with all that only it uses. */
  readonly heads: readonly number[];
  /** Of each head: itself and what only it uses, operands after users. */
  readonly cones: readonly (readonly number[])[];
  /** Of each head: its cone and all operands of that. */
  readonly affected: readonly (readonly number[])[];
  /** What those cost if each is computed once. */
  readonly leastCost: Int32Array;

  constructor({ list, fixed }: ScaledCores) {
    this.size = list.length;
    this.kind = list.map(({ kind }) => kind);
    this.a = new Int32Array(this.size).fill(-1);
    this.b = new Int32Array(this.size).fill(-1);
    this.ratio = new Float64Array(this.size);
    this.isFree = new Uint8Array(this.size);
    this.uses = new Int32Array(this.size);
    for (const { core } of fixed) this.uses[core.id]! += 2;
    for (const { id, a, b, ratio = 0 } of list) {
      if (a === undefined || b === undefined) continue;
      this.a[id] = a.id;
      this.b[id] = b.id;
      this.ratio[id] = ratio;
      this.isFree[id] = 1;
      this.uses[a.id]! += 1;
      this.uses[b.id]! += 1;
    }
    this.isSingle = new Uint8Array(this.size);
    const heads: number[] = [];
    for (let id = 0; id < this.size; id++) {
      if (this.isFree[id] === 0) continue;
      if (this.uses[id] === 1) this.isSingle[id] = 1;
      else heads.push(id);
    }
    this.heads = heads;
    const cones: number[][] = [];
    const affected: number[][] = [];
    const seenFor = new Int32Array(this.size).fill(-1);
    this.leastCost = new Int32Array(this.size);
    for (const head of heads) {
      const cone: number[] = [];
      this.#addCone(head, cone);
      const touched: number[] = [];
      for (const core of cone)
        for (const id of [core, this.a[core]!, this.b[core]!]) {
          if (seenFor[id] === head) continue;
          seenFor[id] = head;
          touched.push(id);
          if (this.kind[id] !== 'literal' && this.kind[id] !== 'load') this.leastCost[head]! += 1;
        }
      cones[head] = cone;
      affected[head] = touched;
    }
    this.cones = cones;
    this.affected = affected;
  }

  #addCone(core: number, cone: number[]): void {
    cone.push(core);
    const [a, b] = [this.a[core]!, this.b[core]!];
    if (this.isSingle[a] === 1) this.#addCone(a, cone);
    if (this.isSingle[b] === 1) this.#addCone(b, cone);
  }
}
