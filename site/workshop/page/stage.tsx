import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { shortNumber } from '../../../src/painter/numbers.js';
import { setGravity, setShown, hasGravity } from '../model/document.js';
import { isEmbedded } from './embedded.js';
import { editors } from './later.js';
import { Looking } from './looking.js';
import { player } from './player.js';
import { SceneCanvas } from './scene-canvas.js';
import { workshop } from './workshop.js';

const SPEEDS = [0.1, 0.25, 0.5, 1, 2] as const;
const speed = signal(1);

/** The picture, what is written over it, and the controls of its time. */
export function StageView(): JSX.Element {
  const { diagnostics, facts, isLost, isRefused, hasPulled } = workshop;
  const hasMistakes = isRefused.value && diagnostics.value.length > 0;
  const isOld = hasMistakes && facts.value !== undefined;
  const isEmpty = hasMistakes && facts.value === undefined;
  const isDrawing = workshop.sketch.value !== undefined;
  return (
    <section class="stage" aria-label="Picture">
      <div class="board">
        {!isEmbedded && <div class="tools-place">{editors.value && <editors.value.ToolStrip />}</div>}
        <div class={`picture ${isOld ? 'old' : isEmpty ? 'empty' : ''}`}>
          <SceneCanvas key={workshop.generation.value} />
          {player.value && <player.value.Canvas />}
          {editors.value && <editors.value.Paper />}
          <Freedoms />
          <Looking />
          {workshop.picking.value && (
            <p class="over bottom" role="status">
              Press a point of the picture to attach <code>{workshop.picking.value.input}</code>. Escape ends it.
            </p>
          )}
          {isOld && !workshop.picking.value && !isDrawing && (
            <p class="over bottom">The picture shows the last scene without mistakes.</p>
          )}
          {isEmpty && <p class="over bottom">There is nothing to show until the mistakes of this scene are mended.</p>}
          {!isRefused.value && !hasPulled.value && !workshop.picking.value && !isDrawing && (
            <p class="over bottom hint">Pull at anything.</p>
          )}
        </div>
        {editors.value && <editors.value.SelectionPanel />}
      </div>
      {isLost.value && (
        <div class="message" role="alert">
          <p>
            <strong>The engine gave no answer, and was ended.</strong> What you wrote is kept. Take the last change
            back, or start it again.
          </p>
          <button
            type="button"
            onClick={() => {
              workshop.start();
            }}
          >
            Start again
          </button>
        </div>
      )}
      <Trouble />
      {editors.value && <editors.value.JoinPanel />}
      <Transport />
    </section>
  );
}

/** Why the scene waits, or what it goes on in spite of. */
function Trouble(): JSX.Element | null {
  const told = workshop.failure.value ?? workshop.state.value?.warning;
  if (told === undefined) return null;
  return (
    <div class="message" role="alert" data-failure={told.code}>
      <p>
        <strong>{told.problem}</strong> {told.hint}
      </p>
    </div>
  );
}

function Freedoms(): JSX.Element | null {
  const facts = workshop.facts.value;
  if (facts === undefined) return null;
  const { degreesOfFreedom, rows, redundant } = facts;
  const extra = redundant.reduce((sum, one) => sum + one.rows, 0);
  const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
  return (
    <div class="over top" data-dof={degreesOfFreedom}>
      <span title="Degrees of freedom: ways in which it can still move">
        {count(degreesOfFreedom, 'degree')} of freedom
      </span>
      {' · '}
      {count(rows, 'row')}
      {extra > 0 && (
        <details>
          <summary>{extra === 1 ? '1 says nothing new' : `${extra} say nothing new`}</summary>
          <ul>
            {redundant.map(({ name, rows: own }) => (
              <li key={name}>
                <code>{name}</code>
                {own > 1 && ` (${own} rows)`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Transport(): JSX.Element {
  const state = workshop.state.value;
  const document = workshop.document.value;
  const opening = player.value;
  const isRunning = opening ? opening.isRunning.value : state?.isRunning === true;
  /** Does it once the engine has the scene. */
  const inTime = (act: () => void): void => {
    if (opening) opening.afterwards(act);
    else act();
  };
  const shown = document.view?.show ?? [];
  return (
    <div class="transport">
      <button
        type="button"
        class="primary"
        onClick={() => {
          if (opening) opening.togglePause();
          else workshop.run(!isRunning);
        }}
      >
        {isRunning ? 'Pause' : 'Run'}
      </button>
      <button
        type="button"
        onClick={() => {
          inTime(() => {
            workshop.step();
          });
        }}
      >
        Step
      </button>
      <button
        type="button"
        onClick={() => {
          inTime(() => {
            workshop.reset();
          });
        }}
      >
        Reset
      </button>
      <label class="inline">
        <span class="visually-hidden">Speed</span>
        <select
          value={String(speed.value)}
          onChange={({ currentTarget }) => {
            speed.value = Number(currentTarget.value);
            opening?.setSpeed(speed.value);
            workshop.send({ kind: 'speed', speed: speed.value });
          }}
        >
          {SPEEDS.map((one) => (
            <option key={one} value={String(one)}>
              ×{one}
            </option>
          ))}
        </select>
      </label>
      <label class="inline">
        <input
          type="checkbox"
          checked={shown.includes('forces')}
          onChange={({ currentTarget }) => {
            workshop.change(setShown(document, 'forces', currentTarget.checked));
          }}
        />{' '}
        Forces
      </label>
      <label class="inline">
        <input
          type="checkbox"
          checked={hasGravity(document)}
          onChange={({ currentTarget }) => {
            workshop.change(setGravity(document, currentTarget.checked));
          }}
        />{' '}
        Gravity
      </label>
      <Readings />
    </div>
  );
}

function Readings(): JSX.Element | null {
  const state = workshop.state.value;
  if (state === undefined) return null;
  const { time, residual, change, hasWork, isSlow, isRunning, marked } = state;
  const where = marked && `${marked.name} at ${marked.position.map((x) => x.toFixed(2)).join(', ')}`;
  return (
    <>
      <dl class="readings">
        <div title="Time of the scene, in seconds">
          <dt>t</dt>
          <dd>
            {time.toFixed(2)} s{isSlow && ' (slow motion)'}
          </dd>
        </div>
        <div title="Largest error of any constraint">
          <dt>|C|</dt>
          <dd>{shortNumber(residual, 1)}</dd>
        </div>
        <div
          title={
            change === undefined
              ? 'No energy balance: a motor works against constraints that cannot be met'
              : hasWork
                ? 'Energy balance: change of the energy since the start, or since you let go, without the work of motors, torques, drag, dampers and your hand'
                : 'Change of the energy since the start, or since you let go'
          }
        >
          <dt>{hasWork ? 'ΔE − W' : 'ΔE'}</dt>
          <dd>{change === undefined ? '–' : `${shortNumber(change, 2)} J`}</dd>
        </div>
      </dl>
      <p class="visually-hidden" role="status">
        {isRunning ? '' : `Paused at ${time.toFixed(2)} seconds. ${where ?? ''}`}
      </p>
    </>
  );
}
