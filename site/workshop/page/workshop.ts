import { batch, computed, effect, signal } from '@preact/signals';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.js';
import { EngineClient, ProverClient } from '../engine/client.js';
import type { Command, DerivedClass, Failure, Report, SceneFacts, State } from '../engine/protocol.js';
import { attach, type Place, type SceneDocument } from '../model/document.js';
import { formulaNames } from '../model/specs.js';
import type { Sketch } from '../model/drawing/sketch.js';
import { History } from '../model/history.js';
import { Samples } from '../model/samples.js';
import { isCalm } from './calm.js';
import { isEmbedded } from './embedded.js';
import { Keeper } from './keeper.js';
import { startEngine, startProver } from './workers.js';

/** Time after the last change until the derivation is written, and until a proof begins, ms. */
const DERIVE_AFTER = 120;
const PROVE_AFTER = 700;

export type Proof =
  | { readonly status: 'none' }
  | { readonly status: 'running'; readonly done: number }
  | { readonly status: 'done'; readonly pass: boolean; readonly samples: number; readonly report: string };

/** A derivation, and the text of the spec that it is of. */
export interface Derived {
  readonly name: string;
  readonly text: string;
  readonly classes: readonly DerivedClass[];
}

const EMPTY: SceneDocument = { format: 'holonomic-scene/1', title: '', space: 2 };

const textOf = (name: string | undefined, spec: unknown): string => JSON.stringify([name, spec]);

