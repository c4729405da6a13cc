import type { Expanded } from './expand.ts';

/** What a shell runs when it is started as a command. */
export type ShellCall =
  /** A line in words. `escapes`: whether a backslash escapes the next character. */
  | { readonly kind: 'text'; readonly words: readonly Expanded[]; readonly escapes: boolean }
  /** A line as one word, and the name and the parameters of the shell: `bash -c LINE NAME PARAMETERS`. */
  | {
      readonly kind: 'line';
      readonly line: readonly Expanded[];
      readonly name: readonly Expanded[];
      readonly parameters: readonly Expanded[];
    }
  /** A script from a file or its input. `parameters`: `null` if they are not set. */
  | { readonly kind: 'script'; readonly isFed: boolean; readonly escapes: boolean; readonly parameters: readonly Expanded[] | null };

const SHELL = /^(?:sh|bash|zsh|dash|ksh|fish|ash|source|\.)$/;
const POWER_SHELL = /^(?:pwsh|powershell|cmd)$/;

/** Returns how a shell is started; `null` if the command is none. */
export function shellCall(name: string, words: readonly Expanded[]): ShellCall | null {
  const isPowerShell = POWER_SHELL.test(name);
  if (!isPowerShell && !SHELL.test(name)) return null;
  const option = isPowerShell ? /^(?:-c(?:ommand)?|\/c)$/i : /^-[A-Za-z]*c[A-Za-z]*$|^--command$/;
  const at = words.findIndex(({ plain }) => option.test(plain));
  if (at < 0) return scriptCall(words, !isPowerShell);
  const rest = words.slice(at + 1);
  if (isPowerShell) return { kind: 'text', words: rest, escapes: false };
  const line = rest.findIndex(({ plain }) => !/^[-+]/.test(plain));
  return { kind: 'line', line: rest.slice(line, line + 1), name: rest.slice(line + 1, line + 2), parameters: rest.slice(line + 2) };
}

function scriptCall(words: readonly Expanded[], escapes: boolean): ShellCall {
  const at = words.findIndex(({ plain }) => !plain.startsWith('-') || plain === '-');
  const operands = at < 0 ? [] : words.slice(at);
  const hasParameters = words.some(({ plain }) => plain === '-s');
  const isFed = operands.length === 0 || /^(?:-|\/dev\/stdin)$/.test(operands[0]?.plain ?? '') || hasParameters;
  return { kind: 'script', isFed, escapes, parameters: hasParameters ? operands : null };
}
