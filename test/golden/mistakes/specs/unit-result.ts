import { defineBody } from 'holonomic';

export const Bead = defineBody({
  summary: 'A bead on a wire bent to a parabola.',
  space: 2,
  coordinates: { x: { unit: 'm' } },
  params: { curvature: { unit: '1/m' }, mass: { unit: 'kg', min: 0 } },
  points: { bead: { at: '[x, curvature / 2 * x]', mass: 'mass' } },
});
