const table: number[][] = [];

export const first = table[0]!.length;
