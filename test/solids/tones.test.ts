import { expect, test } from 'vitest';
import { DARK } from '../../src/painter/colors.js';
import { surfaceOf } from '../../src/solids/tones.js';

/** Relative luminance of a colour `#rrggbb` of sRGB (WCAG 2.2). */
const luminanceOf = (color: string): number =>
  [0.2126, 0.7152, 0.0722].reduce((sum, share, k) => {
    const x = parseInt(color.slice(1 + 2 * k, 3 + 2 * k), 16) / 255;
    return sum + share * (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  }, 0);

test.each(['body', 'pin', 'rod', 'rope', 'wire', 'spring', 'anchor', 'mass', 'hand'] as const)(
  'on a dark page solids of the tone %s, which have no edges, stand out from it',
  (tone) => {
    const [solid, paper] = [surfaceOf(tone, DARK).color, DARK.paper].map(luminanceOf) as [number, number];
    // WCAG asks 3 of what has to be told from its surroundings; stands are a little quieter.
    expect((solid + 0.05) / (paper + 0.05)).toBeGreaterThan(2.8);
  },
);
