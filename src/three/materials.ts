import { DoubleSide, MeshStandardMaterial } from 'three';
import type { Colors } from '../painter/colors.js';
import type { Tone } from '../solids/parts.js';
import { surfaceOf } from '../solids/tones.js';

/** Materials in the colours of pictures of the plane, made as they are asked for. */
export class Materials {
  readonly #colors: Colors;
  readonly #made = new Map<Tone, MeshStandardMaterial>();

  constructor(colors: Colors) {
    this.#colors = colors;
  }

  of(tone: Tone): MeshStandardMaterial {
    let material = this.#made.get(tone);
    if (material === undefined) {
      const { isTwoSided, ...look } = surfaceOf(tone, this.#colors);
      material = new MeshStandardMaterial(look);
      if (isTwoSided) material.side = DoubleSide;
      this.#made.set(tone, material);
    }
    return material;
  }

  dispose(): void {
    for (const material of this.#made.values()) material.dispose();
    this.#made.clear();
  }
}
