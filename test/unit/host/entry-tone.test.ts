import { expect, test } from 'vitest';
import { entryForEvent } from '../../../src/engine/swarm/events/event-entries.ts';
import { entryTone } from '../../../src/host/model/entry-tone.ts';
import { create, entries, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

test('pausing and resuming a swarm are neutral, and an unresponsive agent is a warning', async () => {
  await create('decomposition: {id: rel, description: Release, children: [{id: a, description: A}]}');
  await succeed('swarm pause --by queen --reason red', 'swarm resume --by queen');
  const decided = (await entries('decision')).map((entry) => [entry.action, entry.outcome, entryTone(entry)]);
  expect(decided).toEqual([
    ['Paused the swarm', 'success', 'quiet'],
    ['Resumed the swarm', 'success', 'quiet'],
  ]);
  const { action, outcome = 'success' } = entryForEvent({ event: 'vanished', agent: 'ann', silentMs: 1, released: [] }, 'queen');
  expect(entryTone({ action, outcome })).toBe('warning');
  expect(entryTone({ action: 'Wrote the lexer', outcome: 'success' })).toBe('good');
  expect(entryTone({ action: 'Wrote the lexer', outcome: 'failure' })).toBe('bad');
});
