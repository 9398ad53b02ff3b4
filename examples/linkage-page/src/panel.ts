import { SharpCanvas } from 'holonomic/canvas';
import type { Linkage, formulas } from './linkage.js';
import type { Palette } from './palette.js';

const element = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

/** Number of frames in the chart. */
const FRAMES = 360;

interface Energies {
  readonly total: number;
  readonly kinetic: number;
  readonly potential: number;
}

/** The panel beside the canvas: settings, figures, and a chart of the energies. */
export class Panel {
  readonly #chart = new SharpCanvas(element<HTMLCanvasElement>('chart'), () => undefined);
  readonly #energies: Energies[] = [];
  /** Potential energy at the start. The chart's heights are relative to it. */
  #level: number | undefined;
  #frame = 0;

  /** `onChoice` is called when labels or forces are switched on or off. */
  constructor(linkage: () => Linkage, onChoice: () => void) {
    const { settings } = linkage();
    const range = (id: 'rate' | 'lift', unit: string, scale: number): void => {
      const [input, output] = [element<HTMLInputElement>(id), element(`${id}-value`)];
      const show = (): void => {
        output.textContent = `${input.valueAsNumber.toFixed(1)} ${unit}`;
      };
      input.valueAsNumber = settings[id] / scale;
      input.addEventListener('input', () => {
        linkage().settings[id] = input.valueAsNumber * scale;
        show();
      });
      show();
    };
    range('rate', 'rad/s', 1);
    range('lift', 'cm', 0.01);
    for (const id of ['labels', 'forces']) element(id).addEventListener('change', onChoice);
    const motor = element<HTMLInputElement>('motor');
    motor.checked = settings.motor;
    motor.addEventListener('change', () => {
      linkage().settings.motor = motor.checked;
    });
  }

  toggleMotor(): void {
    element<HTMLInputElement>('motor').click();
  }

  get labels(): boolean {
    return element<HTMLInputElement>('labels').checked;
  }

  get forces(): boolean {
    return element<HTMLInputElement>('forces').checked;
  }

  /** Shows the formulas of the generated classes. */
  showFormulas(list: typeof formulas): void {
    const code = (text: string, className: string): HTMLElement =>
      Object.assign(document.createElement('code'), { textContent: text, className });
    element('formulas').replaceChildren(
      ...list.map(({ name, C, where }) => {
        const block = Object.assign(document.createElement('div'), { className: 'formula' });
        const title = Object.assign(document.createElement('b'), { textContent: name });
        block.append(title, code(C, 'main'), ...where.map(([key, value]) => code(`${key} = ${value}`, 'where')));
        return block;
      }),
    );
  }

  /** Shows an error message, or clears it. */
  showFault(message: string | undefined): void {
    const fault = element('fault');
    fault.hidden = message === undefined;
    fault.textContent = message ?? '';
  }

  update(linkage: Linkage, error: number, palette: Palette): void {
    const { kinetic, potential } = linkage.world.energy();
    this.#level ??= potential;
    const energies = { total: kinetic + potential - this.#level, kinetic, potential: potential - this.#level };
    this.#energies.push(energies);
    if (this.#energies.length > FRAMES) this.#energies.shift();
    this.#drawChart(palette);
    // Figures that change with every frame are unreadable.
    if (this.#frame++ % 10 !== 0) return;
    const rows = linkage.world.constraints.reduce((sum, { C }) => sum + C.length, 0);
    element('error').textContent = `${error.toExponential(1).replace('e-', ' · 10⁻').replace(/\d+$/, superscript)} m`;
    element('rows').textContent = `the largest of ${rows} rows, in the last frame`;
    element('energy').textContent = `${energies.total.toFixed(2).replace('-', '−')} J`;
  }

  #drawChart(palette: Palette): void {
    const { context, width, height } = this.#chart;
    const values = this.#energies.flatMap(({ total, kinetic, potential }) => [total, kinetic, potential]);
    const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
    const x = (i: number): number => width * (1 - (this.#energies.length - 1 - i) / (FRAMES - 1));
    const y = (value: number): number => height - 4 - ((height - 8) * (value - low)) / (high - low);
    context.clearRect(0, 0, width, height);
    context.lineJoin = 'round';
    context.strokeStyle = palette.dots;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(0, Math.round(y(0)) + 0.5);
    context.lineTo(width, Math.round(y(0)) + 0.5);
    context.stroke();
    context.lineWidth = 1.8;
    for (const [key, color] of [
      ['potential', palette.right],
      ['kinetic', palette.left],
      ['total', palette.ink],
    ] as const) {
      context.strokeStyle = color;
      context.beginPath();
      this.#energies.forEach((energies, i) => context.lineTo(x(i), y(energies[key])));
      context.stroke();
    }
  }
}

const superscript = (digits: string): string => [...digits].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
