import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { ActivityReader, type SwarmActivity } from '../../../../../src/engine/swarm/replay/activity.ts';
import type { AgentActivity } from '../../../../../src/engine/swarm/schemas/activity.ts';
import type { SwarmRecord } from '../../../../../src/engine/swarm/state/records.ts';
import { START } from '../../../../support/simulation.ts';
import { creation, root, task } from '../make.ts';
import { PastLog } from './past-log.ts';

const MINUTE = 60_000;

let log: PastLog;
let reader: ActivityReader;
beforeEach(() => {
  log = new PastLog();
  reader = new ActivityReader(log.runtime, log.directory);
});

/** Reads the activity. What continued an earlier reading must be the same as what is read at once. */
function activity(): SwarmActivity {
  const found = reader.read();
  if (found === null) throw new Error('there is no swarm');
  expect(found).toEqual(new ActivityReader(log.runtime, log.directory).read());
  return found;
}

const minute = (at: number | null): number | null => at && (at - START) / MINUTE;

/** Returns the spans of an agent as text, with times in minutes. */
function spansOf(agent: string, { agents } = activity()): string[] {
  const lane = agents.find((each) => each.agent === agent);
  return (lane?.spans ?? []).map(({ kind, from, to, subject, end }) =>
    [kind, subject, `${minute(from)}-${to === null ? '' : minute(to)}`, ...(end === null ? [] : [end])].join(' '),
  );
}

const marksOf = ({ marks }: AgentActivity) => marks.map(({ kind, at, subject }) => `${kind} ${subject} ${minute(at)}`);

