import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { Stacks } from '../../../src/engine/stack/stacks.ts';
import { readStatuses } from '../../../src/engine/stack/status.ts';
import { StackStore } from '../../../src/engine/stack/store.ts';
import { type Measurement, measurementOf, subjects } from '../../bench/measurements.ts';
import { stackIn } from '../../bench/stack-project.ts';

const SIZE = 12;
const runtime = nodeRuntime({});
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-bench-test-')));
const [inbox, repository] = ['inbox', 'stacks'].map((name) => path.join(folder, name)) as [string, string];

beforeAll(async () => {
  await subjects.inbox.make(runtime, inbox, SIZE);
  await subjects.stacks.make(runtime, repository, SIZE);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function expectTimes(figures: Readonly<Record<string, number>>): void {
  expect(Object.keys(figures).length).toBeGreaterThan(0);
  for (const figure of Object.values(figures)) expect(figure).toBeGreaterThan(0);
}

test.each(['send', 'send-rewritten'] satisfies Measurement<'inbox'>[])(
  'measuring "%s" returns times, and leaves the INBOX unchanged',
  async (what) => {
    const read = () => fs.readFileSync(path.join(stackIn(inbox), 'INBOX.md'), 'utf8');
    const before = read();
    expect(new StackStore(runtime, stackIn(inbox)).mailbox.read().messages).toHaveLength(SIZE);
    expectTimes(await measurementOf(subjects.inbox, what)(runtime, inbox, SIZE));
    expect(read()).toBe(before);
  },
);

test('all measured stacks have work, and measuring them changes nothing', async () => {
  expectTimes(await measurementOf(subjects.stacks, 'status')(runtime, repository, SIZE));
  const statuses = readStatuses(Stacks.open(runtime, repository).all().stacks, runtime.clock.now());
  expect(statuses).toHaveLength(SIZE);
  for (const { current, inProgress, unread, outbox, problems } of statuses) {
    expect(problems).toEqual([]);
    expect([current.task === '', inProgress.length === 0, unread === 0, outbox === 0]).toEqual([false, false, false, false]);
  }
});
