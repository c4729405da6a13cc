/** What was compiled of the programs' files is kept beside them: to compile one takes longer than what most commands do. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/** As Node wraps a CommonJS module. */
const [BEFORE, AFTER] = ['(function (exports, require, module, __filename, __dirname) { ', '\n})'] as const;
const FOLDER = '.compiled';
/** Of the digest in front of the code. */
const DIGEST_BYTES = 32;

/** V8 itself only looks whether the lengths agree. */
const digestOf = (source: Uint8Array, code: Uint8Array): Buffer => createHash('sha256').update(source).update(code).digest();

/** @returns nothing where none is kept, or that of another source, or one that was damaged */
function keptCode(place: string, source: Uint8Array): Buffer | undefined {
  try {
    const kept = fs.readFileSync(place);
    const code = kept.subarray(DIGEST_BYTES);
    return digestOf(source, code).equals(kept.subarray(0, DIGEST_BYTES)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Another process may be reading what is in its place. */
function put(place: string, bytes: Uint8Array): void {
  const fresh = `${place}.${process.pid}`;
  try {
    // Whatever the mask is, nobody else may write what will be run.
    fs.writeFileSync(fresh, bytes, { mode: 0o644, flag: 'wx' });
    fs.renameSync(fresh, place);
  } catch {
    // Half of one, on a full disk, or what was left by a process that was killed and had this number.
    fs.rmSync(fresh, { force: true });
  }
}

function keep(place: string, source: Uint8Array, script: Script): void {
  try {
    fs.mkdirSync(path.dirname(place), { mode: 0o755, recursive: true });
    const code = script.createCachedData();
    put(place, Buffer.concat([digestOf(source, code), code]));
  } catch {
    // Where nothing can be written it is compiled each time.
  }
}

/**
 * Requires a file of the program by what is kept of it, and keeps what this process has compiled of it at its end, if that is not there.
 * @param file absolute; CommonJS
 */
export function requireKept(file: string): unknown {
  const source = fs.readFileSync(file);
  const engine = `${process.versions.v8}-${process.arch}`;
  const place = path.join(path.dirname(file), FOLDER, `${path.basename(file)}.${engine}`);
  const cachedData = keptCode(place, source);
  const options = { filename: file, columnOffset: -BEFORE.length, ...(cachedData !== undefined && { cachedData }) };
  const script = new Script(BEFORE + source.toString() + AFTER, options);
  if (cachedData === undefined || script.cachedDataRejected === true) process.once('exit', () => keep(place, source, script));
  const run: unknown = script.runInThisContext();
  if (typeof run !== 'function') throw new TypeError(`${file} is no CommonJS`);
  const module = { exports: {} };
  Reflect.apply(run, module.exports, [module.exports, createRequire(file), module, file, path.dirname(file)]);
  return module.exports;
}