/** All that the page shows, and what can be done with it. */
export class Workshop {
  readonly document = signal(EMPTY);
  readonly canUndo = signal(false);
  readonly canRedo = signal(false);
  /** The spec whose formula is open. */
  readonly chosen = signal<string | undefined>(undefined);
  readonly open = computed(() => {
    const names = formulaNames(this.document.value);
    const { value } = this.chosen;
    return value !== undefined && names.includes(value) ? value : names[0];
  });
  readonly facts = signal<SceneFacts | undefined>(undefined);
  readonly diagnostics = signal<readonly Diagnostic[]>([]);
  /** The document that these are about: while somebody types, one before that which is shown. */
  readonly answered = signal(EMPTY);
  readonly failure = signal<Failure | undefined>(undefined);
  /** True if the engine cannot show the document: it shows the last one that it could. */
  readonly isRefused = signal(false);
  /** True once the visitor has pulled at something. */
  readonly hasPulled = signal(false);
  readonly state = signal<State | undefined>(undefined);
  readonly derived = signal<Derived | undefined>(undefined);
  /** True if the derivation is that of the formula that is shown. */
  readonly isDerived = computed(() => {
    const name = this.open.value;
    return (
      this.derived.value?.text === textOf(name, name === undefined ? undefined : this.document.value.specs?.[name])
    );
  });
  readonly proof = signal<Proof>({ status: 'none' });
  readonly notice = signal<string | undefined>(undefined);
  readonly isLost = signal(false);
  /** Counts the documents that were opened. */
  readonly opened = signal(0);
  /** Where things are, while somebody draws; see the command `hold`. */
  readonly sketch = signal<Sketch | undefined>(undefined);
  /** Counts workers: each takes a canvas of its own. */
  readonly generation = signal(0);
  readonly cursor = signal('');
  /** The input that the next press on the picture attaches. */
  readonly picking = signal<Place | undefined>(undefined);
  /** Gets the next press on the picture in place of {@link picking}. */
  onPressed: ((picked: Extract<Report, { kind: 'picked' }>) => void) | undefined;
  /** Counts changes of the samples. */
  readonly sampled = signal(0);
  readonly samples = new Samples();
  readonly #keeper = new Keeper(() => {
    this.notice.value =
      'This browser keeps nothing for this page: your work is lost when you leave. Share or export it.';
  });
  readonly shelf = this.#keeper.shelf;
  readonly engine: EngineClient;
  readonly #prover: ProverClient;
  #history = new History(EMPTY);
  #serial = 0;
  #inFlight: SceneDocument | undefined;
  #sent: SceneDocument | undefined;
  /** Counts what was opened, and which of them the engine shows: a change of that goes on from there. */
  #opened = 1;
  #shown = 0;
  #openedInFlight = 0;
  #wantsToRun = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  #deriveTimer: ReturnType<typeof setTimeout> | undefined;
  #proveTimer: ReturnType<typeof setTimeout> | undefined;
  #proofSerial = 0;

  constructor() {
    this.engine = new EngineClient(
      startEngine,
      (report) => {
        batch(() => {
          this.#receive(report);
        });
      },
      () => {
        this.#lose();
      },
    );
    this.#prover = new ProverClient(startProver, (report) => {
      if (report.serial !== this.#proofSerial) return;
      this.proof.value =
        report.kind === 'progress' ? { status: 'running', done: report.done } : { ...report, status: 'done' };
    });
    this.start();
    // The derivation and the proof belong to the spec that is open.
    effect(() => {
      const name = this.open.value;
      const spec = name === undefined ? undefined : this.document.value.specs?.[name];
      this.#follow(name, spec);
    });
  }

  /** True if the engine has answered for the document that is shown, and the words are those of its answer. */
  get isSettled(): boolean {
    return this.isAnswered && isCalm();
  }

  /** True if the engine has answered for the document that is shown. */
  get isAnswered(): boolean {
    return this.#inFlight === undefined && this.#sent === this.document.peek();
  }

  /** Starts the engine, where it was ended. */
  start(): void {
    if (this.engine.isAlive) return;
    this.engine.start();
    batch(() => {
      this.isLost.value = false;
      this.generation.value++;
    });
    this.#inFlight = undefined;
    this.#sent = undefined;
    this.#opened++;
    this.#load();
  }

  #lose(): void {
    batch(() => {
      this.isLost.value = true;
      this.state.value = undefined;
    });
  }

  /** Changes the document. Changes of one group are undone together; those of one act however long it takes. */
  change(document: SceneDocument, group?: string, isOne = false): void {
    this.#history.change(document, { ...(group !== undefined && { group }), isOne, now: performance.now() });
    this.#showHistory();
  }

  undo(): void {
    this.#history.undo();
    this.#showHistory();
  }

  redo(): void {
    this.#history.redo();
    this.#showHistory();
  }

  /** Takes back a change that cannot be, as if it had not been made. */
  takeBack(): void {
    this.#history.takeBack();
    this.#showHistory();
  }

  /** Opens a document in place of the one that is shown. `id` is the one that it is kept under. */
  openDocument(document: SceneDocument, id?: string): void {
    batch(() => {
      this.#keeper.open(id);
      this.#history = new History(document);
      this.chosen.value = undefined;
      this.facts.value = undefined;
      this.derived.value = undefined;
      this.picking.value = undefined;
      this.#opened++;
      this.#showHistory(true);
    });
  }

  /** Opens what may be no scene at all. Returns a message if it is none. */
  async openUnknown(document: unknown, id?: string): Promise<string | undefined> {
    const mistakes = await this.engine.ask<'check'>({ kind: 'check', document });
    if (mistakes.length > 0)
      return mistakes
        .slice(0, 3)
        .map(({ message, hint }) => (hint === undefined ? message : `${message} ${hint}`))
        .join('\n');
    this.openDocument(document as SceneDocument, id);
    return undefined;
  }

  send(command: Command, transfer: readonly object[] = []): void {
    this.engine.send(command, transfer);
  }

  /** Shows the start of the scene to somebody who draws, or lets it go on. */
  hold(on: boolean): void {
    if (on) this.#wantsToRun = false;
    else this.sketch.value = undefined;
    this.send({ kind: 'hold', on });
  }

  /** Runs, or waits. */
  run(running: boolean): void {
    this.#wantsToRun = running;
    this.send({ kind: 'run', running });
  }

  step(): void {
    this.#wantsToRun = false;
    this.send({ kind: 'step' });
  }

  reset(): void {
    this.failure.value = undefined;
    this.send({ kind: 'reset' });
  }

  pick(target: Place | undefined): void {
    this.picking.value = target;
    this.send({ kind: 'pick', on: target !== undefined });
  }

  #showHistory(isOpened = false): void {
    batch(() => {
      this.document.value = this.#history.present;
      this.canUndo.value = this.#history.canUndo;
      this.canRedo.value = this.#history.canRedo;
      if (isOpened) this.opened.value++;
    });
    if (!isOpened && !isEmbedded) this.#keeper.keep(() => this.document.peek());
    if (this.engine.isAlive) this.#load();
    else this.start();
  }

  /** Sends the document, once the one before it was answered. */
  #load(): void {
    const document = this.document.peek();
    if (document === EMPTY || document === this.#sent || this.#inFlight !== undefined) return;
    this.#sent = document;
    this.#inFlight = document;
    this.#openedInFlight = this.#opened;
    this.send({ kind: 'load', serial: ++this.#serial, document, keep: this.#shown === this.#opened });
  }

  #receive(report: Report): void {
    switch (report.kind) {
      case 'loaded':
        this.answered.value = this.#inFlight ?? EMPTY;
        this.#inFlight = undefined;
        this.facts.value = report.facts;
        this.diagnostics.value = report.notes;
        this.failure.value = undefined;
        this.isRefused.value = false;
        if (this.#shown !== this.#openedInFlight) this.send({ kind: 'run', running: this.#wantsToRun });
        this.#shown = this.#openedInFlight;
        this.#load();
        break;
      case 'refused':
        this.answered.value = this.#inFlight ?? EMPTY;
        this.#inFlight = undefined;
        this.diagnostics.value = report.diagnostics;
        this.failure.value = report.failure;
        this.isRefused.value = true;
        this.#load();
        break;
      case 'state':
        if (report.isNew) this.samples.clear();
        this.samples.add(report.samples);
        this.sampled.value++;
        this.state.value = report;
        break;
      case 'failed':
        this.failure.value = report.failure;
        break;
      case 'picked': {
        if (this.onPressed !== undefined) {
          this.onPressed(report);
          break;
        }
        const target = this.picking.peek();
        this.picking.value = undefined;
        if (target !== undefined && report.reference !== undefined)
          this.change(attach(this.document.peek(), target, report.reference));
        break;
      }
      case 'cursor':
        this.cursor.value = report.cursor;
        break;
      case 'sketch':
        this.sketch.value = report.sketch;
        break;
      case 'ready':
      case 'progress':
      case 'answer':
      case 'noAnswer':
      case 'pong':
        break;
    }
  }

  /** Writes the derivation of a spec, and proves it, some time after it changed. */
  #follow(name: string | undefined, spec: unknown): void {
    if (isEmbedded) return; // It is not shown there.
    const text = textOf(name, spec);
    if (this.derived.peek()?.text === text) return;
    clearTimeout(this.#deriveTimer);
    clearTimeout(this.#proveTimer);
    this.#proofSerial++;
    this.#prover.cancel();
    if (this.proof.peek().status !== 'none') this.proof.value = { status: 'none' };
    if (name === undefined) {
      this.derived.value = undefined;
      return;
    }
    this.#deriveTimer = setTimeout(() => {
      this.engine.ask<'derive'>({ kind: 'derive', name, spec }).then(
        (classes) => {
          const now = this.open.peek();
          const document = this.document.peek();
          if (textOf(now, now === undefined ? undefined : document.specs?.[now]) !== text) return;
          this.derived.value = { name, text, classes };
          const serial = ++this.#proofSerial;
          this.#proveTimer = setTimeout(() => {
            this.proof.value = { status: 'running', done: 0 };
            this.#prover.prove({ kind: 'prove', serial, name, spec });
          }, PROVE_AFTER);
        },
        () => undefined, // Its mistakes are shown beside the formula.
      );
    }, DERIVE_AFTER);
  }
}

export const workshop = new Workshop();
