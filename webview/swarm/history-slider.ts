/** Number of steps of the slider; the last position is now. */
export const SLIDER_STEPS = 500;

/** Times of the first and the last record, in milliseconds since 1970 UTC. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the slider position of a time. @param at `null` for now */
export function sliderPosition(at: number | null, { from, to }: Span): number {
  if (at === null || to <= from) return SLIDER_STEPS;
  const place = Math.round(((at - from) / (to - from)) * SLIDER_STEPS);
  return Math.min(SLIDER_STEPS - 1, Math.max(0, place));
}

/** Returns the time of a slider position; `null` for now. */
export function momentAt(place: number, { from, to }: Span): number | null {
  return place >= SLIDER_STEPS ? null : from + Math.round(((to - from) * place) / SLIDER_STEPS);
}