describe('the activity of agents', () => {
  test('is null without a log and without a swarm', () => {
    expect(reader.read()).toBeNull();
    log.lock('a', 'one.ts');
    expect(reader.read()).toBeNull();
  });

  test('has their tasks with beginning, end and outcome', () => {
    log.create();
    log.at(1 * MINUTE).write({ op: 'swarm.claim', agent: 'a', task: 'x' });
    log.at(3 * MINUTE).write({ op: 'swarm.complete', agent: 'a', task: 'x' }, { op: 'swarm.claim', agent: 'a', task: 'y' });
    expect(spansOf('a')).toEqual(['task x 1-3 done', 'task y 3-']);
    log.at(4 * MINUTE).write({ op: 'swarm.fail', agent: 'a', task: 'y', reason: 'no' });
    const found = activity();
    expect(spansOf('a', found)).toEqual(['task x 1-3 done', 'task y 3-4 failed']);
    expect(found.agents.map(marksOf)).toContainEqual(['failure y 4']);
  });

  test('has waits for locks until the grant, the cancellation or their end', () => {
    log.create();
    log.lock('a', 'one.ts', { ttlMs: 10 * MINUTE });
    log.at(1 * MINUTE).lock('b', 'one.ts', { waitMs: 2 * MINUTE });
    const cancelled = log.at(2 * MINUTE).lock('c', 'one.ts', { waitMs: 60 * MINUTE, ttlMs: 5 * MINUTE });
    expect(spansOf('b')).toEqual(['wait one.ts 1-']);
    log.at(4 * MINUTE);
    // No record has ended it, but its time is over.
    expect(spansOf('b')).toEqual(['wait one.ts 1-3']);
    log.write({ op: 'lock.release', agent: 'a', paths: ['one.ts'] });
    expect([spansOf('b'), spansOf('c')]).toEqual([['wait one.ts 1-3'], ['wait one.ts 2-4']]);
    expect(cancelled).toBeGreaterThan(0);
  });

  test('has silence from the last sign of life while an agent has a task', () => {
    log.create();
    const allowed = log.state({ time: log.time.now }).state.swarm.vanishAfterMs ?? 0;
    log.at(1 * MINUTE).write({ op: 'swarm.claim', agent: 'a', task: 'x' });
    log.at(1 * MINUTE + allowed - 1).write({ op: 'swarm.activity', agent: 'b' });
    expect(spansOf('a')).toEqual(['task x 1-']);
    log.at(2 * MINUTE + allowed);
    // It goes on, which the last activity of the agent tells.
    expect(spansOf('a')).toEqual(['task x 1-']);
    log.write({ op: 'swarm.activity', agent: 'b' });
    const ended = 2 + allowed / MINUTE;
    expect(spansOf('a')).toEqual([`silence x 1-${ended}`, `task x 1-${ended} released`]);
    // An agent without a task is idle, not silent.
    expect(spansOf('b')).toEqual([]);
  });

  test('has decisions, broken locks and costs as of their moment', () => {
    log.create();
    log.lock('a', 'one.ts', { ttlMs: 10 * MINUTE });
    log
      .at(1 * MINUTE)
      .write({ op: 'swarm.usage', agent: 'a', tokens: 10, costUsd: 0.5 }, { op: 'swarm.usage', agent: 'a', tokens: 5, costUsd: 0 });
    log.at(2 * MINUTE).write({ op: 'lock.break', path: 'one.ts', by: 'person:ann', reason: '' });
    const a = activity().agents.find(({ agent }) => agent === 'a');
    expect(a?.costs).toEqual([{ at: START + MINUTE, costUsd: 0.5 }]);
    expect(a && marksOf(a)).toEqual(['lock-broken one.ts 2']);
  });

  test('ends when an agent leaves, and when the swarm ends', () => {
    log.create();
    log.at(1 * MINUTE).write({ op: 'swarm.claim', agent: 'a', task: 'x' }, { op: 'swarm.claim', agent: 'b', task: 'z' });
    log.at(2 * MINUTE).write({ op: 'swarm.retire', agent: 'a', by: 'queen' });
    expect(spansOf('a')).toEqual(['task x 1-2 released']);
    log.at(3 * MINUTE).write({ op: 'swarm.abort', by: 'queen', reason: 'enough' });
    log.at(90 * MINUTE);
    expect([spansOf('b'), minute(activity().to)]).toEqual([['task z 1-3 released'], 3]);
  });

  test('starts again for another swarm, and after the log was replaced', async () => {
    log.create();
    log.at(1 * MINUTE).write({ op: 'swarm.claim', agent: 'a', task: 'x' });
    expect(activity().agents.map(({ agent }) => agent)).toEqual(['a', 'b', 'c']);
    log.at(2 * MINUTE).write({ op: 'swarm.abort', by: 'queen', reason: 'enough' });
    log.at(3 * MINUTE).write({ op: 'swarm.create', ...creation(root(task('n')), { swarm: 'swm_2' }) });
    log.write({ op: 'swarm.recruit', agent: 'd', role: 'worker', expertise: [] });
    expect([activity().id, spansOf('d'), activity().agents.map(({ agent }) => agent)]).toEqual(['swm_2', [], ['d']]);
    await log.forget();
    expect(reader.read()).toBeNull();
    log.create();
    expect(activity().agents.map(({ agent }) => agent)).toEqual(['a', 'b', 'c']);
  });

  test('is the same whether it is read at once or after each record, over sealed segments', async () => {
    const act = fc.record({
      agent: fc.constantFrom('a', 'b', 'c'),
      does: fc.constantFrom<Act[]>('claim', 'complete', 'fail', 'retry', 'lock', 'release', 'live'),
      task: fc.constantFrom('x', 'y', 'z'),
      wait: fc.nat(8 * MINUTE),
      seal: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        log = new PastLog();
        reader = new ActivityReader(log.runtime, log.directory);
        log.create();
        let now = 0;
        for (const { agent, does, task: id, wait, seal } of acts) {
          now += wait;
          log.at(now);
          log.write(recordOf(does, agent, id));
          if (seal) await log.seal();
          const spans = activity().agents.flatMap((each) => each.spans);
          expect(spans.filter(({ from, to }) => to !== null && to < from)).toEqual([]);
        }
      }),
      { numRuns: 15 },
    );
  });
});

type Act = 'claim' | 'complete' | 'fail' | 'retry' | 'lock' | 'release' | 'live';

function recordOf(does: Act, agent: string, id: string): SwarmRecord {
  const paths = [`${id}.ts`];
  switch (does) {
    case 'lock':
      return { op: 'lock.acquire', agent, paths, type: 'exclusive', ttlMs: 3 * MINUTE, waitMs: MINUTE, reason: '' };
    case 'claim':
      return { op: 'swarm.claim', agent, task: id };
    case 'complete':
      return { op: 'swarm.complete', agent, task: id };
    case 'fail':
      return { op: 'swarm.fail', agent, task: id, reason: 'no' };
    case 'retry':
      return { op: 'swarm.retry', by: 'queen', task: id };
    case 'release':
      return { op: 'lock.release', agent, paths };
    case 'live':
      return { op: 'swarm.activity', agent };
  }
}
