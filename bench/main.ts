import { benchAccuracy } from './accuracy.js';
import { benchBodies } from './bodies.js';
import { benchChainAccuracy } from './chain-accuracy.js';
import { benchChain } from './chain.js';
import { benchContact } from './contact.js';
import { benchContactSolver } from './contact-solver.js';
import { benchDerivationSpeed } from './derivation-speed.js';
import { benchEnergies } from './energies.js';
import { benchGeneration } from './generation.js';
import { benchKernelSpeed } from './kernel-speed.js';
import { benchLists } from './lists.js';
import { benchImplicit } from './implicit.js';
import { benchInteractive } from './interactive.js';
import { benchMechanism } from './mechanism.js';
import { benchConstants, benchMethods } from './methods/table.js';
import { benchNet } from './net.js';
import { benchNetSimd } from './net-simd.js';
import { benchNetSurvival } from './net-survival.js';
import { benchOperations } from './operations.js';
import { benchPasses } from './passes.js';
import { benchPiles } from './piles.js';
import { benchPortable } from './portable.js';
import { benchQueue } from './queue/queue.js';
import { benchRollback } from './rollback.js';
import { benchScaling } from './scaling.js';
import { benchSecondOrder } from './second-order.js';
import { benchSelfCheck } from './self-check.js';
import { benchStepGoals } from './step-goals.js';
import { benchSnapshots } from './snapshots.js';
import { benchStructure } from './structure.js';
import { benchThree } from './three.js';
import { benchWasmKernels } from './wasm-kernels.js';
import { benchYardstick } from './yardstick/table.js';

interface Bench {
  readonly run: () => void | Promise<void>;
  readonly what: string;
  /** True if it takes minutes: then it runs only when named. */
  readonly slow?: true;
}

const BENCHES: Readonly<Record<string, Bench>> = {
  operations: { run: benchOperations, what: 'operations of every class of the library' },
  yardstick: { run: benchYardstick, what: 'derived kernels against hand-written kernels' },
  accuracy: { run: benchAccuracy, what: 'worst errors of every class of the library against 64 digits', slow: true },
  kernel: { run: benchKernelSpeed, what: 'a kernel over small and large batches' },
  'wasm-kernels': { run: benchWasmKernels, what: 'kernels in WebAssembly against JavaScript' },
  energies: { run: benchEnergies, what: 'derived Hessians against Hessians by hand' },
  lists: { run: benchLists, what: 'classes over lists against hand-written loops' },
  passes: { run: benchPasses, what: 'what each pass of the derivation gains', slow: true },
  derivation: { run: benchDerivationSpeed, what: 'time to derive and emit' },
  'self-check': { run: benchSelfCheck, what: 'time of the self-check beside that of the derivation' },
  generation: { run: () => benchGeneration(), what: 'classes from 1,000 spec files', slow: true },
  chain: { run: benchChain, what: 'a chain against a hand-written one' },
  'chain-accuracy': { run: benchChainAccuracy, what: 'a chain against its motion to the last digits' },
  bodies: {
    run: () => {
      benchBodies();
    },
    what: 'chains of rods, bars and hinged bodies, and rag dolls',
  },
  'step-goals': { run: benchStepGoals, what: 'small worlds and bodies against the version before' },
  'second-order': { run: benchSecondOrder, what: 'velocity steps of first and second order in mechanisms' },
  'contact-solver': { run: benchContactSolver, what: 'bounds and friction in known scenes' },
  contact: { run: benchContact, what: 'bodies in contact beside other engines: error and time', slow: true },
  piles: { run: benchPiles, what: 'piles of spheres, cubes and ragdolls', slow: true },
  methods: { run: benchMethods, what: 'what fails without each method of the runtime', slow: true },
  constants: { run: benchConstants, what: 'what fails with half and double each tuned constant', slow: true },
  mechanism: { run: benchMechanism, what: 'steps of a module of its own against those of a world' },
  portable: {
    run: benchPortable,
    what: "steps with the runtime's own sines against steps with those of Math",
    slow: true,
  },
  queue: { run: benchQueue, what: 'ensembles by the workers of a queue', slow: true },
  net: { run: benchNet, what: 'a net' },
  three: { run: benchThree, what: 'script of a frame of holonomic/three' },
  implicit: { run: benchImplicit, what: 'implicit steps of cloth and rubber' },
  interactive: { run: benchInteractive, what: 'one step per frame, corrected to a millimetre' },
  'net-simd': { run: benchNetSimd, what: 'nets in JavaScript and in WebAssembly' },
  scaling: {
    run: () => {
      benchScaling();
    },
    what: 'nets of growing size',
  },
  survival: {
    run: () => {
      benchNetSurvival();
    },
    what: 'a net that folds flat, over 20 s',
    slow: true,
  },
  structure: { run: benchStructure, what: 'changes of structure' },
  rollback: { run: benchRollback, what: 'eight frames taken again' },
  snapshots: { run: benchSnapshots, what: 'saving and restoring a net' },
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`No measurement is called ${unknown.join(', ')}. There are:\n`);
  for (const [name, { what, slow }] of Object.entries(BENCHES))
    console.error(`  ${name.padEnd(16)}${what}${slow === true ? ' (minutes; runs only when named)' : ''}`);
  process.exitCode = 1;
} else {
  for (const [name, { run, slow }] of Object.entries(BENCHES))
    if (named.length === 0 ? slow !== true : named.includes(name)) await run();
}
