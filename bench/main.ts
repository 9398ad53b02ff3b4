import { benchChain } from './chain.js';
import { benchDerivationSpeed } from './derivation-speed.js';
import { benchKernelSpeed } from './kernel-speed.js';
import { benchNet } from './net.js';
import { benchOperations } from './operations.js';

await benchOperations();
benchKernelSpeed();
await benchDerivationSpeed();
benchChain();
benchNet();
