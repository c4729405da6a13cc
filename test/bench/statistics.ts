/** Where most of a list of measurements lies. */
export interface Summary {
  readonly median: number;
  /** The lower quartile. */
  readonly low: number;
  /** The upper quartile. */
  readonly high: number;
}

/** A middle half that is wider than this part of the median says more about the machine than about the program. */
const LARGE_SPREAD = 0.2;

/** The value below which a share (0 to 1) of the values lies, between two neighbours in proportion; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export function summarise(values: readonly number[]): Summary {
  return { median: quantile(values, 0.5), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

/** Whether a median is little to go by. */
export function spreadIsLarge({ median, low, high }: Summary): boolean {
  return high - low > LARGE_SPREAD * median;
}
