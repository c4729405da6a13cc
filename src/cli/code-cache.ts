/** What was compiled of the programs' files is kept beside them: to compile one takes longer than what most commands do. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/** Hexadecimal digits of the digest that the build writes at the end of each file. */
const DIGEST_LENGTH = 64;
const FOLDER = '.compiled';
/** Separates the code from the check and the runs (one line each), which stand last: V8 copies code that does not begin at a multiple of 8. */
const LABEL = '\n\n';

/** More than one file has commands: whatever is taken for one, that ends. */
const MOST_RUNS = 64;

/** What is kept of the largest file is less than a tenth of this. */
const MOST_BYTES = 32 * 1_048_576;

interface Kept {
  /** The runs that it was kept of, as `ownRun` names them. */
  readonly runs: readonly string[];
  readonly code: Uint8Array;
}

const NOTHING: Kept = { runs: [], code: new Uint8Array() };

/** Of `cstack` those of the first words behind which another command follows; behind any other follows what somebody has typed. */
const STACK_GROUPS: readonly string[] = ['plan', 'agents'];

/** What a file says of what it has done, beyond the words of the command: the kind of a hook. */
function kindOf(exports: object): string[] {
  const say: unknown = Reflect.get(exports, 'kindOfRun');
  return typeof say === 'function' ? [String(say())] : [];
}

/** What this process was asked for, roughly: each command runs other functions, and to help yet others. Nothing that a person typed is in it. */
function ownRun(file: string, exports: object): string {
  const args = process.argv.slice(2);
  const isHelp = args.some((each) => each === '--help' || each === '-h');
  const [group = '', command = ''] = args.map((each) => (/^[a-z-]{1,20}$/.test(each) && !each.startsWith('-') ? each : ''));
  const isGroup = !path.basename(file).startsWith('cstack-') || STACK_GROUPS.includes(group);
  return JSON.stringify([group, isGroup ? command : '', isHelp, ...kindOf(exports)]);
}

/** V8 itself only compares the lengths of the sources. */
const checkOf = (source: string, code: Uint8Array): string => `${source.slice(-DIGEST_LENGTH)} ${code.length}`;

/** @returns nothing where none is kept, or that of another source, or half of one, or what is no file: a pipe is read for ever */
function memoByIndex(place: string, source: string): Kept {
  try {
    const stat = fs.lstatSync(place);
    if (!stat.isFile() || stat.size > MOST_BYTES) return NOTHING;
    const kept = fs.readFileSync(place);
    const end = kept.lastIndexOf(LABEL);
    const code = kept.subarray(0, Math.max(0, end));
    const [check, ...runs] = kept
      .subarray(end + LABEL.length)
      .toString()
      .split('\n');
    return check === checkOf(source, code) ? { runs, code } : NOTHING;
  } catch {
    return NOTHING;
  }
}

/** Replaces the file as a whole, because others may be reading it, and flushes before the rename, because half a file can crash V8. */
function put(place: string, bytes: Uint8Array): void {
  const fresh = `${place}.${process.pid}`;
  try {
    // Whatever the mask is, nobody else may write what will be run.
    fs.writeFileSync(fresh, bytes, { mode: 0o644, flag: 'wx', flush: true });
    fs.renameSync(fresh, place);
  } catch {
    // Half of one, on a full disk, or what was left by a process that was killed and had this number.
    fs.rmSync(fresh, { force: true });
  }
}

function keep(place: string, source: string, runs: readonly string[], script: Script): void {
  try {
    fs.mkdirSync(path.dirname(place), { mode: 0o755, recursive: true });
    const code = script.createCachedData();
    put(place, Buffer.concat([code, Buffer.from(LABEL + [checkOf(source, code), ...runs].join('\n'))]));
  } catch {
    // Where nothing can be written it is compiled each time.
  }
}

const loaded = new Map<string, unknown>();

/** The `require` of a program's file. Relative paths are loaded once, with cached code, like the file itself. */
function requireFrom(file: string): (name: string) => unknown {
  const others = createRequire(file);
  return (name) => {
    if (!name.startsWith('.')) return others(name);
    const own = path.join(path.dirname(file), name);
    const exports = loaded.get(own) ?? requireKept(own);
    loaded.set(own, exports);
    return exports;
  };
}

/**
 * Requires a file of the program by what is kept of it. At its end a process that did what it was asked for keeps what it has run,
 * beside what others ran, where none of its kind has done so: what only told the help has compiled little of what a command needs.
 * @param file absolute; a CommonJS wrapper function and a digest, as `scripts/lib/build/kept-files.mjs` writes them, in ASCII alone: read as
 *   Latin-1 it is a string of half the size
 */
export function requireKept(file: string): unknown {
  const source = fs.readFileSync(file, 'latin1');
  const engine = `${process.versions.v8}-${process.arch}`;
  const place = path.join(path.dirname(file), FOLDER, `${path.basename(file)}.${engine}`);
  const kept = memoByIndex(place, source);
  const script = new Script(source, { filename: file, ...(kept !== NOTHING && { cachedData: kept.code }) });
  const runs = script.cachedDataRejected === true ? [] : kept.runs;
  const run: unknown = script.runInThisContext();
  if (typeof run !== 'function') throw new TypeError(`${file} is no CommonJS`);
  const module = { exports: {} };
  process.once('exit', (code) => {
    const own = ownRun(file, module.exports);
    if (code === 0 && runs.length < MOST_RUNS && !runs.includes(own)) keep(place, source, [...runs, own], script);
  });
  Reflect.apply(run, module.exports, [module.exports, requireFrom(file), module, file, path.dirname(file)]);
  return module.exports;
}
