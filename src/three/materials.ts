import { DoubleSide, MeshStandardMaterial } from 'three';
import type { Colors } from '../painter/colors.js';
import type { Tone } from '../solids/parts.js';

/** How rough and how metallic a surface is. */
const PAPER = { roughness: 0.85, metalness: 0 };
const METAL = { roughness: 0.45, metalness: 0.35 };

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
      const surface = tone === 'pin' || tone === 'spring' || tone === 'rod' ? METAL : PAPER;
      material = new MeshStandardMaterial({ color: this.#colorOf(tone), ...surface });
      if (tone === 'floor') material.side = DoubleSide;
      this.#made.set(tone, material);
    }
    return material;
  }

  dispose(): void {
    for (const material of this.#made.values()) material.dispose();
    this.#made.clear();
  }

  #colorOf(tone: Tone): string {
    const { body, rod, wire, anchor, anchorFill, spring, driven, bodyEdge, grid } = this.#colors;
    const colors: Readonly<Record<Tone, string>> = {
      body,
      pin: bodyEdge,
      rod,
      rope: bodyEdge,
      wire,
      spring,
      anchor: anchorFill,
      mass: anchor,
      hand: driven,
      floor: grid,
    };
    return colors[tone];
  }
}
