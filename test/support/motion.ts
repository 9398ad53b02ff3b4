import type { CDPSession } from 'playwright-core';

/**
 * A script that notes in the page, as `window.moved`, when two pictures of a canvas in turn are not the same. `canvas`
 * is an expression.
 */
export const watchMotion = (canvas: string): string => `(() => {
  const [width, height] = [160, 120];
  const scratch = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', { willReadFrequently: true });
  let [before, size] = [undefined, ''];
  const look = () => {
    const canvas = ${canvas};
    if (canvas?.width > 0) {
      scratch.clearRect(0, 0, width, height);
      scratch.drawImage(canvas, 0, 0, width, height);
      const { data } = scratch.getImageData(0, 0, width, height);
      const now = canvas.width + ' ' + canvas.height;
      if (before?.some((x) => x > 0) && size === now && data.some((x, k) => x !== before[k])) {
        window.moved = performance.now();
        return;
      }
      [before, size] = [data, now];
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

/** Makes the line of a page as slow as that of a phone on the way: 1.6 Mbit/s, and answers that take 150 ms. */
export const slowLine = (session: CDPSession): Promise<unknown> =>
  session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000,
  });
