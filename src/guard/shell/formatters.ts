import { type Expanded, patternWord } from './expand.ts';
import { type Arguments, parseArguments } from './options.ts';

/** How a program that rewrites source files is called. */
interface Formatter {
  /** Its subcommands, if it requires one, each with the flags that make it write; `true` if it always writes. */
  readonly commands?: Readonly<Record<string, readonly string[] | true>>;
  /** Flags that make it write, if it has no subcommands; `true` if it always writes. */
  readonly writes?: readonly string[] | true;
  /** Options that take a value. */
  readonly valued?: string;
  /** Its own options with which it only reports. */
  readonly reports?: readonly string[];
}

/** Flags with which any formatter only reports. */
const REPORTS = '--check --diff --dry-run --list-different --verify-no-changes --dryrun --help --version -h -V'.split(' ');
const FIX = ['--fix'];
const FIXING: Formatter = { writes: [...FIX, '--fix-type', '--fix-errors'] };

const FORMATTERS: Readonly<Record<string, Formatter>> = {
  eslint: { ...FIXING, valued: '-c --config --ext --ignore-path --ignore-pattern --rule -f --format -o --max-warnings --cache-location' },
  stylelint: FIXING,
  oxlint: FIXING,
  standard: FIXING,
  xo: FIXING,
  ruff: { commands: { format: true, check: [...FIX, '--fix-only'] }, valued: '--config --select --ignore --line-length' },
  biome: {
    commands: { check: ['--write', '--fix', '--apply'], format: ['--write', '--fix'], lint: ['--write', '--fix', '--apply'] },
    valued: '--config-path',
  },
  go: { commands: { fmt: true, fix: true }, reports: ['-n', '-diff', '-help'] },
  deno: { commands: { fmt: true, lint: FIX } },
  cargo: { commands: { fmt: true, fix: true, clippy: FIX } },
  dprint: { commands: { fmt: true } },
  terraform: { commands: { fmt: true }, reports: ['-check', '-write=false', '-help'] },
  mix: { commands: { format: true }, reports: ['--check-formatted'] },
  dotnet: { commands: { format: true } },
  rubocop: { writes: ['-a', '-A', '--autocorrect', '--autocorrect-all', '--auto-correct'] },
  ktlint: { writes: ['-F', '--format'] },
  black: { writes: true, valued: '-l --line-length -t --target-version --config' },
  isort: { writes: true, valued: '-l --profile --settings-path', reports: ['-c', '--check-only', '--show-settings'] },
  stylua: { writes: true, reports: ['-c'] },
};

const isOn = (writes: readonly string[] | true, { has }: Arguments): boolean =>
  writes === true || writes.some((flag) => (flag.startsWith('--') ? has('', flag) : has(flag.slice(1))));

/** Cargo passes on what follows `--`, so an option may stand there, too. */
const onlyReports = ({ reports = [], commands = {} }: Formatter, words: readonly Expanded[], { has }: Arguments): boolean =>
  has('', ...REPORTS, ...reports) || (Object.hasOwn(commands, 'clippy') && words.some(({ plain }) => plain === '--check'));

/**
 * Returns the files that a formatter rewrites: those that it names, or everything.
 * @returns nothing if the program is no formatter, or only reports
 */
export function formattedFiles(name: string, words: readonly Expanded[]): readonly Expanded[] {
  const formatter = Object.hasOwn(FORMATTERS, name) ? FORMATTERS[name] : undefined;
  if (formatter === undefined) return [];
  const args = parseArguments(words, formatter.valued);
  const [command, ...rest] = args.operands;
  const { commands = {}, writes } = formatter;
  const wanted = writes ?? (command !== undefined && Object.hasOwn(commands, command.plain) ? commands[command.plain] : undefined);
  if (wanted === undefined || !isOn(wanted, args) || onlyReports(formatter, words, args)) return [];
  const files = writes === undefined ? rest : args.operands;
  return files.length > 0 ? files.map(asPattern) : [patternWord('**')];
}

/** These programs expand patterns themselves. For Go, `...` names everything below a folder. */
function asPattern(word: Expanded): Expanded {
  const text = word.plain.replace(/(^|\/)\.\.\.$/, '$1**');
  return text === word.plain && (word.isPattern || word.isCut) ? word : { ...patternWord(text), plain: text };
}

/** Returns whether a program is in the list of formatters. They change everything below a folder. */
export const isFormatter = (name: string): boolean => Object.hasOwn(FORMATTERS, name);
