import { highWord, lowWord } from './bits.js';

const rotated = (x: number, by: number): number => (x << by) | (x >>> (32 - by));

/** Spreads a change of any bit over all of them. */
function mixed(x: number): number {
  let h = x;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

const digits = (x: number): string => (x >>> 0).toString(16).padStart(8, '0');

/**
 * A hash of 64 bits over the bits of numbers, in two lanes mixed as in MurmurHash3 (Appleby, 2011).
 * It finds what differs by accident, and is no protection against forgery.
 */
export class Hash {
  #a = 0x239b961b;
  #b = 0x38b34ae5;
  #count = 0;

  /** Adds a double: 0 and −0 are two numbers, and all NaN are one. */
  add(x: number): void {
    const isNumber = x === x;
    const high = isNumber ? highWord(x) : 0x7ff80000;
    const low = isNumber ? lowWord(x) : 0;
    const a = this.#a ^ Math.imul(rotated(Math.imul(low, 0xcc9e2d51), 15), 0x1b873593);
    const b = this.#b ^ Math.imul(rotated(Math.imul(high, 0x38b34ae5), 16), 0xa1e38b93);
    this.#a = (Math.imul((rotated(a, 19) + b) | 0, 5) + 0x561ccd1b) | 0;
    this.#b = (Math.imul((rotated(b, 17) + this.#a) | 0, 5) + 0x0bcaa747) | 0;
    this.#count++;
  }

  /** Adds the number of numbers, and each of them. */
  addAll(numbers: Float64Array | readonly number[]): void {
    this.add(numbers.length);
    for (const x of numbers) this.add(x);
  }

  addText(text: string): void {
    this.add(text.length);
    for (let i = 0; i < text.length; i++) this.add(text.charCodeAt(i));
  }

  /** Returns the hash of what was added so far, in 16 hexadecimal digits. */
  digest(): string {
    const [a, b] = this.#lanes();
    return digits(a) + digits(b);
  }

  /** Returns 53 bits of the hash of what was added so far, as an integer. */
  number(): number {
    const [a, b] = this.#lanes();
    return (a >>> 0) * 0x200000 + (b >>> 11);
  }

  #lanes(): readonly [number, number] {
    let a = this.#a ^ this.#count;
    let b = this.#b ^ this.#count;
    a = (a + b) | 0;
    b = (b + a) | 0;
    a = mixed(a);
    b = mixed(b);
    a = (a + b) | 0;
    b = (b + a) | 0;
    return [a, b];
  }
}
