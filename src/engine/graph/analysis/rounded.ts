/** From 0 to 1 with three decimals: more would say that more is known. */
export const rounded = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000;
