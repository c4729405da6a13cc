import { type Doubts, describeDoubts } from '../../engine/crtx/index.ts';
import { escapeText, type TypedInput } from './layout.ts';

const rootOf = ({ root }: TypedInput): string | undefined => (typeof root === 'string' ? root : undefined);

/** Explains, after an empty line, why a graph answer may be incomplete; else returns nothing. @param effect, unknown as `doubtsInWords` */
export function doubtLines(doubts: Doubts, asked: TypedInput, effect?: string, unknown?: string): string[] {
  const words = describeDoubts(doubts, { effect, unknown, root: rootOf(asked) });
  return words.length === 0 ? [] : ['', ...words.map(escapeText)];
}
