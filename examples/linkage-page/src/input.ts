import type { JointName, Linkage } from './linkage.js';
import type { Point } from './proportions.js';
import type { View } from './view.js';

/** Largest distance from a joint at which a mouse, pen or finger takes hold of it, CSS pixels. */
const REACH = { mouse: 26, pen: 26, touch: 44 } as const;
/** Distance that a press of an arrow key pulls, m. */
const NUDGE = 0.02;
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: [-NUDGE, 0],
  ArrowRight: [NUDGE, 0],
  ArrowUp: [0, NUDGE],
  ArrowDown: [0, -NUDGE],
};

/**
 * Pointer and keyboard on the canvas, which pull at joints. `linkage()` is called each time, since
 * its code may be exchanged.
 */
export class Input {
  /** The joint under the pointer, or selected by the keyboard. */
  marked: JointName | undefined;
  readonly #canvas: HTMLCanvasElement;
  readonly #view: View;
  readonly #linkage: () => Linkage;
  readonly #toggleMotor: () => void;
  #pointer: number | undefined;

  constructor(canvas: HTMLCanvasElement, view: View, linkage: () => Linkage, toggleMotor: () => void) {
    this.#canvas = canvas;
    this.#view = view;
    this.#linkage = linkage;
    this.#toggleMotor = toggleMotor;
    canvas.addEventListener('pointerdown', (event) => this.#press(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      canvas.addEventListener(end, (event) => this.#lift(event));
    canvas.addEventListener('pointerleave', () => {
      if (this.#pointer === undefined) this.marked = undefined;
    });
    canvas.addEventListener('keydown', (event) => this.#key(event));
    canvas.addEventListener('blur', () => {
      if (this.#pointer === undefined) this.#letGo();
    });
  }

  #placeOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  /** Returns the nearest joint that can be pulled, if it is near enough. */
  #jointAt([x, y]: Point, kind: string): JointName | undefined {
    const linkage = this.#linkage();
    const far = linkage.movable.map((joint) => {
      const [u, v] = this.#view.toScreen(linkage.at(joint));
      return { joint, distance: Math.hypot(u - x, v - y) };
    });
    const nearest = far.reduce((a, b) => (b.distance < a.distance ? b : a));
    return nearest.distance <= (kind in REACH ? REACH[kind as keyof typeof REACH] : REACH.mouse)
      ? nearest.joint
      : undefined;
  }

  #press(event: PointerEvent): void {
    if (this.#pointer !== undefined || event.button !== 0) return;
    const place = this.#placeOf(event);
    const joint = this.#jointAt(place, event.pointerType);
    if (!joint) return;
    this.#pointer = event.pointerId;
    this.marked = joint;
    this.#canvas.setPointerCapture(event.pointerId);
    this.#canvas.style.cursor = 'grabbing';
    this.#linkage().grab(joint, this.#view.toPlane(place));
  }

  #move(event: PointerEvent): void {
    const place = this.#placeOf(event);
    if (event.pointerId === this.#pointer) this.#linkage().pull(this.#view.toPlane(place));
    else if (this.#pointer === undefined && !this.#linkage().hand) {
      this.marked = this.#jointAt(place, event.pointerType);
      this.#canvas.style.cursor = this.marked ? 'grab' : 'default';
    }
  }

  #lift(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    this.#pointer = undefined;
    this.#canvas.style.cursor = 'default';
    this.#letGo();
  }

  #letGo(): void {
    this.marked = undefined;
    this.#linkage().release();
  }

  #key(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    if (arrow) this.#nudge(arrow);
    else if (event.key === 'PageDown') this.#choose(1);
    else if (event.key === 'PageUp') this.#choose(-1);
    else if (event.key === ' ') this.#toggleMotor();
    else if (event.key === 'Escape') this.#letGo();
    else return;
    event.preventDefault();
  }

  #choose(step: 1 | -1): void {
    const linkage = this.#linkage();
    linkage.release();
    const { movable } = linkage;
    const now = this.marked === undefined ? (step === 1 ? -1 : 0) : movable.indexOf(this.marked);
    this.marked = movable[(now + step + movable.length) % movable.length];
  }

  #nudge([x, y]: Point): void {
    const linkage = this.#linkage();
    if (this.marked === undefined) this.#choose(1);
    if (linkage.hand?.joint !== this.marked) linkage.grab(this.marked!);
    const [u, v] = linkage.hand!.target;
    linkage.pull([u + x, v + y]);
  }
}
