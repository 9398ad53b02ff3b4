import type { HandEvent } from '../engine/protocol.js';

export const POINTER = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerleave'] as const;

/** An event of a pointer as the engine gets it: places are from the corner of the canvas. */
export function handEventOf(type: (typeof POINTER)[number], event: PointerEvent, canvas: HTMLCanvasElement): HandEvent {
  const { left, top } = canvas.getBoundingClientRect();
  const { pointerId, pointerType, button } = event;
  return { type, clientX: event.clientX - left, clientY: event.clientY - top, pointerId, pointerType, button };
}
