import { SpecError } from '../../../src/diagnostics/index.js';
import type { LoadedScene } from '../../../src/scene/index.js';
import type { Look } from '../../../src/canvas/picture.js';
import { factsOf } from './facts.js';
import { failureOf } from './failures.js';
import { fetchToolkit } from './fetch-toolkit.js';
import { Frames } from './frames.js';
import { HandEvents } from './hand-events.js';
import { keepPose } from './keep-pose.js';
import { loadedScene, unassembledScene } from './loading.js';
import { movePoint, sketchOf } from './paper.js';
import type { FindPrecompiled } from './precompiled.js';
import { Panning } from './panning.js';
import { answerTo } from './questions.js';
import { Recording } from './recording.js';
import { Redundancy } from './redundancy.js';
import { Screen } from './screen.js';
import { stateOf } from './state.js';
import { Theatre } from './theatre.js';
import type { Command, Failure, HandEvent, Question, Report, SurfaceSize } from './protocol.js';

/** What an engine needs of its surroundings: a worker, or a test. */
export interface EngineHost {
  readonly post: (report: Report) => void;
  /** Time, ms. */
  readonly now: () => number;
  /** Calls once, at the next frame. */
  readonly requestFrame: (act: () => void) => void;
  readonly findPrecompiled?: FindPrecompiled;
}

type Load = Extract<Command, { kind: 'load' }>;

