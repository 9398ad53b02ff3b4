interface Plot {
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Of both axes. */
  readonly labels: readonly [string, string];
}

const [WIDTH, HEIGHT, MARGIN] = [640, 400, 60];

/** Draws a curve through points, as an SVG. */
export function plot({ x, y, labels }: Plot): string {
  const across = scale(x, [MARGIN, WIDTH - 20]);
  const up = scale(y, [HEIGHT - MARGIN, 20]);
  const points = x.map((value, i) => `${across.place(value).toFixed(1)},${up.place(y[i]!).toFixed(1)}`);
  const [right, bottom] = [WIDTH - 20, HEIGHT - MARGIN];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    ...across.ticks.map((tick) => {
      const at = across.place(tick).toFixed(1);
      return `<path d="M${at} 20V${bottom}" stroke="#ddd"/><text x="${at}" y="${bottom + 18}" text-anchor="middle">${tick}</text>`;
    }),
    ...up.ticks.map((tick) => {
      const at = up.place(tick).toFixed(1);
      return `<path d="M${MARGIN} ${at}H${right}" stroke="#ddd"/><text x="${MARGIN - 8}" y="${at}" dy="4" text-anchor="end">${tick}</text>`;
    }),
    `<polyline points="${points.join(' ')}" fill="none" stroke="#06c" stroke-width="2"/>`,
    ...points.map((point) => {
      const [cx, cy] = point.split(',');
      return `<circle cx="${cx!}" cy="${cy!}" r="3" fill="#06c"/>`;
    }),
    `<text x="${(MARGIN + right) / 2}" y="${HEIGHT - 16}" text-anchor="middle">${labels[0]}</text>`,
    `<text transform="translate(18 ${(20 + bottom) / 2}) rotate(-90)" text-anchor="middle">${labels[1]}</text>`,
    '</svg>\n',
  ].join('\n');
}

/** The place of values between two ends of an axis, and round values along it. */
function scale(
  values: readonly number[],
  [start, end]: readonly [number, number],
): { readonly place: (value: number) => number; readonly ticks: readonly number[] } {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const rough = (high - low) / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough)!;
  const first = Math.ceil(low / step);
  const ticks = Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toFixed(9)),
  );
  return { place: (value) => start + ((value - low) / (high - low)) * (end - start), ticks };
}
