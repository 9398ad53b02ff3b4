import { effect, signal, untracked } from '@preact/signals';
import type { ConnectorEntry } from '../../model/document.js';
import { addFormula } from '../../model/specs.js';
import { act, erased, type Stroke } from '../../model/drawing/act.js';
import { thingsWithin } from '../../model/drawing/copy.js';
import { thingAt } from '../../model/drawing/erase.js';
import type { Act } from '../../model/drawing/parts.js';
import { moveFixed, withPose } from '../../model/drawing/pose.js';
import { drawPolygon } from '../../model/drawing/solids.js';
import { apart, toPicture, toWorld, type Position, type Sketch, type Thing } from '../../model/drawing/sketch.js';
import { snapped, spotAt, type SnapOptions, type Spot } from '../../model/drawing/spots.js';
import { movedTogether } from '../../model/drawing/together.js';
import { STROKES, type Tool } from '../../model/drawing/tools.js';
import { joining } from '../joining.js';
import { workshop } from '../workshop.js';
import { isOneOfSeveral, isThere, select, selection, shift } from './selection.js';

/** What was said last of what a hand did. */
export type Said =
  | { readonly kind: 'drew'; readonly things: readonly Thing[] }
  | { readonly kind: 'words'; readonly text: string; readonly isRefusal: boolean };

export const tool = signal<Tool>('hand');
export const said = signal<Said | undefined>(undefined);
/** Where the pointer is in the picture, CSS pixels, and what it would take hold of there. */
export const pointer = signal<Position | undefined>(undefined);
export const options = signal<SnapOptions>({ reach: 14, snaps: true });
/** Where the stroke began that is being drawn. */
export const begun = signal<{ readonly place: Position; readonly spot: Spot } | undefined>(undefined);
/** The corners so far of the body that is being drawn. */
export const corners = signal<readonly Position[]>([]);

/** Distance of the pointer from where it was pressed that makes a stroke of a click, CSS pixels. */
const STROKE = 6;
const CANNOT = 'That cannot hold together with what is there, and was taken back.';

/** Why hands cannot draw this scene, if they cannot: they draw on paper that does not turn. */
export function whyNoPaper(): string | undefined {
  const { space, view } = workshop.document.value;
  if (space === 2 && view?.rotating === undefined) return undefined;
  const what = space === 2 ? 'the view of this scene turns' : 'this scene is in space';
  return `The tools draw in the plane, and ${what}. The tab Scene has what can be added to it.`;
}

/** Takes a tool. All but the hand work at the start of the scene, which waits meanwhile. */
export function take(next: Tool): void {
  const reason = whyNoPaper();
  if (next !== 'hand' && reason !== undefined) {
    refuse(reason);
    return;
  }
  if (next === 'curve') {
    addCurve();
    return;
  }
  const before = tool.peek();
  tool.value = next;
  letGo();
  said.value = undefined;
  if (next !== 'select') selection.value = [];
  if (before !== 'hand' && next === 'hand') workshop.hold(false);
  if (before === 'hand' && next !== 'hand') {
    workshop.pick(undefined);
    workshop.hold(true);
  }
}

/** Forgets the stroke that was begun. */
export function letGo(): void {
  begun.value = undefined;
  corners.value = [];
  shift.value = undefined;
}

/** Adds a bead, and opens the formula of its curve to be typed. */
function addCurve(): void {
  const added = addFormula(workshop.document.peek());
  workshop.change(added.document);
  workshop.chosen.value = added.name;
  document.getElementById('tab-Formula')?.click();
  // The editor is there with the next picture of the page.
  const focus = (left: number): void => {
    const editor = document.querySelector<HTMLElement>(`.cm-content[aria-label^="Formula of ${added.name}"]`);
    if (editor === null) {
      if (left > 0) requestAnimationFrame(() => { focus(left - 1); }); // prettier-ignore
      return;
    }
    editor.focus();
    window.getSelection()?.selectAllChildren(editor);
  };
  focus(30);
}

/** What lies at a place of the picture. */
export function spotOf(place: Position, how: SnapOptions): Spot | undefined {
  const sketch = workshop.sketch.value;
  return sketch && spotAt(workshop.document.value, sketch, place, how);
}

let queue: Promise<void> = Promise.resolve();

/** Does something once the engine has answered for all that was drawn before: its points can be hit then. */
function inTurn(next: (sketch: Sketch) => void | Promise<void>): void {
  queue = queue
    .then(answered)
    .then(() => {
      const sketch = workshop.sketch.peek();
      return sketch === undefined ? undefined : next(sketch);
    })
    .catch((error: unknown) => {
      refuse(error instanceof Error ? error.message : String(error));
    });
}

