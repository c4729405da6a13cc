import { expect } from 'vitest';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { compactStack } from '../../../../src/engine/stack/compact.ts';
import { formatMessage } from '../../../../src/engine/stack/messages/format.ts';
import type { Message } from '../../../../src/engine/stack/messages/message.ts';
import { messageId } from '../../../../src/engine/stack/messages/message-id.ts';
import { markRead } from '../../../../src/engine/stack/messages/read-marks.ts';
import { addToPlan, completeInPlan } from '../../../../src/engine/stack/plan/plan-file.ts';
import { STACK_FILES, StackStore } from '../../../../src/engine/stack/store.ts';
import { type Aftermath, type CrashReport, exploreCrashes } from '../../../support/crash-explorer.ts';
import { readText, writeText } from '../../../support/fault-fs/files.ts';
import type { FaultFileSystem } from '../../../support/fault-fs.ts';
import { SimulatedTime, START, simulatedRuntime } from '../../../support/simulation.ts';

const STACK = '/repo/.cstack';
const FILES = { inbox: `${STACK}/INBOX.md`, plan: `${STACK}/PLAN.md`, history: `${STACK}/HISTORY.md` };

interface World {
  readonly time: SimulatedTime;
}

function message(content: string, time: string): Message {
  const draft = { from: 'ann', to: 'bob', thread: null, replyTo: null, type: 'task', time, content, fields: [] };
  return { ...draft, id: messageId(draft) };
}

const OLD = message('old', '2026-01-19T10:30:00Z');
const YOUNG = message('young', '2027-01-15T07:00:00Z');
const DONE = '- [x] first | completed: 2026-01-20';

function setup(fs: FaultFileSystem): World {
  fs.mkdirSync(STACK, { recursive: true });
  writeText(fs, FILES.inbox, [OLD, YOUNG].map((each) => formatMessage(each)).join(''));
  writeText(fs, FILES.plan, `# Plan\n\n## Tasks\n${DONE}\n`);
  fs.syncAll();
  return { time: new SimulatedTime() };
}

/** Performs every write to a stack except sending, as one process. Steps that completed before an error are recorded in `done`. */
async function work(fs: FaultFileSystem, done: string[], { time }: World, title = 'second'): Promise<void> {
  const store = new StackStore(simulatedRuntime(fs, { time, seed: title.length }), STACK);
  try {
    await markRead(store, [OLD.id]);
    await addToPlan(store, { title });
    done.push('added');
    await completeInPlan(store, title);
    await compactStack(store, { olderThanMs: 7 * 86_400_000, now: START });
    done.push('compacted');
    await store.remove(STACK_FILES.inbox, [YOUNG]);
    done.push('cleared');
  } finally {
    await store.edits.whenIdle();
  }
}

const timesIn = (text: string, part: string): number => text.split(part).length - 1;

async function verify({ fs, acknowledged, context, error }: Aftermath<World, string>): Promise<void> {
  if (error !== undefined) expect(error).toBeInstanceOf(CortexError);
  const [inbox, plan] = [readText(fs, FILES.inbox), readText(fs, FILES.plan)];
  const history = fs.readdirSync(STACK).includes('HISTORY.md') ? readText(fs, FILES.history) : '';
  for (const part of [formatMessage(OLD).trim(), DONE])
    expect(timesIn(history, part) + timesIn(inbox + plan, part), part).toBeGreaterThan(0);
  if (acknowledged.includes('added')) expect(plan).toContain('] second');
  if (acknowledged.includes('compacted')) expect(timesIn(inbox + plan, 'old') + timesIn(plan, 'first')).toBe(0);
  else expect(timesIn(inbox, formatMessage(YOUNG))).toBe(1);
  expect(fs.openCount, 'open descriptors').toBe(0);
  // When there is space again, everything succeeds, once.
  const world = { time: context.time.fork() };
  world.time.advance(fs, 61_000);
  await work(fs, [], world, 'the third one');
  const after = readText(fs, FILES.history);
  for (const part of [formatMessage(OLD).trim(), DONE]) expect(timesIn(after, part), `once: ${part} in ${after}`).toBe(1);
  expect(readText(fs, FILES.inbox).trim()).toBe('');
}

/**
 * Works on a stack whose disk becomes full at one call. Nothing may be lost, and the error must be a `CortexError`.
 * @param oneIn one of this many neighbouring calls of one kind is tried
 */
export function exploreFullDisk(oneIn: number): Promise<CrashReport> {
  const modes = { before: false, after: false, short: () => [], fail: ['ENOSPC' as const], cut: true, reads: false, losses: 0, oneIn };
  return exploreCrashes<World>({ setup, scenario: work, verify, modes });
}
