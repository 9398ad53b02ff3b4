import {
  absF,
  absV,
  add,
  addF,
  addV,
  and,
  andV,
  atMostF,
  atMostV,
  call,
  choose,
  chooseV,
  constF,
  constV,
  divF,
  divV,
  equalF,
  equalV,
  F64,
  floorF,
  floorV,
  half,
  halvesOf,
  I32,
  int,
  less,
  lessF,
  lessV,
  loadF,
  loadHalves,
  loadV,
  loop,
  maxF,
  maxV,
  minF,
  minV,
  mulF,
  mulV,
  negF,
  negV,
  not,
  notV,
  or,
  orV,
  pairOf,
  sqrtF,
  sqrtV,
  step,
  storeF,
  storeHalf,
  storeV,
  subF,
  subV,
  twice,
  V128,
  when,
  type Code,
  type Local,
  type Place,
  type ValueType,
} from '../../wasm/encoder.js';

/** The places of an element of an array, one for each lane. */
export interface Address {
  readonly first: Place;
  readonly second: Place;
  /** True if the second follows the first. */
  readonly isAdjacent: boolean;
}

/** The instructions that do the same for the entries of one turn, or of two, each in its lane. */
export interface Lanes {
  readonly count: 1 | 2;
  /** The type of numbers. */
  readonly number: ValueType;
  /** The type of results of tests. */
  readonly truth: ValueType;
  readonly constant: (value: number) => Code;
  /** A double that all lanes have. */
  readonly spread: (value: Code) => Code;
  readonly negation: (a: Code) => Code;
  readonly operators: Readonly<Record<'+' | '-' | '*' | '/', (a: Code, b: Code) => Code>>;
  readonly abs: (a: Code) => Code;
  readonly floor: (a: Code) => Code;
  readonly sqrt: (a: Code) => Code;
  readonly min: (a: Code, b: Code) => Code;
  readonly max: (a: Code, b: Code) => Code;
  readonly tests: Readonly<Record<'less' | 'lessOrEqual' | 'equal' | 'and' | 'or', (a: Code, b: Code) => Code>>;
  readonly not: (a: Code) => Code;
  readonly select: (condition: Code, then: Code, otherwise: Code) => Code;
  /** Calls a function of doubles for each lane. `keep` puts a value into a local. */
  readonly call: (f: number, args: readonly Code[], keep: (value: Code) => Local) => Code;
  readonly load: (address: Address) => Code;
  readonly store: (address: Address, value: Code, keep: (value: Code) => Local) => Code;
  /** Loads and stores an element and the one after it, where lanes lie apart. */
  readonly loadTwo?: (address: Address, keep: (value: Code) => Local) => readonly [Code, Code];
  readonly storeTwo?: (address: Address, values: readonly [Code, Code]) => Code;
  /** Runs a body for as many turns from `k` on as fill all lanes. */
  readonly turns: (k: Local, count: Code, body: Code) => Code;
}

/** One turn, the last of an odd number. */
export const SINGLE: Lanes = {
  count: 1,
  number: F64,
  truth: I32,
  constant: constF,
  spread: (value) => value,
  negation: negF,
  operators: { '+': addF, '-': subF, '*': mulF, '/': divF },
  abs: absF,
  floor: floorF,
  sqrt: sqrtF,
  min: minF,
  max: maxF,
  tests: { less: lessF, lessOrEqual: atMostF, equal: equalF, and, or },
  not,
  select: choose,
  call: (f, args) => call(f, ...args),
  load: ({ first }) => loadF(...first),
  store: ({ first }, value) => storeF(...first, value),
  turns: (k, count, body) => when(less(k, count), body),
};

/** Two turns at a time. */
export const PAIR: Lanes = {
  count: 2,
  number: V128,
  truth: V128,
  constant: constV,
  spread: twice,
  negation: negV,
  operators: { '+': addV, '-': subV, '*': mulV, '/': divV },
  abs: absV,
  floor: floorV,
  sqrt: sqrtV,
  min: minV,
  max: maxV,
  tests: { less: lessV, lessOrEqual: atMostV, equal: equalV, and: andV, or: orV },
  not: notV,
  select: chooseV,
  call: (f, args, keep) => {
    const kept = args.map((arg) => keep(arg));
    const callOn = (i: 0 | 1): Code => call(f, ...kept.map((pair) => half(pair, i)));
    return pairOf(callOn(0), callOn(1));
  },
  load: ({ first, second, isAdjacent }) => (isAdjacent ? loadV(...first) : loadHalves(first, second)),
  store: ({ first, second, isAdjacent }, value, keep) => {
    if (isAdjacent) return storeV(...first, value);
    const pair = keep(value);
    return [...storeHalf(first, pair, 0), ...storeHalf(second, pair, 1)];
  },
  // Each lane's two elements at once, and their halves exchanged.
  loadTwo: ({ first, second }, keep) => {
    const [a, b] = [keep(loadV(...first)), keep(loadV(...second))];
    return [halvesOf(a, b, 0), halvesOf(a, b, 1)];
  },
  storeTwo: ({ first, second }, [a, b]) => [
    ...storeV(...first, halvesOf(a, b, 0)),
    ...storeV(...second, halvesOf(a, b, 1)),
  ],
  turns: (k, count, body) => loop(less(add(k, int(1)), count), body, step(k, int(2))),
};
