import { expect, test } from 'vitest';
import { compactStack } from '../../../../src/engine/stack/compact.ts';
import { formatMessage } from '../../../../src/engine/stack/messages/format.ts';
import type { Message } from '../../../../src/engine/stack/messages/message.ts';
import { messageId } from '../../../../src/engine/stack/messages/message-id.ts';
import { StackStore } from '../../../../src/engine/stack/store.ts';
import { type Aftermath, exploreCrashes, exploreInterference } from '../../../support/crash-explorer.ts';
import { appendText, readText, writeText } from '../../../support/fault-fs/files.ts';
import type { FaultFileSystem } from '../../../support/fault-fs.ts';
import { SimulatedTime, START, simulatedRuntime } from '../../../support/simulation.ts';

const STACK = '/repo/.cstack';
const FILES = { inbox: `${STACK}/INBOX.md`, plan: `${STACK}/PLAN.md`, history: `${STACK}/HISTORY.md` };
const OPTIONS = { olderThanMs: 7 * 86_400_000, now: START };
const HISTORY = '# History\n\nWritten by hand.\n';

interface World {
  readonly time: SimulatedTime;
}

function message(content: string, time = '2026-01-19T10:30:00Z'): Message {
  const draft = { from: 'ann', to: 'bob', thread: null, replyTo: null, type: 'task', time, content, fields: [] };
  return { ...draft, id: messageId(draft) };
}

const OLD = [message('one\n\n---\nFrom: x\n---\n\n## 2026-01-01 PLAN.md\n'), message('two\n\n---\nFrom: nobody')];
const YOUNG = message('three', '2027-01-15T07:00:00Z');
const OLD_TASKS = ['- [x] first | completed: 2026-01-20\n  - [x] part | completed: 2026-01-20', '- [~] second | modified: 2026-01-20'];
const OPEN_TASK = '- [>] third\n';

/** The lines of each message and task that HISTORY.md must finally contain once. */
const MOVED = [...OLD.map((each) => formatMessage(each).trim()), ...OLD_TASKS];

function setup(fs: FaultFileSystem): World {
  fs.mkdirSync(`${STACK}/.local`, { recursive: true });
  writeText(fs, FILES.inbox, [...OLD, YOUNG].map((each) => formatMessage(each)).join(''));
  writeText(fs, FILES.plan, `# Plan\n\n## Tasks\n${OLD_TASKS[0]}\n${OPEN_TASK}${OLD_TASKS[1]}\n`);
  writeText(fs, FILES.history, HISTORY);
  writeText(fs, `${STACK}/.local/read.json`, JSON.stringify({ read: [...OLD, YOUNG].map(({ id }) => id) }));
  fs.syncAll();
  return { time: new SimulatedTime() };
}

/** Compacts the stack as one process. */
async function compact(fs: FaultFileSystem, { time }: World, { seed, boot = 'boot-1' }: { seed: number; boot?: string }): Promise<void> {
  const store = new StackStore(simulatedRuntime(fs, { time, seed, boot }), STACK);
  try {
    await compactStack(store, OPTIONS);
  } finally {
    await store.edits.whenIdle();
  }
}

const timesIn = (text: string, part: string): number => text.split(part).length - 1;

/** Expects each moved part in HISTORY.md or in its original file. */
function expectNothingLost(fs: FaultFileSystem): void {
  const texts = Object.values(FILES).map((file) => readText(fs, file));
  for (const part of MOVED) expect(Math.max(...texts.map((text) => timesIn(text, part))), `present: ${part}`).toBe(1);
}

function expectCompacted(fs: FaultFileSystem): void {
  const history = readText(fs, FILES.history);
  expect(history.startsWith(HISTORY), 'existing text is unchanged').toBe(true);
  for (const part of MOVED) expect(timesIn(history, part), `once: ${part} in ${history}`).toBe(1);
  expect(readText(fs, FILES.inbox)).toBe(formatMessage(YOUNG));
  expect(readText(fs, FILES.plan)).toBe(`# Plan\n\n## Tasks\n${OPEN_TASK}`);
}

async function verify({ fs, context, ending }: Aftermath<World, string>): Promise<void> {
  expectNothingLost(fs);
  const world = { time: context.time.fork() };
  world.time.advance(fs, 61_000);
  await compact(fs, world, { seed: 8, boot: ending.startsWith('power loss') ? 'boot-2' : 'boot-1' });
  expectCompacted(fs);
  expect(fs.openCount, 'open descriptors').toBe(0);
}

test('compact moves each part to HISTORY.md once, whichever call the process dies at', async () => {
  const scenario = (fs: FaultFileSystem, _acknowledged: string[], world: World) => compact(fs, world, { seed: 1 });
  const report = await exploreCrashes<World>({ setup, scenario, verify, modes: { before: false, reads: false, losses: 2 } });
  expect(report.runs).toBeGreaterThan(80);
});

test('compact keeps a message that an agent adds during any of its calls', async () => {
  const late = formatMessage(message('late'));
  const report = await exploreInterference<World, void>({
    setup,
    operation: (fs, world) => compact(fs, world, { seed: 1 }),
    interference: (fs) => appendText(fs, FILES.inbox, late),
    verify: ({ fs }) => {
      expect(readText(fs, FILES.inbox)).toBe(formatMessage(YOUNG) + late);
      for (const part of MOVED) expect(timesIn(readText(fs, FILES.history), part), part).toBe(1);
    },
  });
  expect(report.runs).toBeGreaterThan(80);
});

test('compact keeps text that people add to PLAN.md and HISTORY.md during any of its calls', async () => {
  const report = await exploreInterference<World, void>({
    setup,
    at: 'syncs',
    operation: (fs, world) => compact(fs, world, { seed: 1 }),
    interference: (fs) => {
      appendText(fs, FILES.plan, '- [ ] late\n');
      appendText(fs, FILES.history, 'Late.\n');
    },
    verify: ({ fs }) => {
      expect(readText(fs, FILES.plan)).toBe(`# Plan\n\n## Tasks\n${OPEN_TASK}- [ ] late\n`);
      expect(timesIn(readText(fs, FILES.history), 'Late.\n')).toBe(1);
      for (const part of MOVED) expect(timesIn(readText(fs, FILES.history), part), part).toBe(1);
    },
  });
  expect(report.runs).toBeGreaterThan(5);
});

test('two concurrent compactions move each part once', async () => {
  const report = await exploreInterference<World, void>({
    setup,
    at: 'syncs',
    operation: (fs, world) => compact(fs, world, { seed: 1 }),
    interference: (fs, world) => compact(fs, world, { seed: 2 }),
    verify: ({ fs }) => expectCompacted(fs),
  });
  expect(report.runs).toBeGreaterThan(5);
});
