import type { ElementaryName } from './arguments.js';

/** Hashes of a thousand values of each function. */
export const HASHES: Readonly<Record<ElementaryName, string>> = {
  sin: '8ec5e635dc3d1f70',
  cos: 'b08e6980d65c1bee',
  tan: '2cf43bd613a02d2d',
  asin: 'cfb12585ead93cea',
  acos: 'efd8e574fa5743aa',
  atanh: '7c7402bcdfbbecac',
  atan: '2ffcb58f1004e72e',
  atan2: '7de6fdaff922eb6d',
  exp: 'a0ea90f7a7416a5e',
  expm1: '2308c633910f6dbb',
  sinh: '0dc3ef856cc441a9',
  cosh: '929c41e4bc0892e6',
  tanh: 'fe3b3f8cb1273372',
  asinh: '1ff271b8b26cbacf',
  acosh: 'f68786702cd88406',
  log: '8e38a876c9329c7e',
  log2: '4d173653e705dfb8',
  log10: '374192c27fb982b9',
  log1p: '265305118396f4c2',
  pow: 'b0f6fdeffb145069',
  cbrt: '8211ffd983c39eb6',
};
