import { benchDerivationSpeed } from './derivation-speed.js';
import { benchKernelSpeed } from './kernel-speed.js';
import { benchOperations } from './operations.js';

await benchOperations();
benchKernelSpeed();
await benchDerivationSpeed();
