import { defineConstraint } from 'holonomic';
import { length } from './lenghts.js';

export const Rod = defineConstraint({ summary: '', space: 2, inputs: { a: 'point' }, C: `norm(a) == ${length}` });
