import { shellWord } from '../text/shell-word.ts';
import { onDemand } from './on-demand.ts';

/** What can be typed: nothing that is not seen, or is longer than anybody pastes. */
const typableText = onDemand(() => /^[^\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]{1,500}$/u);
const TYPED_IN_ASCII = /^[ -~]{1,500}$/;

function isTypable(value: string | null | undefined): value is string {
  return typeof value === 'string' && (TYPED_IN_ASCII.test(value) || typableText().test(value));
}

/**
 * A value in a command that is suggested, quoted for the shell; none that looks like an option.
 * @param blank stands for a value that is not known or cannot be typed: a word in capitals, which no shell takes for more
 */
export function typedWord(value: string | null | undefined, blank: string): string {
  return isTypable(value) && !value.startsWith('-') ? shellWord(value) : blank;
}

/** An option with its value: `--agent ann`; `--agent=-ann` for what looks like an option. @param name without `--`; in capitals it is the blank */
export function typedOption(name: string, value: string | null | undefined): string {
  return isTypable(value) && value.startsWith('-') ? `--${name}=${shellWord(value)}` : `--${name} ${typedWord(value, name.toUpperCase())}`;
}

/** A command about something, with its options behind it; what looks like an option stands behind `--`. @param blank as in `typedWord` */
export function commandAbout(command: string, subject: string | null | undefined, blank: string, options: readonly string[]): string {
  const isLikeOption = isTypable(subject) && subject.startsWith('-');
  return isLikeOption
    ? [command, ...options, '--', shellWord(subject)].join(' ')
    : [command, typedWord(subject, blank), ...options].join(' ');
}

/** Behind these names follow, even if they look like options. */
const NAMES = / -- (?=["']?-)|$/;

/** A command with more options. @param options each with a space in front of it */
export const withOptions = (command: string, options: string): string => command.replace(NAMES, (rest) => `${options}${rest}`);

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
  const named = (command: string) => (command.includes(' --root ') ? command : withOptions(command, ` --root ${shellWord(root)}`));
  return text.replace(SUGGESTED, (_all, inQuotes: string | undefined, atEnd: string) =>
    inQuotes === undefined ? `: ${named(atEnd)}` : `"${named(inQuotes)}"`,
  );
}