/** Time between looks at whether the engine has answered, ms. */
const LOOK = 8;

const answered = (): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (
        (workshop.isAnswered && workshop.sketch.peek() !== undefined) ||
        workshop.isLost.peek() ||
        tool.peek() === 'hand'
      )
        resolve();
      else setTimeout(look, LOOK);
    };
    look();
  });

export function refuse(text: string): void {
  said.value = { kind: 'words', text, isRefusal: true };
}

/** Changes the document as an act says, and tells whether it stays. What the runtime refuses is taken back. */
export async function perform(result: Act): Promise<boolean> {
  if ('reason' in result) {
    refuse(result.reason);
    return false;
  }
  const wasRefused = workshop.isRefused.peek();
  const { document, drew, says } = result;
  workshop.change(document);
  if (says !== undefined) said.value = { kind: 'words', text: says, isRefusal: false };
  else said.value = drew.length > 0 ? { kind: 'drew', things: drew } : undefined;
  await answered();
  if (wasRefused || !workshop.isRefused.peek()) return true;
  const [mistake] = workshop.diagnostics.peek();
  workshop.takeBack();
  refuse(mistake === undefined ? CANNOT : `${mistake.message} It was taken back.`);
  return false;
}

/** The corners before the press that is under way. */
let cornersBefore: readonly Position[] = [];

/** Forgets the press that is under way: it was none of the tool. */
export function takeBackPress(): void {
  inTurn(() => {
    begun.value = undefined;
    drag = undefined;
    shift.value = undefined;
    corners.value = cornersBefore;
  });
}

/** Selects what is at a place, whatever tool is taken. */
export function selectAt(place: Position, how: SnapOptions): void {
  take('select');
  inTurn((sketch) => {
    const document = workshop.document.peek();
    select(thingAt(document, sketch, spotAt(document, sketch, place, how)));
  });
}

/** Selects what a stroke around all there is would. */
export function selectAll(): void {
  inTurn((sketch) => {
    selection.value = thingsWithin(workshop.document.peek(), sketch, [-Infinity, -Infinity], [Infinity, Infinity]);
  });
}

/** The pointer is pressed at a place, or the key that stands for it. */
export function press(place: Position, how: SnapOptions): void {
  const now = tool.peek();
  pointer.value = place;
  said.value = undefined;
  inTurn((sketch) => {
    cornersBefore = corners.peek();
    const spot = spotAt(workshop.document.peek(), sketch, place, how);
    if (now === 'body') addCorner(sketch, place, spot, how);
    else begun.value = { place, spot };
    if (now !== 'select') return;
    const thing = thingAt(workshop.document.peek(), sketch, spot);
    // One of several that are selected is a handle of them all.
    if (how.snaps && isOneOfSeveral(thing)) shift.value = [0, 0];
    else select(thing, !how.snaps);
  });
}

/** The pointer moves to a place. */
export function moveTo(place: Position, how: SnapOptions): void {
  pointer.value = place;
  const start = begun.peek();
  const sketch = workshop.sketch.peek();
  if (tool.peek() !== 'select' || start === undefined || sketch === undefined) return;
  const { spot } = start;
  if (apart(place, start.place) < STROKE && drag === undefined) return;
  if (shift.peek() !== undefined) {
    shift.value = shiftTo(sketch, spot, place, how);
    return;
  }
  if (spot.on !== 'point' && spot.on !== 'body') return;
  drag ??= sketch;
  const to = snapped(sketch, place, how.snaps);
  const target: Position =
    spot.on === 'point'
      ? to
      : [frameOf(drag, spot.name)[0] + to[0] - spot.at[0], frameOf(drag, spot.name)[1] + to[1] - spot.at[1]];
  workshop.send({ kind: 'move', reference: spot.on === 'point' ? spot.reference : spot.name, target });
}

/** The way from where a drag began, a place that was snapped to, to a place that is. */
function shiftTo(sketch: Sketch, { at }: Spot, place: Position, { snaps }: SnapOptions): Position {
  const [x, y] = snapped(sketch, place, snaps);
  return [x - at[0], y - at[1]];
}

/** The sketch from before the drag that is under way. */
let drag: Sketch | undefined;

const frameOf = ({ frames }: Sketch, name: string): Position => frames[name]?.at ?? [0, 0];

/** The pointer is let go at a place. */
export function release(place: Position, how: SnapOptions): void {
  const now = tool.peek();
  pointer.value = place;
  inTurn(async (sketch) => {
    const start = begun.peek();
    begun.value = undefined;
    if (start === undefined) return;
    if (now === 'select') {
      await dropped(start.spot, place, start.place, how, sketch);
      return;
    }
    const isClick = apart(place, start.place) < STROKE;
    const to = isClick ? start.spot : spotAt(workshop.document.peek(), sketch, place, how);
    const stroke: Stroke = { from: start.spot, to };
    const width = workshop.state.peek()?.size[0] ?? 600;
    await perform(act(now, workshop.document.peek(), sketch, stroke, width));
  });
}

