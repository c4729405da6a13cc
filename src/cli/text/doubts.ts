import { type Doubts, describeChanged, describeDoubts } from '../../engine/crtx/index.ts';
import { escapeText, type TypedInput } from './layout.ts';

const rootOf = ({ root }: TypedInput): string | undefined => (typeof root === 'string' ? root : undefined);

/** Explains, after an empty line, why a graph answer may be incomplete; else returns nothing. @param effect, unknown as for `describeDoubts` */
export function doubtLines(doubts: Doubts, asked: TypedInput, effect?: string, unknown?: string): string[] {
  const words = describeDoubts(doubts, { effect, unknown, root: rootOf(asked) });
  return words.length === 0 ? [] : ['', ...words.map(escapeText)];
}

/** Says, after an empty line, how many files have changed since the graph was built; else returns nothing. @param effect as for `describeChanged` */
export function changeLines(changed: number, asked: TypedInput, effect?: string): string[] {
  const words = describeChanged(changed, { effect, root: rootOf(asked) });
  return words.length === 0 ? [] : ['', ...words.map(escapeText)];
}
