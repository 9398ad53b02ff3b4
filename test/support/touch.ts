import type { CDPSession, Locator } from 'playwright-core';

type Place = readonly [x: number, y: number];

/** Fingers on a page: what they do are events of the browser, with all that follows from them. */
export function touches(client: CDPSession): {
  readonly start: (...at: readonly Place[]) => Promise<unknown>;
  readonly move: (...at: readonly Place[]) => Promise<unknown>;
  readonly end: () => Promise<unknown>;
} {
  const send =
    (type: 'touchStart' | 'touchMove' | 'touchEnd') =>
    (...at: readonly Place[]): Promise<unknown> =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(([x, y], id) => ({ x, y, id })) });
  return { start: send('touchStart'), move: send('touchMove'), end: () => send('touchEnd')() };
}

/** The middle of an element, in the window. */
export async function middleOf(element: Locator): Promise<Place> {
  const { x, y, width, height } = (await element.boundingBox())!;
  return [x + width / 2, y + height / 2];
}
