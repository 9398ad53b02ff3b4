import { HolonomicRuntimeError, type World } from '../../../runtime/index.js';
import { SpecError } from '../../../src/diagnostics/index.js';
import type { LoadedScene } from '../../../src/scene/index.js';
import type { Reading } from '../../../src/scene/readings.js';
import type { Point2 } from '../../../src/painter/plane.js';
import type { SceneDocument } from '../model/document.js';
import { moduleSource } from '../../module-source.js';
import { factsOf, readingsOf } from './facts.js';
import { fetchToolkit, NotFetched } from './fetch-toolkit.js';
import { HandEvents } from './hand-events.js';
import { keepPose } from './keep-pose.js';
import { movePoint, sketchOf } from './paper.js';
import { loadUnchanged, type FindPrecompiled } from './precompiled.js';
import { Redundancy } from './redundancy.js';
import { svgOf } from './svg.js';
import { Theatre } from './theatre.js';
import type {
  Answers,
  Command,
  Failure,
  HandEvent,
  Question,
  Report,
  State,
  Surface,
  SurfaceContext,
  SurfaceSize,
} from './protocol.js';

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

/** What makes films and pictures is fetched where one is saved. */
const film = moduleSource(() => import('./film.js'));

/** Time between reports of a state that changes, ms. */
const EVERY = 100;
/** Time between the states that are kept to go back to, s. */
const KEPT_EVERY = 0.5;
/** Distance at which a press names a point, CSS pixels. */
const PICK_RADIUS = 30;

/** Holds the world: loads documents, moves it, draws it, and answers questions about it. */
export class Engine {
  readonly #host: EngineHost;
  readonly #redundancy = new Redundancy();
  readonly #events: HandEvents;
  #theatre: Theatre | undefined;
  #readings: readonly Reading[] = [];
  #canvas: Surface | undefined;
  #context: SurfaceContext | undefined;
  #size: SurfaceSize = { width: 600, height: 400, ratio: 1 };
  #isDark = false;
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
  #hasFrame = false;
  #before = 0;
  #reported = -Infinity;
  #isNew = true;
  #samples: number[][] = [];
  #wasPulled = false;
  /** States to go back to where a step fails: the latest, and the one before. */
  #good: ReturnType<World['snapshot']>[] = [];

