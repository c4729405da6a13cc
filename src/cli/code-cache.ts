/** Caches the compiled code of the program's files beside them, because compiling takes longer than most commands run. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/** Number of hexadecimal digits of the digest that the build appends to each file. */
const DIGEST_LENGTH = 64;
const CACHE_FOLDER = '.compiled';
/** Separates the code from the check and the runs (one line each). The code is first, because V8 copies code not aligned to 8 bytes. */
const SEPARATOR = '\n\n';

/** Maximum number of runs in a cache file; more than the groups that share a file have commands, so that the list cannot grow without end. */
const MAX_RUNS = 256;

/** Maximum size of a cache file that is read; ten times that of the largest one. */
const MAX_BYTES = 32 * 1_048_576;

interface CachedCode {
  /** The runs that the code was cached after, as named by `nameOfRun`. */
  readonly runs: readonly string[];
  readonly code: Uint8Array;
}

const NO_CODE: CachedCode = { runs: [], code: new Uint8Array() };

/** First words of `cstack` that are followed by another command. Other first words are followed by text of the user. */
const STACK_GROUPS: readonly string[] = ['plan', 'agents'];

/** Returns what a file reports about the run beyond the command's words: the kind of a hook. */
function kindOf(exports: object): string[] {
  const kind: unknown = Reflect.get(exports, 'kindOfRun');
  return typeof kind === 'function' ? [String(kind())] : [];
}

/** Returns a coarse name of this run, without any text of the user. Each command, and its help, uses different functions. */
function nameOfRun(file: string, exports: object): string {
  const args = process.argv.slice(2);
  const isHelp = args.some((each) => each === '--help' || each === '-h');
  const [group = '', command = ''] = args.map((each) => (/^[a-z-]{1,20}$/.test(each) && !each.startsWith('-') ? each : ''));
  const isGroup = !path.basename(file).startsWith('cstack-') || STACK_GROUPS.includes(group);
  return JSON.stringify([group, isGroup ? command : '', isHelp, ...kindOf(exports)]);
}

/** V8 itself compares only the lengths of the sources. */
const checkLine = (source: string, code: Uint8Array): string => `${source.slice(-DIGEST_LENGTH)} ${code.length}`;

/** @returns nothing if there is no cache, it is of another source or truncated, or is not a regular file (reading a pipe would block) */
function readCache(place: string, source: string): CachedCode {
  try {
    const stat = fs.lstatSync(place);
    if (!stat.isFile() || stat.size > MAX_BYTES) return NO_CODE;
    const bytes = fs.readFileSync(place);
    const end = bytes.lastIndexOf(SEPARATOR);
    const code = bytes.subarray(0, Math.max(0, end));
    const [check, ...runs] = bytes
      .subarray(end + SEPARATOR.length)
      .toString()
      .split('\n');
    return check === checkLine(source, code) ? { runs, code } : NO_CODE;
  } catch {
    return NO_CODE;
  }
}

/** Replaces the file atomically, because others may be reading it. Flushes before the rename, because truncated code can crash V8. */
function replaceFile(place: string, bytes: Uint8Array): void {
  const fresh = `${place}.${process.pid}`;
  try {
    // Not writable for others, whatever the umask: the content is executed.
    fs.writeFileSync(fresh, bytes, { mode: 0o644, flag: 'wx', flush: true });
    fs.renameSync(fresh, place);
  } catch {
    // Removes a truncated file (full disk), or one left by a killed process with the same id.
    fs.rmSync(fresh, { force: true });
  }
}

function writeCache(place: string, source: string, runs: readonly string[], script: Script): void {
  try {
    fs.mkdirSync(path.dirname(place), { mode: 0o755, recursive: true });
    const code = script.createCachedData();
    replaceFile(place, Buffer.concat([code, Buffer.from(SEPARATOR + [checkLine(source, code), ...runs].join('\n'))]));
  } catch {
    // In a read-only installation the code is compiled each time.
  }
}

const loaded = new Map<string, unknown>();

/**
 * Returns the `require` of a program's file. Relative paths are loaded once, with cached code, like the file itself. A file has a `require`
 * for each import in its sources, so the answers are kept by name.
 */
function requireFrom(file: string): (name: string) => unknown {
  const others = createRequire(file);
  const known = new Map<string, unknown>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const own = path.join(path.dirname(file), name);
    const exports = name.startsWith('.') ? (loaded.get(own) ?? requireCached(own)) : others(name);
    if (name.startsWith('.')) loaded.set(own, exports);
    known.set(name, exports);
    return exports;
  };
}

/**
 * Requires a file of the program with its cached code. A process that ends successfully adds the functions that it has compiled to the
 * cache, if no run of the same kind has done so. Runs are told apart, because printing the help compiles little of what a command needs.
 * @param file absolute; a CommonJS wrapper function and a digest, as written by `scripts/lib/build/command-functions.mjs`, in ASCII: read as
 *   Latin-1 the string takes half the memory
 */
export function requireCached(file: string): unknown {
  const source = fs.readFileSync(file, 'latin1');
  const engine = `${process.versions.v8}-${process.arch}`;
  const place = path.join(path.dirname(file), CACHE_FOLDER, `${path.basename(file)}.${engine}`);
  const cached = readCache(place, source);
  const script = new Script(source, { filename: file, ...(cached !== NO_CODE && { cachedData: cached.code }) });
  const runs = script.cachedDataRejected === true ? [] : cached.runs;
  const run: unknown = script.runInThisContext();
  if (typeof run !== 'function') throw new TypeError(`${file} is not CommonJS`);
  const module = { exports: {} };
  process.once('exit', (code) => {
    const thisRun = nameOfRun(file, module.exports);
    if (code === 0 && runs.length < MAX_RUNS && !runs.includes(thisRun)) writeCache(place, source, [...runs, thisRun], script);
  });
  Reflect.apply(run, module.exports, [module.exports, requireFrom(file), module, file, path.dirname(file)]);
  return module.exports;
}
