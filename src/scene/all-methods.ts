import {
  automatic,
  bdf2,
  blockLDL,
  collide,
  conjugateGradient,
  conjugateResiduals,
  dense,
  dormandPrince,
  gaussSeidel,
  implicitEuler,
  implicitMidpoint,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  xpbd,
} from '../../runtime/index.js';
import type { SceneMethods } from './methods.js';

/** All that a scene can name. */
export const ALL_METHODS: Required<SceneMethods> = {
  automatic,
  bdf2,
  blockLDL,
  collide,
  conjugateGradient,
  conjugateResiduals,
  dense,
  dormandPrince,
  gaussSeidel,
  implicitEuler,
  implicitMidpoint,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  xpbd,
};
