import { expect, test } from 'vitest';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { TeamStore } from '../../../../src/engine/team/index.ts';
import { silenceQuestion, silentSince } from '../../../../src/host/team/model/silent-agent.ts';
import { AGENT, configFor, teamFolder } from './team-folder.ts';

const NOW = Date.parse('2026-03-28T10:05:00Z');

test('only an agent that is down is silent, since its last heartbeat', () => {
  const root = teamFolder({
    'agents/gone.md': AGENT('Gone', '2026-03-28T09:30', 'shop'),
    'agents/here.md': AGENT('Here', '2026-03-28T09:40', 'shop'),
    'agents/day.md': AGENT('Day', '2026-03-26', 'shop'),
    'agents/fresh.md': AGENT('Fresh', '', 'shop'),
  });
  const store = TeamStore.open(nodeRuntime({}), root);
  const since = (slug: string) => silentSince(store, configFor(root, { timeZone: 'UTC' }), slug, NOW);
  const local = new Date('2026-03-28T09:30:00Z').toTimeString().slice(0, 5);
  expect(since('gone')).toBe(local);
  expect(['here', 'fresh', 'nobody'].map(since)).toEqual([null, null, null]);
  expect(since('day')).toBe('2026-03-26');
});

test('the question names the agent and since when it is silent', () => {
  const { message, detail } = silenceQuestion('web-dev', '09:30');
  expect(`${message} ${detail}`).toMatch(/web-dev, which is down\?.*no heartbeat since 09:30/);
});
