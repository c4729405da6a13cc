import { shellWord } from '../../engine/text/shell-word.ts';
import { type Expanded, literal } from './expand.ts';
import { type Word, wordText } from './items.ts';

/** Commands that start another one, with their options that take a value. */
const WRAPPERS: Readonly<Record<string, string>> = {
  sudo: '-u -g -h -p -C -r -t -U -D --user --group --chdir -iu -Eu -nu',
  doas: '-u -C',
  env: '-u -C -S --unset --chdir',
  time: '-f -o',
  nice: '-n --adjustment',
  ionice: '-c -n -p',
  nohup: '',
  setsid: '',
  stdbuf: '-i -o -e',
  timeout: '-k -s --kill-after --signal',
  gtimeout: '-k -s',
  command: '',
  builtin: '',
  exec: '-a',
  busybox: '',
  npx: '-p --package',
  bunx: '',
  uvx: '',
  pnpx: '',
  unbuffer: '',
  caffeinate: '',
  strace: '-o -e -s -p -u -E',
  ltrace: '-o -e -s -p -u',
  flock: '-w --timeout -E',
  taskset: '',
  unshare: '',
  chroot: '',
  toybox: '',
  chrt: '',
  prlimit: '',
  watch: '-n --interval',
};
/** Wrappers that take one operand before the command: `timeout 5 rm x`. */
const COUNTED: ReadonlySet<string> = new Set(['timeout', 'gtimeout', 'flock', 'taskset', 'chroot', 'chrt']);
/** Options whose value is a shell command line, by program. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  env: ['-S', '--split-string'],
  su: ['-c', '--command'],
  runuser: ['-c', '--command'],
  script: ['-c', '--command', '-qc', '-qec', '-qefc'],
  flock: ['-c', '--command'],
};
/** Options for the folder in which a program is started. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = { env: ['-C', '--chdir'], sudo: ['-D', '--chdir'] };
/** Programs that start another one with a subcommand: `pnpm exec prettier`. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx', 'run'],
  bun: ['x'],
  poetry: ['run'],
  uv: ['run'],
  pipenv: ['run'],
  bundle: ['exec'],
};

/** Returns the name of a command without folder and `.exe`, in lower case, as the tables have it. */
export const commandName = (word: Expanded | undefined): string =>
  (word?.plain ?? '')
    .replace(/^.*[/\\]/s, '')
    .replace(/\.exe$/i, '')
    .toLowerCase();

/** Folders of the programs of the system. What has the same name elsewhere may be any program. */
const SYSTEM = /^\/(?:bin|usr\/bin|usr\/local\/bin|opt\/homebrew\/bin)\/[^/]+$/;

/** Returns whether a command is written with a folder, so that it is no builtin of a shell. */
export const hasFolder = (word: Expanded | undefined): boolean => /[/\\]/.test(word?.plain ?? '');

/** Returns whether the programs that are started are those that their names say. @param words the command that finally runs */
export function isTrusted(typed: readonly Expanded[], words: readonly Expanded[]): boolean {
  const wrappers = withoutKeywords(typed.slice(0, Math.max(0, typed.length - words.length))).filter(({ plain }) => !/^-|=/.test(plain));
  return [withoutKeywords(typed)[0], ...wrappers, words[0]].every((word) => !hasFolder(word) || SYSTEM.test(word?.plain ?? ''));
}

/** Removes the version from the name of a package: `prettier@3`. */
const withoutVersion = ([command, ...rest]: readonly Expanded[]): readonly Expanded[] => {
  const name = /^((?:@[^@/]+\/)?[^@]+)@[^@]*$/.exec(command?.plain ?? '')?.[1];
  return name === undefined ? [...(command === undefined ? [] : [command]), ...rest] : [literal(name), ...rest];
};

/** Programs that run a package, which may have a version. */
const OF_PACKAGES: ReadonlySet<string> = new Set(['npx', 'bunx', 'uvx', 'pnpx', 'npm', 'pnpm', 'yarn', 'bun']);

function behindOptions(words: readonly Expanded[], valued: string): readonly Expanded[] {
  const taking = new Set(valued.split(' '));
  let at = 0;
  for (; at < words.length; at += 1) {
    const { plain } = words[at] ?? { plain: '' };
    if (plain === '--') return words.slice(at + 1);
    if (taking.has(plain)) at += 1;
    else if (!plain.startsWith('-') && !/^[A-Za-z_]\w*=/.test(plain)) break;
  }
  return words.slice(at);
}

