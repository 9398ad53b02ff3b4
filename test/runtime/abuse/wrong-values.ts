import { Distance2D, Pendulum } from 'holonomic/library';
import { World } from '../../../runtime/index.js';

const thrower = (): never => {
  throw new Error('a getter throws');
};
const TRAPS: ProxyHandler<object> = {
  get: thrower,
  has: thrower,
  ownKeys: thrower,
  getPrototypeOf: thrower,
  getOwnPropertyDescriptor: thrower,
};

/** Objects of another world, which are of the right kind. */
const other = new World({ space: 2 });
const particle = other.addParticle({ mass: 1, position: [0, 0], name: 'stranger' });
const rod = other.add(new Distance2D({ a: other.ground.point([1, 0]), b: particle, length: 1 }));
const body = other.addBody({ mass: 1, inertia: 1, position: [0, 0] });
const pendulum = other.addBody(new Pendulum({ length: 1, mass: 1 }, { theta: 0 }));
const handle = other.handle([0, 0]);

/** Values that no argument should have, by name. */
export const WRONG: Readonly<Record<string, unknown>> = {
  undefined,
  null: null,
  NaN,
  Infinity,
  '-Infinity': -Infinity,
  zero: 0,
  negative: -1,
  text: '0.5',
  'empty text': '',
  boolean: true,
  bigint: 10n,
  symbol: Symbol('s'),
  function: () => 1,
  'empty array': [],
  'array of one': [1],
  'array of five': [1, 2, 3, 4, 5],
  'array with NaN': [NaN, 0],
  'three with Infinity': [0, Infinity, 0],
  'array of texts': ['1', '2'],
  'array of bigints': [1n, 2n],
  'array of symbols': [Symbol('a'), Symbol('b')],
  'nested array': [[1], [2]],
  'nested array of three': [[1, 0, 0], [0, 1, 0], null],
  'sparse array': new Array(2),
  'array that contains itself': ((list: unknown[]) => (list.push(list, list), list))([]),
  'empty object': {},
  'object without prototype': Object.create(null) as object,
  'object with a wrong field': { nonsense: 1 },
  'list of a billion': { length: 1e9 },
  'list of a negative length': { length: -1 },
  'length that throws': Object.defineProperty({}, 'length', { enumerable: true, get: thrower }),
  'proxy that throws': new Proxy({}, TRAPS),
  'revoked proxy': ((revocable) => (revocable.revoke(), revocable.proxy))(Proxy.revocable({}, {})),
  'revoked proxy of an array': ((revocable) => (revocable.revoke(), revocable.proxy))(Proxy.revocable([], {})),
  'typed array of seven': new Float64Array(7),
  'typed array of bigints': new BigInt64Array(2),
  'empty typed array': new Float64Array(0),
  date: new Date(0),
  map: new Map(),
  'particle of another world': particle,
  'constraint of another world': rod,
  'body of another world': body,
  'parametric body of another world': pendulum,
  'point of another world': body.point([1, 0]),
  'direction of another world': body.direction([1, 0]),
  'angle of another world': body.angle,
  'handle of another world': handle,
  'another world': other,
  'impostor of a particle': Object.create(particle) as object,
  'impostor of a constraint': Object.create(rod) as object,
};

/** Names of {@link WRONG} that optional arguments accept. */
export const ABSENT = ['undefined'];
export const TEXTS = ['text', 'empty text'];
export const FINITE = ['zero', 'negative'];
/** Objects without fields are empty options. */
export const EMPTY = ['empty object', 'object without prototype', 'date', 'map', 'impostor of a constraint'];
