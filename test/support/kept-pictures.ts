import type { Page } from 'playwright-core';

/** Holds scripts back until the result is called. */
export async function hold(page: Page, scripts: RegExp): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.context().route(scripts, async (route) => {
    await gate;
    await route.continue();
  });
  return () => {
    letGo();
  };
}

/** Keeps the picture of a canvas in the page under a name. `canvas` is an expression. */
export const keepPicture = (page: Page, canvas: string, name: string): Promise<void> =>
  page.evaluate(`(() => {
    const canvas = ${canvas};
    const { width, height } = canvas;
    const copy = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    window[${JSON.stringify(name)}] = copy.getImageData(0, 0, width, height);
  })()`);

/** Sum of the differences of two pictures that were kept, the second moved to the right by some pixels. */
export const apart = (page: Page, a: string, b: string, by = 0): Promise<number> =>
  page.evaluate<number>(`(() => {
    const { width, height, data } = window[${JSON.stringify(a)}];
    const other = window[${JSON.stringify(b)}].data;
    let sum = 0;
    for (let y = 0; y < height; y++)
      for (let x = ${by}; x < width; x++)
        for (let k = 0; k < 4; k++) sum += Math.abs(data[4 * (y * width + x) + k] - other[4 * (y * width + x - ${by}) + k]);
    return sum;
  })()`);
