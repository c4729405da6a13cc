/** Into so many parts a history is divided by its slider; the last place is now. */
export const SLIDER_STEPS = 500;

/** From the first record to the last, milliseconds since 1970 UTC. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where a slider stands. @param at a moment; `null`: now */
export function placeOf(at: number | null, { from, to }: Span): number {
  if (at === null || to <= from) return SLIDER_STEPS;
  const place = Math.round(((at - from) / (to - from)) * SLIDER_STEPS);
  return Math.min(SLIDER_STEPS - 1, Math.max(0, place));
}

/** The moment of a place; `null`: now. */
export function momentAt(place: number, { from, to }: Span): number | null {
  return place >= SLIDER_STEPS ? null : from + Math.round(((to - from) * place) / SLIDER_STEPS);
}