/** Returns the value of the first of some options, or `null`. @param names without `=` */
function optionValue(words: readonly Expanded[], names: readonly string[]): string | null {
  for (const [at, { plain }] of words.entries()) {
    if (names.includes(plain)) return words[at + 1]?.plain ?? '';
    const attached = names.find((name) => plain.startsWith(name.startsWith('--') ? `${name}=` : name) && plain.length > name.length);
    if (attached !== undefined) return plain.slice(attached.startsWith('--') ? attached.length + 1 : attached.length);
    if (plain === '--') return null;
  }
  return null;
}

/** Returns the line of `npx -c LINE`. Behind a program's name, `-c` is an option of that program. */
function callOption(words: readonly Expanded[]): string | null {
  const end = words.findIndex(({ plain }) => !plain.startsWith('-'));
  return optionValue(words.slice(0, end + 1), ['-c', '--call']);
}

const lineFor = (line: string): Expanded[] => [literal('sh'), literal('-c'), literal(line)];

/** Returns a program that runs a shell command line as a call of that shell; `null` for any other. */
function asShell(name: string, words: readonly Expanded[]): Expanded[] | null {
  const options = Object.hasOwn(LINES, name) ? LINES[name] : undefined;
  const given = options === undefined ? null : optionValue(words, options);
  const line = name === 'npx' ? callOption(words) : given;
  if (line !== null) return lineFor(line);
  // `command -v` only prints what would run.
  if (name === 'command' && /^-[vV]/.test(words[0]?.plain ?? '')) return [literal('type'), ...words.slice(1)];
  if (name === 'watch')
    return lineFor(
      behindOptions(words, WRAPPERS.watch ?? '')
        .map(({ plain }) => plain)
        .join(' '),
    );
  const places = Object.hasOwn(FOLDERS, name) ? FOLDERS[name] : undefined;
  const folder = places === undefined ? null : optionValue(words, places);
  if (folder === null) return null;
  const rest = behindOptions(words, WRAPPERS[name] ?? '');
  return lineFor(`cd ${shellWord(folder)} && ${rest.map(({ plain }) => shellWord(plain)).join(' ')}`);
}

/** Programs that change their arguments' files when a package manager runs them: `yarn prettier --write x`. */
const TOOLS: ReadonlySet<string> = new Set(['prettier', 'eslint', 'biome', 'stylelint', 'oxlint', 'tsx', 'ts-node', 'rimraf']);

/** Returns what a program such as `npm exec -- prettier` or `python -m black` runs; `null` for any other program. */
function commandRunBy(name: string, words: readonly Expanded[]): readonly Expanded[] | null {
  const [first, second] = words;
  if (/^python[\d.]*$/.test(name) && first?.plain === '-m') return words.slice(1);
  if (/^(?:yarn|pnpm|bun)$/.test(name) && TOOLS.has(first?.plain ?? '')) return words;
  if (!Object.hasOwn(RUNNERS, name) || RUNNERS[name]?.includes(first?.plain ?? '') !== true) return null;
  const called = callOption(words.slice(1));
  if (called !== null) return lineFor(called);
  if (second?.plain === '--') return words.slice(2);
  const rest = behindOptions(words.slice(1), '');
  return rest[1]?.plain === '--' ? rest.filter((_, at) => at !== 1) : rest;
}

/** Returns the command that finally runs, without `sudo`, `env`, `timeout 5` and the like. */
export function unwrapCommand(words: readonly Expanded[]): readonly Expanded[] {
  let rest = words;
  for (let depth = 0; depth < 16; depth += 1) {
    const name = commandName(rest[0]);
    const valued = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
    const shell = asShell(name, rest.slice(1));
    if (shell !== null) return shell;
    const ran = commandRunBy(name, rest.slice(1));
    if (valued !== undefined) rest = behindOptions(rest.slice(1), valued).slice(COUNTED.has(name) ? 1 : 0);
    else if (ran !== null) rest = ran;
    else return rest;
    if (OF_PACKAGES.has(name)) rest = withoutVersion(rest);
  }
  return rest;
}

const KEYWORDS: ReadonlySet<string> = new Set(['if', 'then', 'else', 'elif', 'while', 'until', 'do', '!', '{', 'coproc', 'function']);

/** Removes the keywords before a command. */
export function withoutKeywords(words: readonly Expanded[]): readonly Expanded[] {
  let at = 0;
  for (; KEYWORDS.has(words[at]?.plain ?? ''); at += 1) if (words[at]?.plain === 'function') at += 1;
  return words.slice(at);
}

/** Removes keywords before variables are expanded, so that `while IFS= read x` is seen as an assignment. */
export function withoutKeywordWords(words: readonly Word[]): readonly Word[] {
  let at = 0;
  for (; KEYWORDS.has(wordText(words[at] ?? [])); at += 1) if (wordText(words[at] ?? []) === 'function') at += 1;
  return words.slice(at);
}