/** A thing that was dragged is let go. */
async function dropped(spot: Spot, place: Position, from: Position, how: SnapOptions, sketch: Sketch): Promise<void> {
  const before = drag;
  drag = undefined;
  if (shift.peek() !== undefined) {
    shift.value = undefined;
    const document = workshop.document.peek();
    if (apart(place, from) < STROKE) select(thingAt(document, sketch, spot));
    else {
      const by = shiftTo(sketch, spot, place, how);
      await perform({ document: movedTogether(document, sketch, selection.peek(), by), drew: [] });
    }
    return;
  }
  if (spot.on === 'fixed' && apart(place, from) >= STROKE) {
    const next = moveFixed(workshop.document.peek(), spot.entry as ConnectorEntry, snapped(sketch, place, how.snaps));
    await perform({ document: next, drew: [] });
    return;
  }
  if (spot.on === 'paper' && apart(place, from) >= STROKE)
    selection.value = thingsWithin(workshop.document.peek(), sketch, toWorld(sketch, from), toWorld(sketch, place));
  if (before === undefined) return;
  // The answer comes behind the sketch of the last move.
  await workshop.engine.ask<'positions'>({ kind: 'positions' });
  const now = workshop.sketch.peek();
  if (now === undefined || (spot.on !== 'point' && spot.on !== 'body')) return;
  const next = withPose(workshop.document.peek(), before, now);
  await perform({ document: next, drew: [] });
  const missed = spot.on === 'point' ? apart(now.points[spot.reference] ?? [0, 0], snapped(now, place, how.snaps)) : 0;
  if (missed > 1e-6 && spot.on === 'point')
    said.value = { kind: 'words', text: `${spot.reference} goes as far as its constraints let it.`, isRefusal: false };
}

/** A corner of a body; the first one again closes it. */
function addCorner(sketch: Sketch, place: Position, spot: Spot, how: SnapOptions): void {
  const list = corners.peek();
  const [first] = list;
  if (first !== undefined && list.length > 2 && apart(toPicture(sketch, first), place) < how.reach) {
    closeBody();
    return;
  }
  const at = spot.on === 'body' || spot.on === 'link' ? snapped(sketch, place, how.snaps) : spot.at;
  if (list.some((corner) => apart(corner, at) < 1e-9)) return;
  corners.value = [...list, at];
}

/** Makes a body of the corners. */
export function closeBody(): void {
  const list = corners.peek();
  corners.value = [];
  void perform(drawPolygon(workshop.document.peek(), list));
}

/** Removes what is selected. */
export function eraseSelected(): void {
  const things = selection.peek().filter(isThere);
  selection.value = [];
  if (things.length > 0) void perform(erased(workshop.document.peek(), things));
}

/** True if the tool draws strokes from one place to another. */
export const isStroke = (): boolean => STROKES.has(tool.peek()) || tool.peek() === 'select';

const isCalmer = window.matchMedia('(prefers-reduced-motion: reduce)');

// Empty paper is there to be drawn on; any other scene is opened to be looked at.
effect(() => {
  if (workshop.opened.value === 0) return;
  untracked(() => {
    said.value = undefined;
    const { bodies = {}, constraints = {}, repeat = [] } = workshop.document.peek();
    const isEmpty =
      whyNoPaper() === undefined && [bodies, constraints, repeat].every((part) => Object.keys(part).length === 0);
    if (isEmpty) take('rod');
    else if (tool.peek() !== 'hand') {
      take('hand');
      workshop.run(!isCalmer.matches);
    }
  });
});

// Words are about the document that they were said of: undo and redo leave them behind.
workshop.document.subscribe(() => {
  if (said.peek()?.kind === 'words') said.value = undefined;
});

// A scene that goes on is there to be pulled at.
effect(() => {
  const state = workshop.state.value;
  untracked(() => {
    if (state !== undefined && (state.isRunning || state.time > 0) && workshop.sketch.peek() !== undefined)
      take('hand');
  });
});

// What asks for a point of the picture gets its presses.
effect(() => {
  if (joining.value !== undefined || workshop.picking.value !== undefined)
    untracked(() => {
      if (tool.peek() !== 'hand') take('hand');
    });
});

// A new engine knows of no hands.
effect(() => {
  if (workshop.generation.value > 1) untracked(() => { if (tool.peek() !== 'hand') workshop.hold(true); }); // prettier-ignore
});
