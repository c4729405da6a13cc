import type { LearnedPattern } from '../crtx/schema/dna.ts';

/** Confidence in a pattern that was seen once. */
export const FIRST_CONFIDENCE = 0.5;

/** Share of the remaining doubt that one confirmation removes. */
const GROWTH = 0.2;

/** Share of the confidence that one contradiction removes. */
const LOSS = 0.4;

/** Half-life of confidence without confirmation, in milliseconds: 180 days. */
export const HALF_LIFE_MS = 180 * 86_400_000;

/** Six digits are precise enough and keep files short. */
const rounded = (confidence: number) => Math.round(confidence * 1e6) / 1e6;

/**
 * Returns the current confidence in a pattern. The value in the file applies at `lastValidated` and decays from then on. Reading never
 * writes the decayed value.
 * @param now milliseconds since 1970 UTC
 */
export function currentConfidence({ confidence, lastValidated }: LearnedPattern, now: number): number {
  return confidence * 0.5 ** (Math.max(0, now - lastValidated) / HALF_LIFE_MS);
}

/** Confirms a pattern: adds a fifth of the remaining doubt to the current confidence. @param from evidence */
export function confirmPattern(pattern: LearnedPattern, from: readonly string[], now: number): LearnedPattern {
  const fresh = currentConfidence(pattern, now);
  return {
    ...pattern,
    confidence: rounded(fresh + (1 - fresh) * GROWTH),
    learnedFrom: [...new Set([...pattern.learnedFrom, ...from])],
    lastValidated: now,
  };
}

/** Lowers the confidence of a pattern after a contradiction. `lastValidated` stays, so decay continues from the last confirmation. */
export function doubtPattern(pattern: LearnedPattern): LearnedPattern {
  return { ...pattern, confidence: rounded(pattern.confidence * (1 - LOSS)) };
}
