import type { StepParts, Stepper } from '../integrators/integrator.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import type { ConstraintRows } from '../model/constraint-rows.js';
import { StepStart } from './step-start.js';

/** Contacts that are found anew for each part of a step. */
export interface PartContacts {
  /** Finds the rows of a part of `h`, s, from the present state. */
  beginPart(h: number): void;
  /** Compares rows with the part that was taken with them. Returns true if it has to be taken again with others. */
  reviewPart(): boolean;
  endPart(): void;
  /** See {@link StepParts.fastestTurn}. */
  fastestTurn(): number;
}

/**
 * Takes parts of a step with contacts that are found where each begins, and takes them again where they have
 * led shapes elsewhere than foreseen. The places of contacts are fixed in bodies until they are found anew: a
 * wheel that turns far would carry them off the floor.
 */
export class RetakenParts implements StepParts {
  readonly #stepped: SteppedSystem;
  readonly #contacts: PartContacts;
  /** Where the present part begins, for the stepper and the rows that it was made for. */
  #start: StepStart | undefined;
  #stepper: Stepper | undefined;
  #rows: ConstraintRows | undefined;

  constructor(stepped: SteppedSystem, contacts: PartContacts) {
    this.#stepped = stepped;
    this.#contacts = contacts;
  }

  fastestTurn(): number {
    return this.#contacts.fastestTurn();
  }

  take(stepper: Stepper, h: number, move: () => void): void {
    this.#contacts.beginPart(h);
    const start = this.#save(stepper);
    move();
    while (this.#contacts.reviewPart()) {
      start.goBack(true);
      this.#stepped.beginStep(this.#stepped.isLaterPart);
      move();
    }
    this.#contacts.endPart();
  }

  #save(stepper: Stepper): StepStart {
    const { state, system } = this.#stepped;
    const { rows } = system.all;
    if (this.#start && this.#stepper === stepper && this.#rows === rows) this.#start.save();
    else this.#start = new StepStart(state, system, stepper);
    this.#stepper = stepper;
    this.#rows = rows;
    return this.#start;
  }
}
