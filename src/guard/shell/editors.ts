import { type Expanded, literal } from './expand.ts';

/** Commands of `ed` and `vi` that name a file to write or to edit, with a range before them: `1,5w FILE`, `saveas FILE`. */
const NAMING =
  /(?:^|[|\n])[ \t:]*[%\d,.$;'+<>-]*[ \t]*(?:wq?|write|x(?:it)?|up(?:date)?|sav(?:eas)?|e(?:dit)?|f|W)!?[ \t]+(?:>>[ \t]*)?([^\n|]+)/g;
/** Shell commands in a script: `!rm x`, `r !rm x`, `w !rm x`. */
const SHELL = /(?:^|[|\n])[ \t:]*[%\d,.$;'+<>-]*[ \t]*(?:(?:r|read|w|write)[ \t]+)?!(?![ \t]*(?:$|\n))([^\n]+)/g;

/** Returns the commands that an editor runs: those of its options, of operands such as `+wq`, and what is piped into it. */
export const editorScript = (operands: readonly Expanded[], options: readonly Expanded[], input: string | null): string =>
  [
    ...options.map(({ plain }) => plain),
    ...operands.flatMap(({ plain }) => (/^\+\D/.test(plain) ? plain.slice(1) : [])),
    ...(input === null ? [] : [input]),
  ].join('\n');

/** Returns the files that a script of an editor names. */
export const filesInEditorScript = (script: string): Expanded[] =>
  [...script.matchAll(NAMING)].flatMap(([, file = '']) => (file.startsWith('!') ? [] : literal(file.trim())));

/** Returns the shell command lines in a script of an editor. */
export const linesInEditorScript = (script: string): string[] => [...script.matchAll(SHELL)].map(([, line = '']) => line);

/** Returns whether a program is an editor that takes scripts. */
export const isEditor = (name: string): boolean => /^(?:ed|ex|vi|vim|nvim|r?view|rvim)$/.test(name);
