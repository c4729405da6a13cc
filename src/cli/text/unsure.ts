import { type Doubts, doubtsInWords } from '../../engine/crtx/index.ts';
import { type Asked, plain } from './layout.ts';

const rootOf = ({ root }: Asked): string | undefined => (typeof root === 'string' ? root : undefined);

/** Explains, after an empty line, why a graph answer may be incomplete; else returns nothing. @param effect, unknown as `doubtsInWords` */
export function unsureLines(doubts: Doubts, asked: Asked, effect?: string, unknown?: string): string[] {
  const words = doubtsInWords(doubts, { effect, unknown, root: rootOf(asked) });
  return words.length === 0 ? [] : ['', ...words.map(plain)];
}
