import { shellWord } from '../text/shell-word.ts';
import { onDemand } from './on-demand.ts';

/** Text that can be pasted into a terminal: no invisible characters, and at most 500 characters. */
const typableText = onDemand(() => /^[^\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]{1,500}$/u);
const TYPED_IN_ASCII = /^[ -~]{1,500}$/;

function isTypable(value: string | null | undefined): value is string {
  return typeof value === 'string' && (TYPED_IN_ASCII.test(value) || typableText().test(value));
}

/**
 * Returns a value for a suggested command, quoted for the shell. Values that look like options are replaced by `blank`.
 * @param blank stands for a value that is unknown or cannot be typed: a word in capitals without special meaning for a shell
 */
export function typedWord(value: string | null | undefined, blank: string): string {
  return isTypable(value) && !value.startsWith('-') ? shellWord(value) : blank;
}

/**
 * Returns an option with its value: `--agent ann`, or `--agent=-ann` if the value looks like an option.
 * @param name without `--`; in capitals it is the blank
 */
export function typedOption(name: string, value: string | null | undefined): string {
  return isTypable(value) && value.startsWith('-') ? `--${name}=${shellWord(value)}` : `--${name} ${typedWord(value, name.toUpperCase())}`;
}

/**
 * Returns a command with its subject and options. A subject that looks like an option is placed after `--`.
 * @param blank as in `typedWord`
 */
export function commandAbout(command: string, subject: string | null | undefined, blank: string, options: readonly string[]): string {
  const isLikeOption = isTypable(subject) && subject.startsWith('-');
  return isLikeOption
    ? [command, ...options, '--', shellWord(subject)].join(' ')
    : [command, typedWord(subject, blank), ...options].join(' ');
}

/** The place for further options: before ` -- ` and the names after it, which may look like options, or at the end. */
const NAMES = / -- (?=["']?-)|$/;

/** Adds options to a command. @param options each with a leading space */
export const withOptions = (command: string, options: string): string => command.replace(NAMES, (rest) => `${options}${rest}`);

/** Regular expression source of a word as `shellWord` writes it. */
export const WORD = /(?:[\w./:=@%+,-]+|"[^"]*"|'[^']*'(?:\\''[^']*')*)/.source;
/** Suggested commands in a text: in quotation marks, or after a colon at the end. */
const SUGGESTED = new RegExp(`"((?:cortex|cstack)(?: ${WORD})+)"|: ((?:cortex|cstack) .*)$`, 'g');

const AT_END = /: ((?:cortex|cstack|git|mv|rm|touch) .*)$/;

/** Returns the command that shows how a copy differs from its file. A deletion is never suggested as the command to paste. */
export const compareCommand = (file: string, copy: string): string => `git diff --no-index -- ${shellWord(file)} ${shellWord(copy)}`;

/** Returns the command after the colon at the end of a next step; `undefined` if there is none. @param next a text of this program */
export function commandAtEnd(next: string | undefined): string | undefined {
  return next === undefined ? undefined : AT_END.exec(next)?.[1];
}

const AT_START = /^"((?:cortex|cstack) [^"]+)" /;

/** Returns the quoted command at the start of a next step, such as `"cortex settle" writes both sides into it`. */
export function commandAtStart(next: string | undefined): string | undefined {
  return next === undefined ? undefined : AT_START.exec(next)?.[1];
}

/** A command after another one: `rm x && cortex graph build`. */
const AFTER_ANOTHER = /(?<=&& )(?:cortex|cstack)(?: [a-z][a-z-]{0,30}){1,4}/g;
/** A suggested command of git, and the beginning of its first path. */
const OF_GIT = /(?<=^|"|: |&& )git (?=(?:--literal-pathspecs )?(?:add|rm|log|restore|checkout --(?:ours|theirs)) -- ["']?(.{0,4096}))/g;

/** Where a caller said to look: the typed values of these options. Others are ignored. */
export interface NamedPlaces {
  readonly root?: unknown;
  readonly vault?: unknown;
  readonly team?: unknown;
}

/** Commands over all protocols, which take `--team` and `--vault`. */
const OVER_ALL: ReadonlySet<string> = new Set(['doctor', 'events', 'needs-you', 'settle', 'snooze', 'status']);

/** Adds the options that say where to look to a command, as far as it takes them and does not have them. */
function withPlaces(command: string, { root, vault, team }: NamedPlaces): string {
  const [program, group = ''] = command.split(' ', 2);
  const isOverAll = program === 'cortex' && OVER_ALL.has(group);
  const ofGroup: readonly (readonly [string, unknown])[] = [
    ...(group === 'team' || isOverAll ? [['team', team] as const] : []),
    ...(group === 'vault' || isOverAll ? [['vault', vault] as const] : []),
  ];
  const options = [...ofGroup, ['root', root] as const].flatMap(([name, place]) =>
    typeof place === 'string' && !command.includes(` --${name} `) ? [` --${name} ${shellWord(place)}`] : [],
  );
  return withOptions(command, options.join(''));
}

/** Adds `--root`, `--vault` and `--team` to the commands that a text suggests, so that they can be pasted in the same folder. */
export function inNamedPlaces(text: string, places: NamedPlaces): string {
  const { root } = places;
  const named = text
    .replace(SUGGESTED, (_all, inQuotes: string | undefined, atEnd: string) =>
      inQuotes === undefined ? `: ${withPlaces(atEnd, places)}` : `"${withPlaces(inQuotes, places)}"`,
    )
    .replace(AFTER_ANOTHER, (command: string, at: number, all: string) =>
      all.startsWith(' --root ', at + command.length) ? command : withPlaces(command, places),
    );
  if (typeof root !== 'string') return named;
  // A team or a vault may be in another repository.
  const isElsewhere = (rest: string) => rest.startsWith('/') && !rest.startsWith(root.replace(/\/?$/, '/'));
  return named.replace(OF_GIT, (command, rest: string) => (isElsewhere(rest) ? command : `git -C ${shellWord(root)} `));
}

/** As `inNamedPlaces`. @param root as the caller named it; `null` if it was not named */
export const inNamedFolder = (text: string, root: string | null): string => (root === null ? text : inNamedPlaces(text, { root }));
