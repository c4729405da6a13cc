import { entriesOf, valueAt } from '../../../text/foreign-data.ts';
import { commandsIn } from '../manifests/commands.ts';
import { folderOf, nameOf, resolvePath } from '../paths.ts';
import { pathMatcher } from '../resolve/path-glob.ts';
import type { Project } from '../unit.ts';

/** Programs that run all files which they are given as tests. */
const RUNNER = /^(?:mocha|_mocha|ava|tap|tape|uvu|jasmine|qunit|zora|pta|lab|brittle|borp|supertape)$/;
/** Programs before a runner, which run it. */
const BEFORE = /^(?:npx|pnpm|yarn|bunx|exec|c8|nyc|cross-env|dotenv|--)$/;
const NODE = /^(?:node|tsx|bun|deno|ts-node)$/;
/** Options without a value. The word after any other option may be its value, so it is no test. */
const FLAG =
  /^(?:--[\w-]+=.*|--(?:test|recursive|exit|bail|verbose|watch|parallel|no-[\w-]+|experimental-[\w-]+|check-leaks|color|colors|serial)|-[bvw])$/;
const SCRIPT_ENDING = /\.[cm]?[jt]sx?$/;

/** Returns the words after the runner of a command; `null` if it runs no tests. */
function argumentsOf(command: readonly string[]): readonly string[] | null {
  const at = command.findIndex((word) => !BEFORE.test(word) && !/^\w+=/.test(word));
  const [program = '', ...rest] = at < 0 ? [] : command.slice(at);
  if (RUNNER.test(program)) return rest;
  return NODE.test(program) && rest.includes('--test') ? rest : null;
}

/** Returns the files and patterns among the arguments of a test runner. */
function filesAmong(words: readonly string[]): string[] {
  return words.filter((word, n) => {
    const before = words[n - 1] ?? '';
    return !word.startsWith('-') && (!before.startsWith('-') || FLAG.test(before)) && (SCRIPT_ENDING.test(word) || word.endsWith('}'));
  });
}

/** Returns the files and patterns that the scripts of a `package.json` give to a test runner, from the root of the project. */
function placesIn(manifest: unknown, folder: string): Set<string> {
  const scripts = entriesOf(valueAt(manifest, 'scripts')).map(([, script]) => String(script));
  const words = scripts.flatMap(commandsIn).flatMap((command) => filesAmong(argumentsOf(command) ?? []));
  return new Set(words.flatMap((word) => resolvePath(folder, word) ?? []));
}

/** Returns the files that the scripts of `package.json` give to a test runner: `"test": "tape test/*.js"`. */
export function testsNamedByScripts({ configs, facts }: Project): Set<string> {
  const manifests = [...configs].filter(([path]) => nameOf(path) === 'package.json');
  const places = new Set(manifests.flatMap(([path, manifest]) => [...placesIn(manifest, folderOf(path))]));
  const patterns = [...places].filter((place) => /[*{]/.test(place)).map(pathMatcher);
  const matching = patterns.length === 0 ? [] : [...facts.keys()].filter((file) => patterns.some((matches) => matches(file)));
  return new Set([...[...places].filter((place) => facts.has(place)), ...matching].filter((file) => SCRIPT_ENDING.test(file)));
}
