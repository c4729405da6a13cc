import type { Expanded } from './expand.ts';
import { parseArguments } from './options.ts';

type Rule = (words: readonly Expanded[]) => boolean;

const flagsOf = (words: readonly Expanded[]): readonly string[] => words.map(({ plain }) => plain).filter((plain) => plain.startsWith('-'));
const hasNone =
  (flag: RegExp): Rule =>
  (words) =>
    !flagsOf(words).some((each) => flag.test(each));
const textOf = (words: readonly Expanded[]): string => words.map(({ plain }) => plain).join('\n');

/** Commands of `sed` that write or execute: `w FILE`, `e COMMAND`, `s/a/b/e`. */
const SED_CHANGES = /(?:^|[;{}\n\d$/!,])\s*[ewW](?:\s|$)|[/|#,][\da-zA-Z]*[ewW][\da-zA-Z]*\s*(?:$|[;}\n])/m;
const AWK_CHANGES = /\bprintf?\b[^;}\n]*[>|]|\bsystem\b|\|&?\s*getline|\binplace\b/;
const SCRIPT_CHANGES =
  /`|\b(?:open|sysopen|unlink|rename|truncate|system|exec|spawn|fork|qx|eval|do|require|use|link|symlink|File|FileUtils|IO|Dir|Kernel|Pathname|send|copy|move|ARGV|inplace_mode)\b|\^I/;

/** The script is the first operand, or the value of an option; only a text on the line can be checked. */
const sed: Rule = (words) => {
  const args = parseArguments(words, '-e --expression -f --file -l --line-length');
  const scripts = args.values('-e', '--expression');
  const code = scripts.length > 0 ? scripts : args.operands.slice(0, 1);
  return hasNone(/^-[a-zA-Z]*[if]|^--(?:in-place|file)/)(words) && code.every(({ plain, isCut }) => !isCut && !SED_CHANGES.test(plain));
};
const awk: Rule = (words) => hasNone(/^-[fi]|^--(?:file|include|load)|^-l/)(words) && !AWK_CHANGES.test(textOf(words));
const script: Rule = (words) =>
  flagsOf(words).some((flag) => /^-[a-zA-Z\d]*[np][a-zA-Z\d]*e$|^-[np]$/.test(flag)) &&
  hasNone(/^-[a-zA-Z\d]*i|^-[MmIr]/)(words) &&
  !SCRIPT_CHANGES.test(textOf(words));
/** Not with an option that corrects files, updates them or writes a report. */
const checks = hasNone(/^--?(?:fix|write|apply|in-?place|update|auto|format$|unsafe|output|o)|^-[a-zA-Z]*[wiuaAFo]/);
const copies = hasNone(/^--(?:remove|to-command|use-compress|checkpoint-action|rsh|rsync-path)|^-[a-zA-Z]*[eI]/);

const named = (names: string, rule: Rule): [string, Rule][] => names.split(' ').map((name) => [name, rule]);

/** Programs that may run any code, but only read the files that they name. */
const RULES: ReadonlyMap<string, Rule> = new Map([
  ...named('sed gsed', sed),
  ...named('awk gawk mawk nawk', awk),
  ...named('perl ruby', script),
  ...named('eslint stylelint oxlint standard xo ruff biome prettier black isort stylua rubocop ktlint gofmt goimports shfmt', checks),
  ...named('vitest jest mocha ava pytest mypy pyright flake8 pylint shellcheck markdownlint cspell staticcheck golangci-lint', checks),
  ...named('tsc vue-tsc', (words) => words.some(({ plain }) => /^--noEmit$/i.test(plain)) && hasNone(/^--(?:outFile|outDir)/i)(words)),
  ...named('cp scp rsync tar dd', copies),
  // The commands that they start are analyzed themselves.
  ...named('xargs parallel', () => true),
]);

/** Returns whether a command only reads the files that it names, apart from the writes that its arguments show. */
export const readsWhatItNames = (name: string, words: readonly Expanded[]): boolean => RULES.get(name)?.(words) === true;
