import type { UnreadFile } from '../../../crtx/index.ts';
import { entriesOf, valueAt } from '../../../text/foreign-data.ts';
import { languageOf } from '../../languages.ts';
import { unreadLanguageOf } from '../../unread-languages.ts';
import { folderOf, nameOf, resolvePath } from '../paths.ts';
import type { Project } from '../unit.ts';

const MAX_WORDS = 200;
/** Programs that run the file which they are given, and those that import a module with `-m`. */
const NODE = /^(?:node|nodejs|tsx|ts-node(?:-esm|-dev)?|esno|jiti|vite-node|babel-node|swc-node|nodemon|electron|bun|deno)$/;
const PYTHON = /^(?:python|pypy)[\d.]*$/;
const SHELL = /^(?:ba|da|z|k)?sh$/;
/** Options whose value may be a file that is loaded too. */
const LOADING = /^(?:-r|--require|--import|--loader|--experimental-loader|--preload)$/;
/** Options with another value. */
const WITH_VALUE = /^(?:-[CPWX]|--(?:conditions|project|tsconfig|env-file|config|watch-path|inspect-port|exec|ext|ignore|watch))$/;
/** Words before the file. */
const SUBCOMMAND = /^(?:run|watch|start|dev|exec)$/;

/** A command in a script of a manifest. */
interface Command {
  /** The folder in which it runs. */
  readonly folder: string;
  readonly words: readonly string[];
}

/** A file or module that a command starts. */
export interface Started {
  readonly by: 'node' | 'python' | 'shell';
  readonly folder: string;
  /** A path as written, or a module of Python. */
  readonly target: string;
  readonly isModule: boolean;
}

/** Splits a script at `&&`, `;` and `|` into commands, and each into words. */
export function commandsIn(script: string): string[][] {
  const words = script.match(/"[^"]*"|'[^']*'|&&|\|\|?|;|[^\s;&|]+/g) ?? [];
  const commands: string[][] = [[]];
  for (const word of words.slice(0, MAX_WORDS)) {
    if (/^(?:&&|\|\|?|;)$/.test(word)) commands.push([]);
    else commands.at(-1)?.push(word.replace(/^(["'])(.*)\1$/, '$2'));
  }
  return commands;
}

/** Returns the commands of a script with their folders, also those in quotes: `concurrently "node a.js" "node b.js"`. */
function placedCommands(script: string, start: string, isInner = false): Command[] {
  let folder = start;
  return commandsIn(script.replaceAll('\\"', '"')).flatMap((words): Command[] => {
    if (words[0] === 'cd') folder = resolvePath(folder, words[1] ?? '') ?? folder;
    const inner = isInner ? [] : words.filter((word) => /\s/.test(word)).flatMap((word) => placedCommands(word, folder, true));
    return [{ folder, words }, ...inner];
  });
}

/** Returns the file that follows the name of a program, and files that its options load. */
function filesAfter(words: readonly string[]): string[] {
  const found: string[] = [];
  for (let n = 0; n < words.length; n += 1) {
    const [word = '', next = ''] = [words[n], words[n + 1]];
    const [, option = '', value = ''] = /^(--[\w-]+)=(.+)$/.exec(word) ?? [];
    if (LOADING.test(option)) found.push(value);
    else if (LOADING.test(word)) found.push(next);
    if (LOADING.test(word) || WITH_VALUE.test(word)) n += 1;
    else if (!word.startsWith('-') && !SUBCOMMAND.test(word)) return [...found, word];
  }
  return found;
}

function startedBy({ folder, words }: Command): Started[] {
  const at = words.findIndex((word) => NODE.test(word) || PYTHON.test(word) || SHELL.test(word));
  const rest = words.slice(at + 1);
  if (at < 0) return [];
  if (NODE.test(words[at] ?? '')) return filesAfter(rest).map((target) => ({ by: 'node', folder, target, isModule: false }));
  const first = rest.findIndex((word, n) => !word.startsWith('-') && !WITH_VALUE.test(rest[n - 1] ?? ''));
  const target = rest[first];
  if (target === undefined || /^-\w*c$/.test(rest[first - 1] ?? '')) return [];
  if (SHELL.test(words[at] ?? '')) return first === 0 ? [{ by: 'shell', folder, target, isModule: false }] : [];
  return [{ by: 'python', folder, target, isModule: rest[first - 1] === '-m' }];
}

/** Returns what the scripts of a `package.json` start with Node, Python or a shell; empty for other manifests. */
export function startedByScripts(config: string, manifest: unknown): Started[] {
  if (nameOf(config) !== 'package.json') return [];
  const scripts = entriesOf(valueAt(manifest, 'scripts')).flatMap(([, script]) => (typeof script === 'string' ? [script] : []));
  return scripts.flatMap((script) => placedCommands(script, folderOf(config))).flatMap(startedBy);
}

/**
 * Returns files that a script of a `package.json` starts and that are not read, because neither their name nor their first line shows their
 * language.
 */
export function unreadPrograms({ configs, facts, files }: Project): UnreadFile[] {
  const found = new Map<string, UnreadFile>();
  for (const { by, folder, target, isModule } of [...configs].flatMap(([path, manifest]) => startedByScripts(path, manifest))) {
    const path = isModule || by === 'shell' ? null : resolvePath(folder, target);
    if (path === null || facts.has(path) || !files.has(path) || languageOf(path) !== null || unreadLanguageOf(path) !== null) continue;
    const reason = 'is not read: only a script of a package.json shows its language';
    found.set(path, { path, reason, language: by === 'node' ? 'ts' : 'py' });
  }
  return [...found.values()];
}
