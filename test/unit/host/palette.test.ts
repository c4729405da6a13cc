import { expect, test } from 'vitest';
import type { Contributions } from '../../../src/host/manifest/contribution.ts';
import { categoryOf, contributions } from '../../../src/host/manifest/manifest.ts';
import { type ContextKeys, holds } from '../../support/when-clause.ts';

const rows = Object.entries<Contributions[`cortex.${string}`]>(contributions);

/** Returns the entries of the palette, as VS Code shows and searches them. */
const palette = (keys: ContextKeys): string[] =>
  rows.filter(([, { palette: when = 'true' }]) => holds(when, keys)).map(([id, { title }]) => `${categoryOf(id)}: ${title}`);

/** A folder without any file of the protocols. */
const EMPTY: ContextKeys = {
  'cortex.state': 'no-project',
  'cortex.phase': 'none',
  'cortex.strategy': 'none',
  'cortex.memory': 'none',
  'cortex.stacks': 'none',
  'cortex.team': 'none',
  'cortex.needs': 'none',
};

/** Everything is open, a swarm runs, and something waits for a person. */
const FULL: ContextKeys = {
  'cortex.state': 'swarm',
  'cortex.phase': 'running',
  'cortex.strategy': 'consensus',
  'cortex.memory': 'vault',
  'cortex.stacks': 'stacks',
  'cortex.team': 'team',
  'cortex.needs': 'some',
  'cortex.canPauseAll': true,
};

/** Also every decision is open, one of several projects is paused, and a `.crtx` file is shown. */
const FULLEST: ContextKeys = {
  ...FULL,
  'cortex.canVote': true,
  'cortex.canPick': true,
  'cortex.canApprove': true,
  'cortex.canResumeAll': true,
  'cortex.severalProjects': true,
  resourceExtname: '.crtx',
};

test('the palette has few entries, and in an empty folder only those that begin something', () => {
  expect(palette(EMPTY)).toEqual([
    'Cortex: Open Overview',
    'Cortex: Open Swarm Dashboard',
    'Cortex: Open Locks Dashboard',
    'Cortex: Open Timeline Dashboard',
    'Cortex: Open Graph Dashboard',
    'Cortex: Open Memory Dashboard',
    'Cortex: Open Messages Dashboard',
    'Cortex: Open Work Queues Dashboard',
    'Cortex: Refresh',
    'Cortex: Initialize Cortex',
    'Cortex: Show Log',
    'Cortex Memory: Create Memory Vault',
    'Cortex Memory: Choose Memory Vault Folder',
    'Cortex Stacks: Initialize Stack',
    'Cortex Stacks: Add Agent',
    'Cortex Team: Set Up Team Directory',
    'Cortex Team: Choose Team Folder',
  ]);
  expect(palette(FULL).length).toBeLessThan(60);
  expect(palette(FULLEST).length).toBeLessThan(66);
});

const named = (keys: ContextKeys, word: RegExp): string[] => palette(keys).filter((entry) => word.test(entry));

test('the words of a person who wants everything to stop find the commands that stop it', () => {
  const [pauseAll, abort] = ['Cortex: Pause All (Stop, Cancel)', 'Cortex Swarm: Abort Swarm (Stop, Cancel)'];
  for (const word of [/stop/i, /cancel/i]) expect(named(FULL, word)).toEqual([pauseAll, abort]);
  expect(named(FULL, /pause/i)).toEqual([pauseAll, 'Cortex Swarm: Pause Swarm']);
  expect(named(FULL, /abort/i)).toEqual([abort]);
  expect(named({ ...FULL, 'cortex.canPauseAll': false, 'cortex.canResumeAll': true }, /pause|resume/i)).toContain(
    'Cortex: Resume All (Undo Pause)',
  );
  expect(named(EMPTY, /stop|pause|abort|resume/i)).toEqual([]);
});

test('a command that the palette hides is in another menu, or another command offers it', () => {
  // The first seven: Change Project DNA; the next five: Show Graph Report; the last two: Needs You and the Timeline dashboard.
  const offered = [
    ...['purpose', 'constrain', 'unconstrain', 'learn', 'confirm', 'doubt', 'forget'].map((name) => `cortex.dna.${name}`),
    ...['hotspots', 'couplings', 'cycles', 'deadEnds', 'unresolved'].map((name) => `cortex.graph.${name}`),
    ...['cortex.lock.resolve', 'cortex.timeline.resolve'],
  ];
  const hidden = rows.filter(([, { palette: when, menus = [] }]) => when === 'false' && menus.length === 0).map(([id]) => id);
  expect(hidden.sort()).toEqual(offered.sort());
});

test('every area has its category, and what opens a dashboard belongs to none', () => {
  expect([...new Set(rows.map(([id]) => categoryOf(id)))].sort()).toEqual(
    ['', ' DNA', ' Graph', ' Locks', ' Memory', ' Stacks', ' Swarm', ' Team', ' Timeline'].map((area) => `Cortex${area}`),
  );
  expect(categoryOf('cortex.graph.open')).toBe('Cortex');
});
