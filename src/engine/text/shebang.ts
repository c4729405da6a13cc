/** A language of scripts. `tsx` is TypeScript or JavaScript, with or without JSX. */
export type ScriptLanguage = 'python' | 'javascript' | 'tsx';

/** How many bytes of a file show the program that runs it. */
export const HEAD_BYTES = 1_024;

const PYTHON = 'v?python[\\d.]*|pypy[\\d.]*|[ij]python[\\d.]*|graalpy|micropython';
const JAVASCRIPT = 'node|nodejs|iojs|babel-node|zx|gjs|qjs';
const TYPESCRIPT = 'tsx|ts-node(?:-\\w+)?|deno|bun|bunx|vite-node|jiti|esno|tsm|esrun|swc-node|sucrase-node';
const PROGRAMS: readonly (readonly [name: RegExp, language: ScriptLanguage])[] = [
  [new RegExp(`^(?:${PYTHON})$`), 'python'],
  [new RegExp(`^(?:${JAVASCRIPT})$`), 'javascript'],
  [new RegExp(`^(?:${TYPESCRIPT})$`), 'tsx'],
];
/** Programs that start another one, which is among the words after them. */
const STARTS = /^(?:env|npx|pnpm|yarn|nice|sudo|arch|exec|poetry|pdm|hatch|rye|pipenv|conda|mise|xvfb-run|time)$/;
/** Programs that run a script in Python without naming it. */
const RUNS_PYTHON = /^(?:uv|uvx|pipx)$/;
const SHELL = /^(?:ba|da|z|k|a)?sh$/;
/** In a script of a shell, the first command of a text that is also valid in another language: `'''exec' python3 "$0"`, `':' //; exec node "$0"`. */
const QUOTED_COMMAND = /^(?:["']{1,3}[\w:.]*["']|["']{3}|:\s*["'/])/;
const RESTARTED = new RegExp(`(?:^|[\\s"'\`/(])(${PYTHON}|${JAVASCRIPT}|${TYPESCRIPT})["')]*\\s[^\\n]*\\$\\{?0`, 'm');
const OF_NIX = /^#!.*\bnix-shell\b.*?\s-i\s+(\S+)/m;

/** Returns the name of a program without its folder and the ending that Windows needs. */
const programName = (word: string): string => (word.split(/[\\/]/).at(-1) ?? '').replace(/\.exe$/i, '');

const languageOfProgram = (name: string): ScriptLanguage | null => PROGRAMS.find(([pattern]) => pattern.test(name))?.[1] ?? null;

/** Returns the language that the words after `#!` name; `null` for any other program. */
function languageOfCommand([first = '', ...rest]: readonly string[]): ScriptLanguage | null {
  const name = programName(first);
  const own = languageOfProgram(name);
  if (own !== null) return own;
  if (RUNS_PYTHON.test(name)) return 'python';
  if (!STARTS.test(name)) return null;
  if (name === 'env') return languageOfCommand(rest.slice(rest.findIndex((word, n) => isCommand(word, rest[n - 1] ?? ''))));
  const at = rest.findIndex((word) => /^[^-=][^=]*$/.test(word) && startsScript(programName(word)));
  return at < 0 ? null : languageOfCommand(rest.slice(at));
}

/** Whether a word after `env` is the command, and no option, value of an option or variable. */
const isCommand = (word: string, before: string): boolean => !/^-|=/.test(word) && !/^-[uCP]$/.test(before);

const startsScript = (name: string): boolean => languageOfProgram(name) !== null || STARTS.test(name) || RUNS_PYTHON.test(name);

/** Returns the language of a script of a shell that starts itself again in that language; `null` for all others. */
function languageOfPolyglot(head: string): ScriptLanguage | null {
  const command = head.split('\n').find((line, n) => n > 0 && line.trim() !== '' && !line.startsWith('#'));
  if (command === undefined || !QUOTED_COMMAND.test(command)) return null;
  return languageOfProgram(RESTARTED.exec(head)?.[1] ?? '');
}

/**
 * Returns the language of a script by its first line (`#!/usr/bin/env node`); `null` for any other text, and for languages that the graph
 * does not read.
 * @param head the first `HEAD_BYTES` of a file
 */
export function scriptLanguage(head: string): ScriptLanguage | null {
  const line = /^#![ \t]*([^\r\n]+)/.exec(head)?.[1];
  if (line === undefined) return null;
  const words = line
    .replace(/--split-string[= ]|\s-v?S(?=\S)/, ' ')
    .split(/\s+/)
    .filter(Boolean);
  const program = programName(words[0] ?? '');
  const isShell = SHELL.test(program) || (program === 'env' && words.slice(1).some((word) => SHELL.test(programName(word))));
  if (isShell) return languageOfPolyglot(head);
  return program === 'nix-shell' || words.some((word) => programName(word) === 'nix-shell')
    ? languageOfProgram(OF_NIX.exec(head.slice(head.indexOf('\n') + 1))?.[1] ?? '')
    : languageOfCommand(words);
}
