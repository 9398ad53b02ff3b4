import { mixed, type Colors } from '../painter/colors.js';
import type { Tone } from './parts.js';

/** How rough and how metallic a surface is, from 0 to 1. */
const PAPER = { roughness: 0.85, metalness: 0 };
const METAL = { roughness: 0.45, metalness: 0.35 };

/** How solids of a tone look: in the colours of pictures of the plane, `#rrggbb`. */
export function surfaceOf(tone: Tone, colors: Colors): SurfaceLook {
  const { body, rod, wire, anchor, anchorFill, spring, driven, bodyEdge, grid, paper } = colors;
  const own: Readonly<Record<Tone, string>> = {
    body,
    pin: bodyEdge,
    // The painter's rods are light in the middle.
    rod: mixed(rod, paper, 0.4),
    rope: bodyEdge,
    wire,
    spring,
    anchor: anchorFill,
    mass: anchor,
    hand: driven,
    floor: grid,
  };
  const isMetal = tone === 'pin' || tone === 'spring';
  return { color: own[tone], ...(isMetal ? METAL : PAPER), isTwoSided: tone === 'floor' };
}

export interface SurfaceLook {
  readonly color: string;
  readonly roughness: number;
  readonly metalness: number;
  /** True for one that is seen from below, too. */
  readonly isTwoSided: boolean;
}
