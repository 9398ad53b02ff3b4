/**
 * Colours of traces, distinct for any colour vision (Okabe and Ito 2008, without the yellow, which
 * is invisible on white).
 */
export const TRACE_COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'] as const;

export const COLORS = {
  paper: '#ffffff',
  grid: '#eef1f4',
  text: '#22303c',
  faint: '#7c8a97',
  rod: '#5b6b79',
  wood: '#e9bf86',
  woodEdge: '#7a4f24',
  wire: '#9aa7b3',
  anchor: '#3a4854',
  driven: '#c8102e',
} as const;

export const FONT = "system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif";
