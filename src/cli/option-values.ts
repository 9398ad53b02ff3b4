import { InvalidArgumentError } from 'commander';
import { isModuleName, MODULE_NAME } from '../spec/runtime-module.js';

/** Reads a whole number of at least `min`. */
export function integerOption(min: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isSafeInteger(value) && value >= min) return value;
    throw new InvalidArgumentError(`It must be a whole number of at least ${min}.`);
  };
}

/** Reads a positive, finite number. */
export function positiveOption(text: string): number {
  const value = Number(text);
  if (value > 0 && value < Infinity) return value;
  throw new InvalidArgumentError('It must be a positive number.');
}

/** Reads the name of a module. */
export function moduleName(text: string): string {
  if (isModuleName(text)) return text;
  throw new InvalidArgumentError(`It must be ${MODULE_NAME}.`);
}
