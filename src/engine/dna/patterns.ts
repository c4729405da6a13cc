import type { LearnedPattern } from '../crtx/schema/dna.ts';

/** How sure one is of a pattern that was seen once. */
export const FIRST_CONFIDENCE = 0.5;

/** The share of the remaining doubt that one confirmation takes away. */
const GROWTH = 0.2;

/** The share of the confidence that one contradiction takes away. */
const LOSS = 0.4;

/** Without a confirmation, confidence halves in this time, milliseconds: 180 days. */
export const HALF_LIFE_MS = 180 * 86_400_000;

/** Six digits are more than anybody knows, and keep files short. */
const rounded = (confidence: number) => Math.round(confidence * 1e6) / 1e6;

/**
 * How sure one is of a pattern now: what the file says is as of `lastValidated`, and fades from then on. Never written by reading.
 * @param now milliseconds since 1970 UTC
 */
export function confidenceNow({ confidence, lastValidated }: LearnedPattern, now: number): number {
  return confidence * 0.5 ** (Math.max(0, now - lastValidated) / HALF_LIFE_MS);
}

/** A pattern that proved right: the fresh confidence and a fifth of the remaining doubt. @param from what showed it */
export function confirmed(pattern: LearnedPattern, from: readonly string[], now: number): LearnedPattern {
  const fresh = confidenceNow(pattern, now);
  return {
    ...pattern,
    confidence: rounded(fresh + (1 - fresh) * GROWTH),
    learnedFrom: [...new Set([...pattern.learnedFrom, ...from])],
    lastValidated: now,
  };
}

/** A pattern that proved wrong once. It did not prove right, so it goes on fading from when it last did. */
export function doubted(pattern: LearnedPattern): LearnedPattern {
  return { ...pattern, confidence: rounded(pattern.confidence * (1 - LOSS)) };
}
