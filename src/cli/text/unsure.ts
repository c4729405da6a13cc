import { type Doubts, doubtsInWords } from '../../engine/crtx/index.ts';
import { shellWord } from '../../engine/kernel/shell-word.ts';
import { type Asked, plain } from './layout.ts';

const rootOf = ({ root }: Asked): string | undefined => (typeof root === 'string' ? root : undefined);

/** A command that means the project which was asked about. */
export function typedWithRoot(command: string, asked: Asked): string {
  const root = rootOf(asked);
  return plain(root === undefined ? command : `${command} --root ${shellWord(root)}`);
}

/** Why an answer of the graph may be incomplete, behind an empty line; nothing where it is complete. @param effect as `doubtsInWords` */
export function unsureLines(doubts: Doubts, asked: Asked, effect?: string): string[] {
  const words = doubtsInWords(doubts, { effect, root: rootOf(asked) });
  return words.length === 0 ? [] : ['', ...words.map(plain)];
}