  constructor(host: EngineHost) {
    this.#host = host;
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
        this.#canvas = command.canvas;
        this.#context = command.canvas.getContext('2d') ?? undefined;
        this.#isDark = command.isDark;
        this.#resize(command.size);
        break;
      case 'resize':
        this.#resize(command.size);
        break;
      case 'dark':
        this.#isDark = command.isDark;
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
        this.#sample();
        this.#draw();
        this.#report();
        break;
      case 'reset':
        this.#attempt(({ scene }) => {
          this.#show(this.#theatreOf(scene, this.#theatre));
        });
        this.#draw();
        this.#report();
        break;
      case 'speed':
        this.#speed = command.speed;
        break;
      case 'hand':
        this.#receiveHand(command.event);
        break;
      case 'pick':
        this.#isPicking = command.on;
        this.#offered = command.offered ?? [];
        this.#offer();
        break;
      case 'hold':
        this.#hold(command.on);
        break;
      case 'move':
        if (this.#isHeld && this.#theatre) movePoint(this.#theatre, command.reference, command.target);
        this.#draw();
        this.#postSketch();
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
      const { findPrecompiled } = this.#host;
      const unchanged = findPrecompiled && (await loadUnchanged(document, findPrecompiled));
      const { scene, notes } = unchanged
        ? { scene: unchanged, notes: [] }
        : await (await fetchToolkit()).load(document);
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
        if (!keep || this.#theatre === undefined) await this.#showUnassembled(document);
        const failure = this.#failureOf(error);
        this.#blame(failure);
        post({ kind: 'refused', serial, diagnostics: [], failure });
      }
    }
    this.#report();
  }

  async #showUnassembled(document: SceneDocument): Promise<void> {
    const settings = { ...document.settings, assemble: false };
    try {
      const { scene } = await (await fetchToolkit()).load({ ...document, settings });
      this.#show(this.#theatreOf(scene));
      this.#isRunning = false;
    } catch (error) {
      // Nothing of it can be shown.
      if (![HolonomicRuntimeError, SpecError, NotFetched].some((kind) => error instanceof kind)) throw error;
    }
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
    theatre.size = this.#size;
    theatre.offered = this.#offered;
    this.#readings = readingsOf(theatre.scene, theatre.built);
    this.#events.actOn(theatre);
    theatre.balance.restart();
    theatre.hold(this.#isHeld);
    this.#postSketch();
    this.#good = [];
    if (!isKept) {
      this.#samples = [];
      this.#isNew = true;
      this.#sample();
    }
  }

  #resize(size: SurfaceSize): void {
    this.#size = size;
    if (this.#canvas) {
      this.#canvas.width = Math.max(1, Math.round(size.width * size.ratio));
      this.#canvas.height = Math.max(1, Math.round(size.height * size.ratio));
    }
    if (this.#theatre) this.#theatre.size = size;
    this.#draw();
    this.#report();
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
    if (running) this.#request();
    this.#report();
  }

  #request(): void {
    if (this.#hasFrame) return;
    this.#hasFrame = true;
    this.#host.requestFrame(() => {
      this.#hasFrame = false;
      this.#frame();
    });
  }

  #frame(): void {
    const now = this.#host.now();
    const elapsed = Math.max(0, now - this.#before) / 1000;
    this.#before = now;
    if (this.#isRunning) {
      this.#attempt((theatre) => {
        theatre.advance(elapsed * this.#speed);
        this.#keepState(theatre);
        // A run that is over begins again where there is nothing more to be seen.
        if (theatre.world.time >= theatre.scene.until && theatre.isLeft)
          this.#show(this.#theatreOf(theatre.scene, theatre));
      });
      this.#sample();
    }
    this.#draw();
    if (this.#isRunning && now - this.#reported >= EVERY) this.#report();
    if (this.#isRunning) this.#request();
  }

  /** Keeps a state now and then, for a step that fails later. */
  #keepState({ world }: Theatre): void {
    if (world.time - (this.#good.at(-1)?.time ?? -Infinity) < KEPT_EVERY) return;
    this.#good = [...this.#good.slice(-1), world.snapshot()];
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
      const [good] = this.#good;
      if (good !== undefined) theatre.world.restore(good);
      theatre.balance.restart();
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
    if (error instanceof HolonomicRuntimeError) {
      const { code, problem, hint, message } = error;
      const names = [...(this.#theatre?.built.constraints.keys() ?? [])];
      // Labels are such as: Distance2D 'rod'.
      return { code, problem, hint, constraints: names.filter((name) => message.includes(`'${name}'`)) };
    }
    if (error instanceof NotFetched)
      return { code: 'E_OFFLINE', problem: error.message, hint: error.hint, constraints: [] };
    const problem = error instanceof Error ? error.message : String(error);
    return { code: 'E_ENGINE', problem, hint: 'This is a fault of this page, not of the scene.', constraints: [] };
  }

  #receiveHand(event: HandEvent): void {
    const theatre = this.#theatre;
    if (theatre === undefined) return;
    if (this.#isPicking && event.type === 'pointerdown') {
      this.#isPicking = false;
      this.#offered = [];
      this.#offer();
      const place: Point2 = [event.clientX, event.clientY];
      const position = theatre.view.locate(place, new Array<number>(theatre.world.space).fill(0));
      this.#host.post({ kind: 'picked', reference: theatre.nameAt(place, PICK_RADIUS), position });
      return;
    }
    const { marked } = theatre;
    this.#events.receive(event);
    const isPulled = theatre.hand.point !== undefined;
    if (this.#wasPulled && !isPulled) theatre.balance.restart();
    this.#wasPulled = isPulled;
    if (!this.#isRunning) {
      this.#request();
      if (marked !== theatre.marked) this.#report();
    }
  }

  /** Marks the points that are offered. */
  #offer(): void {
    if (this.#theatre) this.#theatre.offered = this.#offered;
    this.#draw();
  }

  #draw(): void {
    if (this.#context) this.#theatre?.draw(this.#context, this.#isDark);
  }

  /** Reads what is plotted. */
  #sample(): void {
    const theatre = this.#theatre;
    if (theatre === undefined) return;
    const { world } = theatre;
    if (this.#samples.at(-1)?.[0] === world.time) return;
    try {
      if (this.#readings.some(({ isForce }) => isForce)) world.evaluate();
      this.#samples.push([world.time, ...this.#readings.map(({ read }) => read())]);
    } catch (error) {
      // Forces have no values at a singular point; the curve has a gap there.
      if (!(error instanceof HolonomicRuntimeError)) throw error;
    }
  }

  #report(): void {
    const theatre = this.#theatre;
    if (theatre === undefined) return;
    this.#reported = this.#host.now();
    const { world, marked, view } = theatre;
    const energy = world.energy();
    const places: Record<string, Point2> = {};
    for (const { reference, point } of theatre.points.slice(0, 50)) places[reference] = view.place(point.position);
    const state: State = {
      kind: 'state',
      time: world.time,
      isRunning: this.#isRunning,
      residual: world.residual().position,
      energy,
      change: theatre.balance.change,
      isSlow: theatre.isSlow,
      isNew: this.#isNew,
      samples: this.#samples,
      marked: marked && { name: theatre.referenceOf(marked) ?? 'a point', position: Array.from(marked.position) },
      size: [this.#size.width, this.#size.height],
      places,
    };
    this.#samples = [];
    this.#isNew = false;
    this.#host.post(state);
  }

  async #answer(id: number, question: Question): Promise<void> {
    const { post } = this.#host;
    try {
      // The picture and the mistakes come before what is read about them.
      await this.#loading;
      post({ kind: 'answer', id, answer: await this.#answerTo(id, question) });
    } catch (error) {
      post({ kind: 'noAnswer', id, message: error instanceof Error ? error.message : String(error) });
    }
  }

  async #answerTo(id: number, question: Question): Promise<Answers[Question['kind']]> {
    if (question.kind === 'svg') return svgOf(this.#shown);
    if (question.kind === 'png') return (await film()).pngOf(this.#shown, this.#isDark);
    if (question.kind === 'film')
      return (await film()).filmOf(this.#shown, question, this.#speed, this.#isDark, (done) => {
        this.#host.post({ kind: 'progress', id, done });
      });
    if (question.kind === 'positions')
      return Object.fromEntries(
        this.#shown.points.map(({ reference, point }) => [reference, Array.from(point.position)]),
      );
    const { checkDocument, derivedClasses, exportTypeScript, fits, htmlOf, join, libraryFacts, load } =
      await fetchToolkit();
    switch (question.kind) {
      case 'check':
        return checkDocument(question.document);
      case 'derive':
        return derivedClasses(question.name, question.spec);
      case 'fit':
        return question.specs.map((spec) => fits(question.name, spec, question.known));
      case 'library':
        return libraryFacts(question.space);
      case 'join': {
        const joined = [];
        for (const document of question.documents)
          joined.push(await join(document, question.name, this.#shown, (one) => Promise.resolve(load(one))));
        return joined;
      }
      case 'typescript':
        return exportTypeScript(this.#shown.scene, question.name);
      case 'html':
        return htmlOf(this.#shown.scene.document, svgOf(this.#shown));
    }
  }

  get #shown(): Theatre {
    if (this.#theatre === undefined) throw new Error('There is no scene to write: mend its mistakes first.');
    return this.#theatre;
  }
}
