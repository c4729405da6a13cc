import type { Choose } from './power-loss.ts';

/** Returns a deterministic source of choices for a seed (mulberry32). */
export function seededChoices(seed: number | string): Choose {
  let state = typeof seed === 'number' ? seed | 0 : hash(seed);
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}

/**
 * Calls `visit` once for every possible sequence of choices. Returns their number.
 * @throws Error if there are more than `limit`; use seeded choices then
 */
export function everyChoice(visit: (choose: Choose) => void, limit = 10_000): number {
  const path: { picked: number; readonly of: number }[] = [];
  for (let count = 1; count <= limit; count += 1) {
    let depth = 0;
    visit((n) => {
      const step = path[depth] ?? { picked: 0, of: n };
      path[depth] = step;
      depth += 1;
      return step.picked;
    });
    while (path.length > 0 && isSpent(path.at(-1))) path.pop();
    const last = path.at(-1);
    if (last === undefined) return count;
    last.picked += 1;
  }
  throw new Error(`more than ${limit} sequences of choices`);
}

function isSpent(step: { readonly picked: number; readonly of: number } | undefined): boolean {
  return step !== undefined && step.picked === step.of - 1;
}

/** FNV-1a. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(text)) state = Math.imul(state ^ byte, 0x01000193);
  return state;
}
