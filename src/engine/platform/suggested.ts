import { shellWord } from '../text/shell-word.ts';
import { onDemand } from './on-demand.ts';

/** What can be typed as a value: nothing that looks like an option, is not seen, or is longer than anybody pastes. */
const typableText = onDemand(() => /^(?!-)[^\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]{1,500}$/u);
const TYPED_IN_ASCII = /^(?!-)[ -~]{1,500}$/;

/**
 * A value in a command that is suggested, quoted for the shell.
 * @param blank stands for a value that is not known or cannot be typed: a word in capitals, which no shell takes for more
 */
export function typedWord(value: string | null | undefined, blank: string): string {
  return typeof value === 'string' && (TYPED_IN_ASCII.test(value) || typableText().test(value)) ? shellWord(value) : blank;
}

/** A word as `shellWord` writes it, as a part of a regular expression. */
export const WORD = /(?:[\w./:=@%+,-]+|"[^"]*"|'[^']*'(?:\\''[^']*')*)/.source;
/** A command in quotation marks, or one behind a colon, at the end of the text. */
const SUGGESTED = new RegExp(`"((?:cortex|cstack)(?: ${WORD})+)"|: ((?:cortex|cstack) .*)$`, 'g');

const AT_END = /: ((?:cortex|cstack|git|mv|touch) .*)$/;

/** The command behind the colon at the end of a next step; `undefined` where it has none. @param next a text of ours */
export function commandAtEnd(next: string | undefined): string | undefined {
  return next === undefined ? undefined : AT_END.exec(next)?.[1];
}

const AT_START = /^"((?:cortex|cstack) [^"]+)" /;

/** The command in quotation marks with which a next step begins, such as `"cortex settle" writes both sides into it`. */
export function commandAtStart(next: string | undefined): string | undefined {
  return next === undefined ? undefined : AT_START.exec(next)?.[1];
}

/**
 * A text of ours whose suggested commands also work outside of the folder that was named with `--root`.
 * @param root as it was named; `null` when it was not
 */
export function inNamedFolder(text: string, root: string | null): string {
  if (root === null) return text;
  const named = (command: string) => (command.includes(' --root ') ? command : `${command} --root ${shellWord(root)}`);
  return text.replace(SUGGESTED, (_all, inQuotes: string | undefined, atEnd: string) =>
    inQuotes === undefined ? `: ${named(atEnd)}` : `"${named(inQuotes)}"`,
  );
}
