import { gravity, World } from '../../../runtime/index.js';
import { G } from './near.js';

export const inGravity = () => new World({ space: 2, forces: [gravity([0, -G])] });
export const turn = (x: number, y: number, angle: number): [number, number] => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
];