/** Time between reports of a state that changes, ms. */
const EVERY = 100;
/** Holds the world: loads documents, moves it, draws it, and answers questions about it. */
export class Engine {
  readonly #host: EngineHost;
  readonly #frames: Frames;
  readonly #screen = new Screen();
  readonly #redundancy = new Redundancy();
  readonly #events: HandEvents;
  readonly #panning = new Panning((look) => {
    this.#look(look);
  });
  #theatre: Theatre | undefined;
  #recording: Recording | undefined;
  #isRunning = false;
  #isPicking = false;
  /** True while somebody draws: the start is shown. */
  #isHeld = false;
  #offered: readonly string[] = [];
  #speed = 1;
  /** The latest document that waits; the one before it is of no interest any more. */
  #wanted: Load | undefined;
  /** The loads that are under way. */
  #loading: Promise<void> | undefined;
  #before = 0;
  #reported = -Infinity;
  #wasPulled = false;

  constructor(host: EngineHost) {
    this.#host = host;
    this.#frames = new Frames(host.requestFrame, () => {
      this.#frame();
    });
    this.#events = new HandEvents((cursor) => {
      host.post({ kind: 'cursor', cursor });
    });
  }

  /** The scene that is shown. */
  get theatre(): Theatre | undefined {
    return this.#theatre;
  }

  receive(command: Command): void {
    switch (command.kind) {
      case 'greet':
        this.#host.post({ kind: 'ready' });
        break;
      case 'expect':
        void this.#host.findPrecompiled?.(command.title);
        break;
      case 'load':
        this.#wanted = command;
        this.#loading ??= this.#loadAll();
        break;
      case 'surface':
        this.#screen.use(command.canvas, command.depth);
        this.#screen.isDark = command.isDark;
        this.#resize(command.size);
        break;
      case 'resize':
        this.#resize(command.size);
        break;
      case 'dark':
        this.#screen.isDark = command.isDark;
        this.#draw();
        break;
      case 'run':
        this.#run(command.running);
        break;
      case 'step':
        this.#run(false);
        this.#attempt((theatre) => {
          theatre.step();
        });
        this.#recording?.sample();
        this.#refresh();
        break;
      case 'reset':
        this.#attempt(({ scene }) => {
          this.#show(this.#theatreOf(scene, this.#theatre));
        });
        this.#refresh();
        break;
      case 'speed':
        this.#speed = command.speed;
        break;
      case 'hand':
        this.#receiveHand(command.event);
        break;
      case 'pick':
        this.#pick(command.on, command.offered);
        break;
      case 'hold':
        this.#hold(command.on);
        break;
      case 'move':
        if (this.#isHeld && this.#theatre) movePoint(this.#theatre, command.reference, command.target);
        this.#draw();
        this.#postSketch();
        break;
      case 'look':
        this.#look(command.look);
        break;
      case 'ask':
        void this.#answer(command.id, command.question);
        break;
      case 'ping':
        this.#host.post({ kind: 'pong' });
    }
  }

  async #loadAll(): Promise<void> {
    try {
      for (;;) {
        const load = this.#wanted;
        if (load === undefined) break;
        this.#wanted = undefined;
        await this.#load(load);
      }
    } finally {
      this.#loading = undefined;
    }
  }

  async #load({ serial, document, keep }: Load): Promise<void> {
    const { post } = this.#host;
    try {
      const { scene, notes } = await loadedScene(document, this.#host.findPrecompiled);
      const old = keep ? this.#theatre : undefined;
      const theatre = this.#theatreOf(scene, old);
      const isKept = old !== undefined && !this.#isHeld && keepPose(old, theatre);
      const facts = factsOf(scene, theatre.built, isKept, this.#redundancy);
      this.#show(theatre, isKept);
      // The words come first: who types waits for them.
      post({ kind: 'loaded', serial, facts, notes });
      this.#draw();
      // The derivation, or the next change, asks for it.
      fetchToolkit().catch(() => undefined); // Who asks for it gets the error.
    } catch (error) {
      if (error instanceof SpecError) post({ kind: 'refused', serial, diagnostics: error.diagnostics });
      else {
        // What is shown already, or the bodies where the document puts them, shows what disagrees.
        const scene = keep && this.#theatre ? undefined : await unassembledScene(document);
        if (scene) this.#show(this.#theatreOf(scene));
        this.#isRunning &&= scene === undefined;
        const failure = this.#failureOf(error);
        this.#blame(failure);
        post({ kind: 'refused', serial, diagnostics: [], failure });
      }
    }
    this.#report();
  }

  #theatreOf(scene: LoadedScene, before?: Theatre): Theatre {
    const toggle = (): void => {
      this.#run(!this.#isRunning);
    };
    return new Theatre(scene, scene.build(), this.#host.now, toggle, before);
  }

  /** Goes on with a scene, which is not drawn yet. */
  #show(theatre: Theatre, isKept = false): void {
    this.#theatre = theatre;
    theatre.size = this.#screen.size;
    theatre.offered = this.#offered;
    this.#recording = new Recording(theatre, isKept ? this.#recording : undefined);
    this.#events.actOn(theatre);
    theatre.balance.restart();
    theatre.hold(this.#isHeld);
    this.#postSketch();
  }

  #resize(size: SurfaceSize): void {
    this.#screen.resize(size);
    if (this.#theatre) this.#theatre.size = size;
    this.#refresh();
    this.#postSketch();
  }

  /** Shows the start of the scene to somebody who draws, or lets it go on. */
  #hold(on: boolean): void {
    this.#isHeld = on;
    const theatre = this.#theatre;
    if (theatre === undefined) return;
    theatre.hold(on);
    if (!on) return;
    this.#run(false);
    this.receive({ kind: 'reset' });
  }

  #postSketch(): void {
    if (this.#isHeld && this.#theatre) this.#host.post({ kind: 'sketch', sketch: sketchOf(this.#theatre) });
  }

  #run(running: boolean): void {
    this.#isRunning = running;
    if (running && this.#theatre) this.#theatre.blamed = [];
    this.#before = this.#host.now();
    if (running) this.#frames.request();
    this.#report();
  }

  #frame(): void {
    const now = this.#host.now();
    const elapsed = Math.max(0, now - this.#before) / 1000;
    this.#before = now;
    if (this.#isRunning) {
      this.#attempt((theatre) => {
        theatre.advance(elapsed * this.#speed);
        this.#recording?.keep();
        // A run that is over begins again where there is nothing more to be seen.
        if (theatre.world.time >= theatre.scene.until && theatre.isLeft)
          this.#show(this.#theatreOf(theatre.scene, theatre));
      });
      this.#recording?.sample();
    }
    this.#draw();
    if (this.#isRunning && now - this.#reported >= EVERY) this.#report();
    if (this.#isRunning) this.#frames.request();
  }

  /** Does something with the scene. Where the runtime refuses, the scene waits and says why. */
  #attempt(act: (theatre: Theatre) => void): void {
    const theatre = this.#theatre;
    if (theatre === undefined) return;
    try {
      act(theatre);
    } catch (error) {
      this.#isRunning = false;
      theatre.hand.release();
      const failure = this.#failureOf(error);
      this.#recording?.goBack();
      this.#blame(failure);
      this.#host.post({ kind: 'failed', failure });
      this.#report();
    }
  }

  #blame({ constraints }: Failure): void {
    if (this.#theatre) this.#theatre.blamed = constraints;
    this.#draw();
  }

  #failureOf(error: unknown): Failure {
    return failureOf(error, this.#theatre?.built.constraints.keys());
  }

  #receiveHand(event: HandEvent): void {
    const theatre = this.#theatre;
    if (theatre === undefined) return;
    if (this.#isPicking && event.type === 'pointerdown') {
      this.#pick(false);
      this.#host.post({ kind: 'picked', ...theatre.placeAt([event.clientX, event.clientY]) });
      return;
    }
    const { marked } = theatre;
    if (!this.#panning.receive(event, theatre)) this.#events.receive(event);
    this.#panning.begin(event, theatre);
    const isPulled = theatre.hand.point !== undefined;
    if (this.#wasPulled && !isPulled) theatre.balance.restart();
    else if (isPulled) theatre.balance.interrupt();
    this.#wasPulled = isPulled;
    if (!this.#isRunning) {
      this.#frames.request();
      if (marked !== theatre.marked) this.#report();
    }
  }

  #look(look: Look | undefined): void {
    if (look) this.#theatre?.look(look);
    else this.#theatre?.fit();
    this.#postSketch();
    this.#frames.request();
    this.#report();
  }

  /** Waits for a press that names a point, or not any more. The points that are offered are marked. */
  #pick(on: boolean, offered: readonly string[] = []): void {
    this.#isPicking = on;
    this.#offered = offered;
    if (this.#theatre) this.#theatre.offered = offered;
    this.#draw();
  }

  #draw(): void {
    this.#screen.draw(this.#theatre);
  }

  #refresh(): void {
    this.#draw();
    this.#report();
  }

  #report(): void {
    const [theatre, recording] = [this.#theatre, this.#recording];
    if (theatre === undefined || recording === undefined) return;
    this.#reported = this.#host.now();
    this.#host.post({ kind: 'state', isRunning: this.#isRunning, ...stateOf(theatre), ...recording.take() });
  }

  async #answer(id: number, question: Question): Promise<void> {
    const { post } = this.#host;
    try {
      // The picture and the mistakes come before what is read about them.
      await this.#loading;
      const shown = { theatre: this.#theatre, recording: this.#recording, speed: this.#speed, screen: this.#screen };
      const answer = await answerTo(question, shown, (done) => {
        post({ kind: 'progress', id, done });
      });
      post({ kind: 'answer', id, answer });
    } catch (error) {
      const { code, problem, hint } = this.#failureOf(error);
      post({ kind: 'noAnswer', id, message: code === 'E_ENGINE' ? problem : `${problem} ${hint}` });
    }
  }
}
