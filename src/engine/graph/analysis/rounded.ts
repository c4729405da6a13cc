/** Clamps to 0..1 and rounds to three decimals; more would suggest a precision that does not exist. */
export const rounded = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000;
