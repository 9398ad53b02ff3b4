/**
 * Is told which part of a file is done, between two pieces of the work, and may take its time: a page draws and hears its
 * visitor meanwhile. What it returns is waited for.
 */
export type Breath = (done: number) => void | Promise<void>;
