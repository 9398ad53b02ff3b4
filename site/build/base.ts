/**
 * The folder that pages are built for. No host has it: in the built files relative paths take its
 * place.
 */
export const BASE = '/__base__/';
