/** A computed number that differs from the formula's. */
export interface Fault {
  /** The name of the number, in the notation of the documents: `J`, `∂C2/∂a.x`. */
  readonly quantity: string;
  readonly computed: number;
  readonly expected: number;
  /** The configuration, by the names of the spec. */
  readonly at: string;
}

/** `∂C/∂s is 10.7, and the formula's is 0.119, at s = 0.7, s' = 0.3`. */
export const describeFault = ({ quantity, computed, expected, at }: Fault): string =>
  `${quantity} is ${short(computed)}, and the formula's is ${short(expected)}, at ${at}`;

export const short = (value: number): string => String(Number(value.toPrecision(6)));
