import { signal } from '@preact/signals';
import { addConstraint, type ClassFacts, type ConnectorEntry } from '../model/document.js';
import { endsFor, endsOf, groundAt, inputOf, keyOf, type End, type Joining } from '../model/joining.js';
import { workshop } from './workshop.js';

/** Most trials of ends in advance, times the bodies of the scene. */
const MOST_TRIALS = 300;

/** The constraint that is being added. */
export const joining = signal<Joining | undefined>(undefined);
/** The name and the word of the constraint that was added last. */
export const added = signal<{ readonly name: string; readonly word: string } | undefined>(undefined);

let wasRunning = false;
/** Counts what was asked, so that a late answer is none. */
let asked = 0;

/** What the next input can be attached to. */
export const ends = (): readonly End[] => {
  const { value } = joining;
  return value === undefined ? [] : endsFor(value, workshop.facts.value?.connectors ?? [], workshop.document.value);
};

/** Begins to add a constraint. The scene waits meanwhile, so that its points can be pressed. */
export async function startJoining(facts: ClassFacts, word: string): Promise<void> {
  added.value = undefined;
  wasRunning = workshop.state.peek()?.isRunning === true;
  if (wasRunning) workshop.run(false);
  const positions = await workshop.engine.ask<'positions'>({ kind: 'positions' }).catch(() => ({}));
  joining.value = { facts, word, ends: [], refused: {}, positions };
  await askNext();
}

/** Ends it; the scene goes on as before. */
export function stopJoining(): void {
  asked++;
  if (joining.peek() === undefined) return;
  joining.value = undefined;
  workshop.onPressed = undefined;
  workshop.pick(undefined);
  if (wasRunning) workshop.run(true);
}

/** Takes the last end back. */
export async function stepBack(): Promise<void> {
  const now = joining.peek();
  if (now === undefined) return;
  joining.value = { ...now, ends: now.ends.slice(0, -1), refused: {}, reason: undefined };
  await askNext();
}

/** Attaches the input that is asked for. The last one is tried before. */
export async function choose(entry: ConnectorEntry): Promise<void> {
  const now = joining.peek();
  if (now === undefined) return;
  const { facts, word } = now;
  if (now.ends.length + 1 < facts.inputs.length) {
    joining.value = { ...now, ends: [...now.ends, entry], refused: {}, reason: undefined };
    await askNext();
    return;
  }
  const serial = ++asked;
  const { name, answers } = await tryEnds(now, [entry]);
  if (serial !== asked) return;
  const [answer] = answers;
  if (answer !== undefined && 'document' in answer) {
    workshop.change(answer.document);
    stopJoining();
    added.value = { name, word };
  } else refuse(answer?.reason ?? 'The engine gave no answer.', entry);
}

/** Says why something cannot be chosen, and goes on asking. */
function refuse(reason: string, entry?: ConnectorEntry): void {
  const now = joining.peek();
  if (now === undefined) return;
  const refused = entry === undefined ? now.refused : { ...now.refused, [keyOf(entry)]: reason };
  joining.value = { ...now, refused, reason };
  offer();
}

/** Tries a constraint with the ends so far and each of the others, from where the bodies are. */
async function tryEnds(now: Joining, others: readonly ConnectorEntry[]) {
  const document = workshop.document.peek();
  const list = others.map((entry) => addConstraint(document, now.facts, endsOf(now, entry)));
  const name = list[0]?.name ?? '';
  const documents = list.map((one) => one.document);
  const answers = await workshop.engine.ask<'join'>({ kind: 'join', name, documents }).catch(() => []);
  return { name, answers };
}

async function askNext(): Promise<void> {
  const serial = ++asked;
  const now = joining.peek();
  if (now === undefined) return;
  offer();
  const list = ends().map(({ entry }) => entry);
  const bodies = Object.keys(workshop.document.peek().bodies ?? {}).length;
  if (now.ends.length + 1 < now.facts.inputs.length || list.length * bodies > MOST_TRIALS) return;
  const { answers } = await tryEnds(now, list);
  if (serial !== asked) return;
  const refused = answers.flatMap((answer, k) => ('reason' in answer ? [[keyOf(list[k]!), answer.reason]] : []));
  joining.value = { ...now, refused: Object.fromEntries(refused) as Record<string, string> };
  offer();
}

/** Marks the points that fit, and waits for a press on one of them or beside them. */
function offer(): void {
  const now = joining.peek();
  const input = now && inputOf(now);
  if (now === undefined || input?.kind !== 'point') {
    workshop.onPressed = undefined;
    workshop.pick(undefined);
    return;
  }
  const list = ends();
  const offered = list.flatMap(({ entry }) =>
    typeof entry === 'string' && now.refused[keyOf(entry)] === undefined ? [entry] : [],
  );
  workshop.onPressed = ({ reference, position }) => {
    const isFixed = list.some(({ entry }) => typeof entry === 'object');
    const entry = reference ?? groundAt(position);
    if (reference === undefined && !isFixed) refuse('Press a point of a body.');
    else if (reference !== undefined && !list.some((one) => one.entry === reference))
      refuse(`“${reference}” is taken already.`);
    else if (now.refused[keyOf(entry)] !== undefined) refuse(now.refused[keyOf(entry)]!, entry);
    else void choose(entry);
  };
  workshop.send({ kind: 'pick', on: true, offered });
}
