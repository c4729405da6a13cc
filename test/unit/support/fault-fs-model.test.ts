import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type FileSystem, nodeFileSystem } from '../../../src/engine/platform/file-system.ts';
import { FaultFileSystem } from '../../support/fault-fs.ts';

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_DIRECTORY, O_NOFOLLOW } = fs.constants;

const NAMES = [
  'a',
  'b',
  'd',
  'd/a',
  'd/b',
  'd/e',
  'd/e/a',
  'e',
  'to-d',
  'to-a',
  'to-d/a',
  'none/a',
  'a/b',
  'd/',
  'a/',
  'd/../b',
  './a',
  'loop',
];
/** Number of runs. Set RUNS for a thorough test. */
const RUNS = Number(process.env.RUNS ?? 250);
const SLOTS = 4;
/** A descriptor number that no process has, so that it cannot hit a real descriptor. */
const CLOSED = 1_000_000;

/** Runs one step, and returns a comparable result. */
type Step = (world: World) => unknown;

/** One side of the comparison: a file system and its open descriptors. */
interface World {
  readonly fs: FileSystem;
  readonly root: string;
  readonly slots: number[];
}

const anyPath = fc.constantFrom(...NAMES);
const anySlot = fc.nat(SLOTS - 1);
const anyPosition = fc.option(fc.nat(40), { nil: null });
const anyFlags = fc
  .tuple(fc.constantFrom(O_RDONLY, O_WRONLY, O_RDWR), fc.subarray([O_CREAT, O_CREAT | O_EXCL, O_TRUNC, O_APPEND]))
  .map(([access, others]) => others.reduce((flags, flag) => flags | flag, access));
const rareFlags = fc.constantFrom(O_DIRECTORY, O_NOFOLLOW, O_NOFOLLOW | O_CREAT | O_RDWR);

const at = (world: World, name: string) => `${world.root}/${name}`;
const fdOf = (world: World, slot: number) => world.slots[slot] ?? CLOSED;

function release(world: World, slot: number): void {
  const fd = fdOf(world, slot);
  world.slots[slot] = CLOSED;
  // Node would warn about closing a descriptor that is not open.
  if (fd !== CLOSED) world.fs.closeSync(fd);
}

function open(name: string, flags: number, slot: number): Step {
  return (world) => {
    release(world, slot);
    world.slots[slot] = world.fs.openSync(at(world, name), flags, 0o600);
  };
}

function write(slot: number, text: string, position: number | null): Step {
  const bytes = Buffer.from(text);
  return (world) => world.fs.writeSync(fdOf(world, slot), bytes, 0, bytes.length, position);
}

function read(slot: number, length: number, position: number | null): Step {
  return (world) => {
    const bytes = Buffer.alloc(length + 1);
    const count = world.fs.readSync(fdOf(world, slot), bytes, 1, length, position);
    return [count, bytes.toString('latin1')];
  };
}

/** Returns comparable metadata. The size and links of a directory differ between real file systems. */
function show(stat: ReturnType<FileSystem['statSync']>): unknown {
  const kind = [stat.isFile(), stat.isDirectory(), stat.isSymbolicLink()];
  return stat.isFile() ? [...kind, stat.size, stat.nlink] : kind;
}

const anyStep: fc.Arbitrary<readonly [string, Step]> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(anyPath, anyFlags, anySlot).map(([p, flags, s]) => [`open ${p} ${flags} ${s}`, open(p, flags, s)] as const),
  },
  fc.tuple(anyPath, rareFlags, anySlot).map(([p, flags, s]) => [`open ${p} ${flags} ${s}`, open(p, flags, s)] as const),
  {
    weight: 4,
    arbitrary: fc
      .tuple(anySlot, fc.string({ maxLength: 12 }), anyPosition)
      .map(([s, t, p]) => [`write ${s} '${t}' ${p}`, write(s, t, p)] as const),
  },
  { weight: 2, arbitrary: fc.tuple(anySlot, fc.nat(20), anyPosition).map(([s, n, p]) => [`read ${s} ${n} ${p}`, read(s, n, p)] as const) },
  anySlot.map((s) => [`close ${s}`, (world: World) => release(world, s)] as const),
  anySlot.map((s) => [`fstat ${s}`, (world: World) => show(world.fs.fstatSync(fdOf(world, s), { bigint: true }))] as const),
  anyPath.map((p) => [`stat ${p}`, (world: World) => show(world.fs.statSync(at(world, p), { bigint: true }))] as const),
  anyPath.map((p) => [`lstat ${p}`, (world: World) => show(world.fs.lstatSync(at(world, p), { bigint: true }))] as const),
  anyPath.map((p) => [`readdir ${p}`, (world: World) => world.fs.readdirSync(at(world, p))] as const),
  anyPath.map((p) => [`mkdir ${p}`, (world: World) => world.fs.mkdirSync(at(world, p), { recursive: true })] as const),
  anyPath.map((p) => [`realpath ${p}`, (world: World) => world.fs.realpathSync(at(world, p))] as const),
  { weight: 2, arbitrary: anyPath.map((p) => [`unlink ${p}`, (world: World) => world.fs.unlinkSync(at(world, p))] as const) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(anyPath, anyPath)
      .map(([p, q]) => [`link ${p} ${q}`, (world: World) => world.fs.linkSync(at(world, p), at(world, q))] as const),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(anyPath, anyPath)
      .map(([p, q]) => [`rename ${p} ${q}`, (world: World) => world.fs.renameSync(at(world, p), at(world, q))] as const),
  },
);

/**
 * Returns the result or the error. The message has code, call and paths, except for mkdir and realpath, where Node names only one path.
 */
function attempt(world: World, name: string, step: Step): unknown {
  try {
    return ['gave', step(world)];
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return ['threw', error.code, /^(mkdir|realpath)/.test(name) ? '' : error.message];
  }
}

function compare(steps: readonly (readonly [string, Step])[]): void {
  const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'fault-fs-'));
  const real: World = { fs: nodeFileSystem, root, slots: [] };
  const faulty = new FaultFileSystem();
  const model: World = { fs: faulty, root, slots: [] };
  faulty.mkdirSync(root);
  for (const [target, name] of [
    ['d', 'to-d'],
    [`${root}/a`, 'to-a'],
    ['loop', 'loop'],
  ] as const) {
    fs.symlinkSync(target, `${root}/${name}`);
    faulty.symlinkSync(target, `${root}/${name}`);
  }
  try {
    for (const [name, step] of steps) {
      const expected = attempt(real, name, step);
      const actual = attempt(model, name, step);
      const [left, right] = [expected, actual].map((outcome) =>
        JSON.stringify(outcome, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
      );
      if (left !== right) throw new Error(`${name}: expected ${left}, got ${right}`);
    }
  } finally {
    for (const fd of real.slots) if (fd !== undefined && fd !== CLOSED) fs.closeSync(fd);
    fs.rmSync(root, { recursive: true });
  }
}

// Some error codes, and positioned writes to an appending descriptor, are specific to Linux.
describe.runIf(process.platform === 'linux')('FaultFileSystem compared with the real file system', () => {
  it('returns the same results and the same errors', () => {
    const steps = fc.array(anyStep, { minLength: 5, maxLength: 60, size: 'max' });
    fc.assert(
      fc.property(steps, (sequence) => compare(sequence)),
      { numRuns: RUNS },
    );
  });
});
