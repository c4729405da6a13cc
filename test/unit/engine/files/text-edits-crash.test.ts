import { expect, test } from 'vitest';
import { TextEdits } from '../../../../src/engine/files/second-look/text-edits.ts';
import { OPEN } from '../../../../src/engine/platform/file-system.ts';
import { type Aftermath, exploreCrashes } from '../../../support/crash-explorer.ts';
import { readText, readTree, writeText } from '../../../support/fault-fs/files.ts';
import type { FaultFileSystem } from '../../../support/fault-fs.ts';
import { SimulatedTime, simulatedRuntime } from '../../../support/simulation.ts';

const ROOT = '/vault';
const NOTE = `${ROOT}/a.md`;
const NEW = `${ROOT}/deep/er/new.md`;

/** A part of the text that must be in the file. Power loss may remove it unless it is `durable`. */
interface Promised {
  readonly what: 'signed' | 'ended' | 'made' | 'late';
  readonly durable: boolean;
}

interface World {
  readonly time: SimulatedTime;
}

const sign = (text: string | null) => `# signed\n${text}`;
const end = (text: string | null) => `${text}the end\n`;

function open(fs: FaultFileSystem, { time }: World, seed: number, boot = 'boot-1'): TextEdits {
  return new TextEdits(simulatedRuntime(fs, { time, seed, boot }), { root: ROOT, local: '.local' });
}

function setup(fs: FaultFileSystem): World {
  fs.mkdirSync(ROOT, { recursive: true });
  writeText(fs, NOTE, 'one\n');
  fs.syncAll();
  return { time: new SimulatedTime() };
}

/** Two edits of one file, a foreign program that appends to it through an old descriptor, and a new file. */
async function scenario(fs: FaultFileSystem, promised: Promised[], world: World): Promise<void> {
  const editor = fs.processView();
  const old = editor.openSync(NOTE, OPEN.append);
  const own = open(fs, world, 1);
  try {
    await own.edit('a.md', sign);
    promised.push({ what: 'signed', durable: true });
    // The foreign program does not crash with ours.
    if (fs.crash !== undefined) throw fs.crash;
    const bytes = Buffer.from('late\n');
    editor.writeSync(old, bytes, 0, bytes.length, null);
    promised.push({ what: 'late', durable: false });
    await own.edit('a.md', end);
    promised.push({ what: 'ended', durable: true });
    await own.edit('deep/er/new.md', () => 'new\n');
    promised.push({ what: 'made', durable: true });
  } finally {
    editor.closeSync(old);
    await own.whenIdle();
  }
  promised.push({ what: 'late', durable: true });
}

const PARTS = { signed: '# signed\n', ended: 'the end\n', late: 'late\n' } as const;

async function verify({ fs, acknowledged, context, ending }: Aftermath<World, Promised>): Promise<void> {
  const isNewBoot = ending.startsWith('power loss');
  const world = { time: context.time.fork() };
  expect(['one\n', ...[...WHOLE]], 'the file is whole').toContain(readText(fs, NOTE));
  // After this time, processes whose death cannot be proven no longer count as alive.
  world.time.advance(fs, 61_000);
  const next = open(fs, world, 8, isNewBoot ? 'boot-2' : 'boot-1');
  await next.edit('other.md', () => null);
  await next.whenIdle();
  const text = readText(fs, NOTE);
  for (const { what, durable } of acknowledged) {
    if (isNewBoot && !durable) continue;
    if (what === 'made') expect(readText(fs, NEW)).toBe('new\n');
    else expect(text.split(PARTS[what]).length - 1, `${what} is in the file once: ${text}`).toBe(1);
  }
  const left = Object.keys(readTree(fs, ROOT)).filter((file) => !/\/\.local\/(?:turns\/|\.gitignore$|\.tmp-|kept\/clock$)/.test(file));
  // Power loss may separate a note from its file. Then only the bytes written to that file remain, and they are reported.
  const kept = left.filter((file) => file.includes('/kept/')).map((file) => file.replace(/\.[^.]*$/, ''));
  const told = isNewBoot ? [...new Set(kept)].filter((file) => next.problems.some((problem) => problem.includes(`${file}.`))) : [];
  const beside = isNewBoot ? left.filter((file) => file.startsWith(`${NOTE}.kept-`)) : [];
  expect(next.problems.length, 'every remaining file is reported').toBe(told.length + beside.length);
  const known = [NOTE, NEW, ...beside];
  const strays = left.filter((file) => !known.includes(file) && !told.some((name) => file.startsWith(`${name}.`)));
  expect(isNewBoot ? strays.filter((file) => !file.includes('/.tmp-')) : strays, 'no strays remain').toEqual([]);
  expect(fs.openCount, 'open descriptors').toBe(0);
}

/** All contents that the file may have at any moment. */
const WHOLE = new Set([
  '# signed\none\n',
  '# signed\none\nlate\n',
  '# signed\none\nthe end\n',
  '# signed\none\nlate\nthe end\n',
  '# signed\none\nthe end\nlate\n',
]);

test('edits interrupted at any call leave whole files, lose nothing and leave no strays', async () => {
  const report = await exploreCrashes<World, Promised>({ setup, scenario, verify, modes: { before: false, reads: false, losses: 2 } });
  expect(report.runs).toBeGreaterThan(80);
});

/** A process that ends within the second after its addition, which another program then removes by writing what it had read before. */
async function lostAddition(fs: FaultFileSystem): Promise<World> {
  const world = setup(fs);
  const runtime = simulatedRuntime(fs, { time: world.time, seed: 1 });
  const sleep: typeof runtime.sleep = (ms, ...rest) => (ms > 100 ? new Promise(() => undefined) : runtime.sleep(ms, ...rest));
  const own = new TextEdits({ ...runtime, sleep }, { root: ROOT, local: '.local' });
  await own.append('a.md', () => ({ text: 'added\n', parts: [{ text: 'added\n', what: 'the addition' }] }));
  writeText(fs, NOTE, 'one\n');
  world.time.advance(fs, 2_500);
  fs.syncAll();
  return world;
}

test('an addition that is lost again after a process died that restored it is not lost without a word', async () => {
  const report = await exploreCrashes<World, Promised>({
    setup: lostAddition,
    scenario: async (fs, _, world) => {
      await open(fs, world, 2).look();
    },
    verify: async ({ fs, context, ending }) => {
      // Changes from before a restart of the machine get no second look.
      if (ending !== 'process death') return;
      const world = { time: context.time.fork() };
      if (readText(fs, NOTE).includes('added\n')) writeText(fs, NOTE, 'one\n');
      world.time.advance(fs, 61_000);
      const next = open(fs, world, 8);
      await next.look();
      await next.whenIdle();
      const texts = Object.entries(readTree(fs, ROOT)).filter(([file]) => file.startsWith(NOTE));
      expect(texts.map(([, text]) => text).join('')).toContain('added');
    },
    modes: { reads: false, losses: 0 },
  });
  expect(report.runs).toBeGreaterThan(20);
});
