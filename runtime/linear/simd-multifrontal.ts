import { frontMemory, type FrontMemory } from './front-memory.js';
import { compiledFronts, type CompiledFronts } from './front-module.js';
import type { Fronts } from './fronts.js';
import { MultifrontalFactorization } from './multifrontal.js';

/** Functions of the module. Vectors are given by their addresses. */
interface Exports {
  /** Factorizes, and substitutes the memory's `z` forward. */
  readonly factorize: () => void;
  readonly solveLower: (z: number) => void;
  readonly solveTranspose: (k: number, z: number) => void;
}

/**
 * {@link MultifrontalFactorization} in WebAssembly with SIMD: the same operations in the same order,
 * two rows at a time, and so the same results to the last bit.
 */
export class SimdMultifrontal extends MultifrontalFactorization {
  override readonly method = 'simd';
  readonly #memory: FrontMemory;
  readonly #exports: Exports;

  /** Throws what the platform throws where it refuses the memory. */
  constructor(fronts: Fronts, { platform, module }: CompiledFronts) {
    const memory = frontMemory(fronts, platform);
    super(fronts, memory.storage);
    this.#memory = memory;
    const diagonal = this.values.length - this.size;
    const isIndependent = (k: number): number => (this.isIndependent(k, diagonal) ? 1 : 0);
    const imports = { m: { m: memory.memory, f: isIndependent } };
    this.#exports = new platform.Instance(module, imports).exports as Exports;
  }

  protected override eliminate(b: Float64Array, z: Float64Array): void {
    const { order } = this;
    const { z: own } = this.#memory;
    for (let k = 0; k < own.length; k++) own[k] = b[order[k]!]!;
    this.#exports.factorize();
    z.set(own);
  }

  override solveLower(z: Float64Array): void {
    const { spare, spareAddress } = this.#memory;
    spare.set(z);
    this.#exports.solveLower(spareAddress);
    z.set(spare);
  }

  /** Also runs within {@link eliminate}, for rows in doubt. */
  protected override solveTransposeFrom(k: number, z: Float64Array): void {
    const { spare, spareAddress } = this.#memory;
    spare.set(z);
    this.#exports.solveTranspose(k, spareAddress);
    z.set(spare);
  }
}

/** Makes a factorization in WebAssembly; undefined where the platform does not let us. */
export function simdMultifrontal(fronts: Fronts): SimdMultifrontal | undefined {
  const compiled = compiledFronts();
  if (!compiled) return undefined;
  try {
    return new SimdMultifrontal(fronts, compiled);
  } catch {
    return undefined;
  }
}
