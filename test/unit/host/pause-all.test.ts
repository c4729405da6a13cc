import { expect, test } from 'vitest';
import { describePause, type PauseResult, pauseAction, pauseStates } from '../../../src/host/model/pause-all.ts';

const result = (what: string, outcome: PauseResult['outcome'], reason = ''): PauseResult => ({ what, outcome, reason });

test.each([
  [['running'], null, 'pause'],
  [['deciding'], null, 'pause'],
  [['paused', 'running'], null, 'pause'],
  [['paused'], { pausable: 1, paused: 0 }, 'pause'],
  [['paused', 'ended'], null, 'resume'],
  [['aborted'], { pausable: 0, paused: 3 }, 'resume'],
  [['ended', 'aborted'], { pausable: 0, paused: 0 }, null],
  [[], null, null],
] as const)('swarms %j and a team %j offer %s', (phases, team, action) => {
  expect(pauseAction(pauseStates(phases, team))).toBe(action);
});

test('one message says what was paused, what was so already, and what failed with its reason', () => {
  const results = [
    result('swarm "Shop"', 'done'),
    result('swarm "Api"', 'failed', 'the folder cannot be written.'),
    result('swarm "Docs"', 'already'),
    result('team (12 tasks)', 'done'),
  ];
  expect(describePause('pause', results, 2)).toEqual({
    text: 'Paused: swarm "Shop", team (12 tasks). Already paused: swarm "Docs". Not paused: swarm "Api": the folder cannot be written. Tasks in progress continue, 2 tasks of the team.',
    failed: true,
  });
});

test('the opposite says what was resumed', () => {
  expect(describePause('resume', [result('swarm "Shop"', 'done')], 0)).toEqual({ text: 'Resumed: swarm "Shop".', failed: false });
});
