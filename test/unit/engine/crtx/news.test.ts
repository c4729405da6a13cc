import { describe, expect, test } from 'vitest';
import type { SwarmEntry } from '../../../../src/engine/swarm/events/timeline-entries.ts';
import { swarmMachine } from '../../../../src/engine/swarm/state/machine.ts';
import type { SwarmRecord } from '../../../../src/engine/swarm/state/records.ts';
import { checkStorable } from '../../../../src/engine/timeline/entry.ts';
import { creation, root, task } from '../swarm/make.ts';

/** A log with one second between records. */
class Log {
  state = swarmMachine.create();
  #count = 0;

  /** Applies records. @returns the new entries for the timeline */
  add(...records: readonly SwarmRecord[]): SwarmEntry[] {
    const before = new Set(this.state.pendingEntries.keys());
    for (const record of records) {
      this.#count += 1;
      const place = { id: `rec_${this.#count}`, ordinal: this.#count, time: 1_000 * this.#count };
      swarmMachine.apply(this.state, record, place);
    }
    return [...this.state.pendingEntries.values()].filter(({ id }) => !before.has(id));
  }

  /** Restores a checkpoint. @returns the unrecorded entries */
  checkpoint(): SwarmEntry[] {
    this.state = swarmMachine.restore(JSON.parse(JSON.stringify(swarmMachine.snapshot(this.state))));
    return [...this.state.pendingEntries.values()];
  }
}

const create = (more: Parameters<typeof creation>[1] = {}, ...children: Parameters<typeof root>): SwarmRecord => ({
  op: 'swarm.create',
  ...creation(root(...children), more),
});
const recruit = (agent: string): SwarmRecord => ({ op: 'swarm.recruit', agent, role: 'worker', expertise: [] });
const claim = (agent: string): SwarmRecord => ({ op: 'swarm.claim', agent });
const use = (tokens: number): SwarmRecord => ({ op: 'swarm.usage', agent: 'ann', tokens, costUsd: 0 });
const acquire = (agent: string, path: string, type: 'exclusive' | 'shared' = 'exclusive'): SwarmRecord => ({
  op: 'lock.acquire',
  agent,
  paths: [path],
  type,
  ttlMs: 600_000,
  waitMs: 0,
  reason: '',
});
const breaking = (by: string, path: string): SwarmRecord => ({ op: 'lock.break', by, path, reason: 'It hangs' });

/** Creates a swarm with two tasks, of which the second depends on the first, and ann active on the first. */
function working(more: Parameters<typeof creation>[1] = {}): Log {
  const log = new Log();
  log.add(create(more, task('a'), task('b', { dependencies: ['a'] })), recruit('ann'), claim('ann'));
  return log;
}

describe('timeline entries of a swarm', () => {
  test('record a creation as a delegation, with the id of its record', () => {
    expect(new Log().add(create({ task: 'Build\n it' }, task('a'), task('b')))).toEqual([
      {
        id: 'tle_1',
        timestamp: 1_000,
        agentId: 'queen',
        type: 'delegation',
        action: 'Created the swarm: Build it',
        reasoning: '2 tasks, strategy parallel.',
        confidence: 1,
        context: { files: [], trigger: 'swarm', state: { swarm: 'swm_1', strategy: 'parallel', tasks: 2 } },
        refs: [],
        outcome: 'success',
      },
    ]);
  });

  test('record an assignment as a delegation once, with the previous agent', () => {
    const log = working();
    log.add(recruit('bob'));
    const assign = (agent: string): SwarmRecord => ({ op: 'swarm.assign', task: 'b', agent, by: 'queen' });
    expect(log.add(assign('ann'))).toMatchObject([
      {
        agentId: 'queen',
        type: 'delegation',
        action: 'Assigned task b to ann',
        reasoning: 'It was not assigned before.',
        context: { task: 'b' },
      },
    ]);
    expect(log.add(assign('ann'))).toEqual([]);
    expect(log.add(assign('bob'))).toMatchObject([
      { reasoning: 'It was assigned to ann before.', context: { state: { previous: 'ann' } } },
    ]);
  });

  test('record a failure once, with the skipped tasks', () => {
    const log = working();
    const fail: SwarmRecord = { op: 'swarm.fail', agent: 'ann', task: 'a', reason: 'No time!' };
    expect(log.add(fail)).toMatchObject([
      { agentId: 'ann', type: 'failure', action: 'Failed task a', reasoning: 'No time! Skipped because of it: b.', outcome: 'failure' },
    ]);
    expect(log.add(fail)).toEqual([]);
  });

  test('record a retirement if it releases tasks', () => {
    const log = working();
    expect(log.add({ op: 'swarm.retire', agent: 'ann' })).toMatchObject([
      { agentId: 'ann', type: 'decision', action: 'Left the swarm with unfinished tasks: a', context: { state: { released: ['a'] } } },
    ]);
    expect(log.add({ op: 'swarm.retire', agent: 'ann' }, recruit('ann'), { op: 'swarm.retire', agent: 'ann' })).toEqual([]);
  });

  test('record a budget as an escalation at 80 % and at 100 %, each once', () => {
    const log = working({ budget: { maxAgents: 9, maxTokens: 100, maxCostUsd: 9, maxDurationMs: 1_000_000 } });
    expect(log.add(use(79))).toEqual([]);
    expect(log.add(use(1))).toMatchObject([
      {
        agentId: 'queen',
        type: 'escalation',
        action: '80 % of the budget for tokens is used',
        outcome: 'pending',
        reasoning: 'The swarm has used 80 of 100 tokens, which is 80 % or more; at 100 % no more tasks are assigned.',
        context: { state: { limit: 'tokens', spent: 80, max: 100, percent: 80 } },
      },
    ]);
    expect(log.add(use(1))).toEqual([]);
    expect(log.add(use(50))).toMatchObject([{ action: '100 % of the budget for tokens is used' }]);
    expect(log.add(use(50))).toEqual([]);
  });

  test('record a limit reached by time with the next record', () => {
    const log = working({ budget: { maxAgents: 9, maxTokens: 100, maxCostUsd: 9, maxDurationMs: 4_000 } });
    expect(log.add({ op: 'tick' })).toEqual([]);
    expect(log.add({ op: 'tick' })).toMatchObject([{ id: 'tle_5', action: '100 % of the budget for duration is used' }]);
  });

  test('of one record have different ids', () => {
    const log = new Log();
    const news = log.add(create({ budget: { maxAgents: 0, maxTokens: 0, maxCostUsd: 9, maxDurationMs: 9_000 } }, task('a')));
    expect(news.map(({ id, type }) => [id, type])).toEqual([
      ['tle_1', 'delegation'],
      ['tle_1-1', 'escalation'],
      ['tle_1-2', 'escalation'],
    ]);
  });

  test('record a broken lock as one conflict with all its holders', () => {
    const log = working();
    log.add(acquire('ann', 'docs/', 'shared'), acquire('bob', 'docs/', 'shared'));
    expect(log.add(breaking('queen', 'docs/'))).toMatchObject([
      {
        agentId: 'queen',
        type: 'conflict',
        action: 'Broke the lock on docs/ that ann, bob held',
        reasoning: 'It hangs',
        outcome: 'success',
        context: { files: ['docs/'], state: { holders: ['ann', 'bob'] } },
      },
    ]);
    expect(log.add(breaking('queen', 'docs/')), 'no longer held').toEqual([]);
    log.add(acquire('ann', 'x'));
    expect(log.add(breaking('ann', 'x')), 'ann is not allowed to').toEqual([]);
    expect(log.add(breaking('person:kim', 'x'))).toHaveLength(1);
  });

  test('exclude everyday operations', () => {
    const log = working();
    const quiet: SwarmRecord[] = [
      ...[recruit('bob'), claim('bob'), use(1), acquire('ann', 'x')],
      { op: 'lock.renew', agent: 'ann', paths: ['x'] },
      { op: 'lock.release', agent: 'ann', paths: 'all' },
      { op: 'swarm.complete', agent: 'ann', task: 'a' },
      ...[claim('bob'), claim('eve')],
      { op: 'swarm.activity', agent: 'ann' },
      { op: 'tick' },
      create({}, task('another')),
    ];
    expect(log.add(...quiet)).toEqual([]);
  });

  test('record refused parts of a foreign edit as one conflict', () => {
    const log = working();
    log.add(acquire('ann', 'x'));
    const foreign = { agentId: 'eve', type: 'exclusive', acquiredAt: 1, expiresAt: 9_000_000, reason: '' } as const;
    const dropped = [{ path: 'x', agentId: 'ann' }];
    const changes = [{ change: 'coordinator', coordinator: 'eve' } as const, { change: 'goal', goal: 'Other' } as const];
    expect(log.add({ op: 'adopt', hash: 'h', locks: [{ ...foreign, path: 'x' }], dropped, unusable: [], changes })).toMatchObject([
      {
        agentId: 'cortex',
        type: 'conflict',
        reasoning:
          'eve did not get the lock on x. The lock of ann on x stays: the log granted it. The coordinator cannot change: it is "queen".',
        context: { files: ['.cortex/swarm.crtx'] },
        outcome: 'failure',
      },
    ]);
    const welcome = [{ change: 'goal', goal: 'Third' } as const];
    expect(log.add({ op: 'adopt', hash: 'i', locks: [{ ...foreign, path: 'y' }], dropped: [], unusable: [], changes: welcome })).toEqual(
      [],
    );
  });

  test('stay until they are recorded, also across a checkpoint', () => {
    const log = working();
    log.add({ op: 'swarm.fail', agent: 'ann', task: 'a', reason: 'stuck' });
    const news = [...log.state.pendingEntries.values()];
    expect(news.map(({ id }) => id)).toEqual(['tle_1', 'tle_4']);
    expect(log.checkpoint()).toEqual(news);
    log.add({ op: 'told', news: ['tle_1', 'tle_unknown'] });
    expect(log.checkpoint().map(({ id }) => id)).toEqual(['tle_4']);
    log.add({ op: 'told', news: ['tle_4'] });
    expect(log.checkpoint()).toEqual([]);
  });

  test('do not change the manifest, so that recording them does not publish', () => {
    const log = working();
    const place = { id: 'rec_x', ordinal: 99, time: 99_000 };
    expect(swarmMachine.apply(log.state, { op: 'told', news: ['tle_1'] }, place)).toMatchObject({ changed: false });
  });
});

describe('entries at the size limits', () => {
  const long = '\u{1f600}'.repeat(1_000_000);
  const many = Array.from({ length: 60_000 }, (_, n) => task(`task-with-a-long-name-${n}`, { dependencies: ['a'] }));

  test.each<[string, () => SwarmEntry[]]>([
    ['a long goal', () => new Log().add(create({ task: long, swarm: long, coordinator: long }, task('a')))],
    ['a long reason', () => working().add({ op: 'swarm.fail', agent: 'ann', task: 'a', reason: long })],
    [
      'many skipped tasks',
      () => {
        const log = new Log();
        log.add(create({}, task('a'), ...many), recruit('ann'), { op: 'swarm.claim', agent: 'ann', task: 'a' });
        return log.add({ op: 'swarm.fail', agent: 'ann', task: 'a', reason: 'stuck' });
      },
    ],
    [
      'long names and reasons of locks',
      () => {
        const log = working();
        log.add(acquire(long, long));
        return log.add({ op: 'lock.break', by: `person:${long}`, path: long, reason: long });
      },
    ],
    [
      'long names in assignments',
      () => {
        const log = new Log();
        log.add(create({}, task(long), task('b')), recruit(long));
        return log.add({ op: 'swarm.assign', task: long, agent: long, by: 'queen' });
      },
    ],
    [
      'long sentences about a foreign edit',
      () =>
        working().add({
          op: 'adopt',
          hash: 'h',
          locks: [],
          dropped: [],
          unusable: [],
          changes: [{ change: 'task-new', parent: 'root', index: 0, task: task('n', { dependencies: [long] }) }],
        }),
    ],
  ])('are truncated, storable and still recorded: %s', (_what, make) => {
    const news = make();
    expect(news).toHaveLength(1);
    for (const each of news) {
      expect(() => checkStorable(each)).not.toThrow();
      expect(JSON.stringify(each).length).toBeLessThan(200_000);
      expect(JSON.stringify(each)).not.toMatch(/\\ud[89a-f]/);
      expect(each.action.length).toBeLessThan(1_200);
    }
  });

  test('list skipped tasks despite a long reason', () => {
    const [news] = working().add({ op: 'swarm.fail', agent: 'ann', task: 'a', reason: long });
    expect(news?.reasoning).toMatch(/… Skipped because of it: b\.$/);
  });

  test('count many skipped tasks', () => {
    const log = new Log();
    const few = Array.from({ length: 13 }, (_, n) => task(`t${n}`, { dependencies: ['a'] }));
    log.add(create({}, task('a'), ...few), recruit('ann'), { op: 'swarm.claim', agent: 'ann', task: 'a' });
    const [news] = log.add({ op: 'swarm.fail', agent: 'ann', task: 'a', reason: 'stuck' });
    expect(news?.reasoning).toBe('stuck. Skipped because of it: t0, t1, t2, t3, t4, t5, t6, t7, t8, t9 and 3 more.');
    expect(news?.context.state).toEqual({ skipped: few.map(({ id }) => id) });
  });
});
