import pc from 'picocolors';

/** Functions that colour a text, or leave it as it is. */
export type Paint = ReturnType<typeof pc.createColors>;

export const createPaint = (color: boolean): Paint => pc.createColors(color);
