import { benchChain } from './chain.js';
import { benchDerivationSpeed } from './derivation-speed.js';
import { benchKernelSpeed } from './kernel-speed.js';
import { benchNet } from './net.js';
import { benchOperations } from './operations.js';
import { benchScaling } from './scaling.js';
import { benchStructure } from './structure.js';

await benchOperations();
benchKernelSpeed();
await benchDerivationSpeed();
benchChain();
benchNet();
benchScaling([32, 64, 128]);
benchStructure();
