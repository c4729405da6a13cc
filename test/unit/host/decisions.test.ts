import { describe, expect, test } from 'vitest';
import type { SwarmManifest } from '../../../src/engine/crtx/index.ts';
import type { Swarm } from '../../../src/engine/swarm/state/swarm.ts';
import { listProjectNeeds } from '../../../src/engine/workspace/project-needs.ts';
import type { Row } from '../../../src/host/model/row.ts';
import { appendWords, statusBarContent } from '../../../src/host/model/status-bar-content.ts';
import { getDecisions } from '../../../src/host/model/swarm/decisions.ts';
import { dashboardState } from '../../../src/host/model/swarm/snapshot.ts';
import { determinePhase, policyText } from '../../../src/host/model/swarm/swarm-phase.ts';
import { swarmRows } from '../../../src/host/model/swarm/swarm-rows.ts';
import { getTaskIndex } from '../../../src/host/model/swarm/task-index.ts';
import { taskNote } from '../../../src/host/model/swarm/task-note.ts';
import { manifestOf, root, swarmOf, task } from '../engine/swarm/make.ts';
import { NOW, type PictureParts, viewModel } from './view-models.ts';

const range = { from: 0, count: 100 };

function decisionRows(manifest: SwarmManifest) {
  const state = dashboardState(viewModel({ manifest }), {
    decisions: range,
    tasks: range,
    agents: range,
    locks: range,
    folded: [],
    burnDown: false,
    agentsBy: 'attention',
    activity: 'all',
    graph: false,
    detail: null,
    history: null,
  });
  return state.kind === 'swarm' ? state.snapshot.decisions.rows : [];
}

function treeRows(parts: PictureParts): readonly Row[] {
  return swarmRows(viewModel(parts)).flatMap((row) => [row, ...row.children()]);
}

const rowOf = (rows: readonly Row[], id: string) => rows.find((row) => row.id === id);

function note(manifest: SwarmManifest, id: string): string | null {
  const index = getTaskIndex(manifest);
  const entry = index.get(id);
  return entry === undefined ? null : taskNote(entry, index, 500);
}

/** A swarm of three agents with one proposal, on which two of them have voted. */
function proposed(): Swarm {
  const swarm = swarmOf(root(task('x'), task('y')), { strategy: 'consensus' });
  swarm.apply('swarm.propose', { proposal: 'prp_1', task: 'x', agent: 'a', approach: 'one table', confidence: 0.9 }, 2000);
  swarm.apply('swarm.vote', { subject: 'prp_1', agent: 'b', choice: 'no' }, 2000);
  return swarm;
}

const REVIEW = { strategy: 'human_review', conflictResolution: 'coordinator_decides', requireHumanApproval: true } as const;

/** A swarm whose tasks are done and whose merge is pending. */
function handedIn(mergePolicy: SwarmManifest['mergePolicy']): Swarm {
  const swarm = swarmOf(root(task('x'), task('y')), { mergePolicy });
  for (const [id, agent] of [
    ['x', 'a'],
    ['y', 'b'],
  ] as const) {
    swarm.apply('swarm.claim', { agent, task: id }, 2000);
  }
  swarm.apply('swarm.complete', { task: 'x', agent: 'a', output: 'mine', confidence: 0.9, files: ['one.ts'] }, 3000);
  swarm.apply('swarm.complete', { task: 'y', agent: 'b', output: 'other', confidence: 0.5, files: ['one.ts'] }, 3500);
  return swarm;
}

describe('a proposal', () => {
  const shown = manifestOf(proposed());

  test('is listed with its votes, the number of voters and the number that must agree', () => {
    expect(decisionRows(shown)).toEqual([
      {
        id: 'prp_1',
        kind: 'proposal',
        about: 'one table',
        task: 'x',
        waitsFor: 'votes',
        isUrgent: false,
        options: { first: ['yes', 'no'], total: 2 },
        vote: {
          voices: [
            { choice: 'yes', count: 1 },
            { choice: 'no', count: 1 },
          ],
          entitled: 3,
          needed: 2,
        },
        context: 'decision.vote',
      },
    ]);
  });

  test('is in the tree under Open Decisions, and its task offers a vote', () => {
    const rows = treeRows({ manifest: shown });
    expect(rowOf(rows, 'decisions')).toMatchObject({ label: 'Open Decisions', description: '1' });
    expect(rowOf(rows, 'decision/prp_1')).toMatchObject({
      label: 'one table',
      description: 'votes: 1 of 3, 2 needed',
      context: 'decision.vote',
      subject: { kind: 'decision', id: 'prp_1', choice: null },
    });
    expect(rowOf(rows, 'task/x')).toMatchObject({ context: 'task.pending.vote' });
    expect(rowOf(rows, 'task/y')).toMatchObject({ context: 'task.pending' });
    expect(note(shown, 'x')).toBe('1 proposal to vote on');
  });

  test('does not count retired agents as voters', () => {
    const swarm = swarmOf(root(task('x')), { strategy: 'consensus' }, ['a', 'b', 'c', 'd', 'e']);
    swarm.apply('swarm.propose', { proposal: 'prp_1', task: 'x', agent: 'a', approach: 'one table', confidence: 0.9 }, 2000);
    expect(decisionRows(manifestOf(swarm))[0]?.vote).toMatchObject({ entitled: 5, needed: 3 });
    swarm.apply('swarm.retire', { agent: 'e' }, 2000);
    swarm.apply('swarm.retire', { agent: 'd' }, 2000);
    expect(decisionRows(manifestOf(swarm))[0]?.vote).toMatchObject({ entitled: 3, needed: 2 });
  });

  test('is noted at its task once agreed, and is no longer listed', () => {
    const swarm = proposed();
    swarm.apply('swarm.vote', { subject: 'prp_1', agent: 'c', choice: 'yes' }, 2000);
    const after = manifestOf(swarm);
    expect(note(after, 'x')).toBe('agreed: one table');
    expect(rowOf(treeRows({ manifest: after }), 'decisions')).toBeUndefined();
  });
});

describe('a merge', () => {
  test('first asks which result to keep for a file that two tasks changed at the same time', () => {
    const shown = manifestOf(handedIn(REVIEW));
    expect(decisionRows(shown)).toMatchObject([
      { id: 'root#1', kind: 'question', about: 'one.ts', task: 'root', waitsFor: 'coordinator', vote: null, context: 'decision.pick' },
    ]);
    expect(decisionRows({ ...shown, coordinator: 'person:eve' })[0]?.isUrgent, 'coordinated by a person').toBe(true);
    expect(decisionRows(shown)[0]?.isUrgent, 'coordinated by an agent').toBe(false);
    expect(determinePhase(shown, { pause: null, isAborted: false })).toBe('deciding');
    expect(note(shown, 'root')).toBe('awaiting merge');
    expect(note(shown, 'x')).toBe('mine');
  });

  test('needs attention while it waits for the approval of a person', () => {
    const swarm = handedIn(REVIEW);
    swarm.apply('swarm.merge', { by: 'queen', pick: 'x' }, 4000);
    const shown = manifestOf(swarm);
    expect(decisionRows(shown)).toMatchObject([
      { id: 'root', kind: 'merge', waitsFor: 'person', isUrgent: true, context: 'decision.approve' },
    ]);
    const rows = treeRows({ manifest: shown });
    expect(rowOf(rows, 'decisions')?.description).toBe('1, 1 waits for a person');
    expect(rows.find(({ id }) => id.startsWith('swarm/'))).toMatchObject({ context: 'swarm.deciding', icon: { name: 'git-merge' } });
    expect(listProjectNeeds(viewModel({ manifest: shown }), NOW)).toMatchObject([{ kind: 'approval', rank: 'blocked' }]);
    swarm.apply('swarm.approve', { by: 'person:eve', refused: false }, 5000);
    expect(determinePhase(manifestOf(swarm), { pause: null, isAborted: false })).toBe('ended');
    expect(listProjectNeeds(viewModel({ manifest: manifestOf(swarm) }), NOW)).toEqual([]);
  });

  test('needs attention after ten minutes without votes, and can be approved before then', () => {
    const shown = manifestOf(handedIn({ strategy: 'voting', conflictResolution: 'last_write', requireHumanApproval: false }));
    expect(decisionRows(shown)).toMatchObject([{ kind: 'merge', waitsFor: 'votes', isUrgent: false, context: 'decision.vote.approve' }]);
    const needs = (now: number) => listProjectNeeds(viewModel({ manifest: shown }), now).map(({ kind }) => kind);
    expect([needs(3_500 + 599_999), needs(3_500 + 600_000)]).toEqual([[], ['approval']]);
  });

  test('shows the reason of a refusal, and can still be approved', () => {
    const swarm = handedIn({ ...REVIEW, conflictResolution: 'last_write' });
    swarm.apply('swarm.approve', { by: 'person:eve', refused: true, reason: 'no tests' }, 5000);
    const shown = manifestOf(swarm);
    expect(note(shown, 'root')).toBe('merge refused: no tests');
    expect(decisionRows(shown)).toMatchObject([{ kind: 'merge', context: 'decision.approve' }]);
  });
});

test('a task with competing agents can be decided once there is a submission, and shows its progress', () => {
  const swarm = swarmOf(root(task('x')), { strategy: 'competitive' });
  for (const agent of ['a', 'b', 'c']) swarm.apply('swarm.claim', { agent }, 2000);
  expect(getDecisions(manifestOf(swarm)).contested).toEqual([]);
  swarm.apply('swarm.complete', { task: 'x', agent: 'a', output: 'first' }, 3000);
  swarm.apply('swarm.fail', { task: 'x', agent: 'b', reason: 'too hard' }, 3000);
  const shown = manifestOf(swarm);
  expect(getDecisions(shown).contested.map(({ id }) => id)).toEqual(['x']);
  expect(note(shown, 'x')).toBe('1 submitted, 1 at work, 1 gave up');
  expect(rowOf(treeRows({ manifest: shown }), 'task/x')?.context).toMatch(/^task\.active.*\.pick$/);
});

test('a failed task shows its reason, and a skipped task shows the task that caused it', () => {
  const swarm = swarmOf(root(task('x'), task('y', { dependencies: ['x'] }), task('z', { dependencies: ['y'] })));
  swarm.apply('swarm.claim', { agent: 'a', task: 'x' }, 2000);
  swarm.apply('swarm.fail', { task: 'x', agent: 'a', reason: 'no disk' }, 3000);
  const shown = manifestOf(swarm);
  expect(note(shown, 'x')).toBe('no disk');
  expect(note(shown, 'y')).toBe('skipped for x');
  expect(note(shown, 'z')).toBe('skipped for y');
  expect(rowOf(treeRows({ manifest: shown }), 'task/y')?.description).toBe('skipped for x');
});

test('an aborted swarm is shown as aborted, and its tasks as no longer needed', () => {
  const swarm = swarmOf(root(task('x')));
  swarm.apply('swarm.abort', { by: 'queen', reason: 'enough' }, 3000);
  const parts = { manifest: manifestOf(swarm), isAborted: true };
  expect(rowOf(treeRows(parts), 'swarm/swm_1')).toMatchObject({
    context: 'swarm.aborted',
    description: 'aborted · 0 % · 0 of 1, 1 skipped',
  });
  expect(note(parts.manifest, 'x')).toBe('no longer needed');
  expect(statusBarContent(viewModel(parts), [])?.text).toContain('$(circle-slash)');
});

describe('a paused swarm', () => {
  const pause = { by: 'person:eve', reason: 'tests are red', at: NOW - 60_000 };
  const parts = { manifest: manifestOf(swarmOf(root(task('x')))), pause };

  test('is shown as paused in the tree and the status bar, without a warning', () => {
    const swarm = rowOf(treeRows(parts), 'swarm/swm_1');
    expect(swarm).toMatchObject({ context: 'swarm.paused', description: 'paused · 0 % · 0 of 1', icon: { name: 'debug-pause' } });
    expect(swarm?.tooltip).toContain('Paused by person:eve: tests are red');
    const beat = statusBarContent(viewModel({ ...parts, seen: {} }), []);
    expect(beat?.text).toMatch(/^\$\(debug-pause\) /);
    expect(beat?.accessibility).toContain('Paused by person:eve: tests are red');
  });

  test('has a stopped duration, which excludes earlier pauses', () => {
    const duration = (more: PictureParts) => {
      const shown = viewModel({ manifest: { ...parts.manifest, created: NOW - 90_000 }, ...more });
      const state = dashboardState(shown, {
        decisions: range,
        tasks: range,
        agents: range,
        locks: range,
        folded: [],
        burnDown: false,
        agentsBy: 'attention',
        activity: 'all',
        graph: false,
        detail: null,
        history: null,
      });
      return state.kind === 'swarm' ? state.snapshot.budget.at(-1) : undefined;
    };
    expect(duration({ pause })).toMatchObject({ spent: parts.manifest.budget.spent.durationMs, since: null });
    expect(duration({ stoppedMs: 30_000 })).toMatchObject({ spent: 60_000, since: NOW - 60_000 });
  });
});

test('an agent without recent heartbeats is shown as unresponsive, with the time of the last one', () => {
  const manifest = manifestOf(swarmOf(root(task('x')), {}, ['a', 'b']));
  const seen = { a: NOW - 3_600_000, b: NOW - 60_000 };
  const row = rowOf(treeRows({ manifest, seen }), 'agent/a');
  expect(row?.description).toMatch(/^\$0\.00 · unresponsive since (.* )?\d\d:\d\d$/);
  expect(row).toMatchObject({ icon: { name: 'debug-disconnect' }, context: 'agent' });
  expect(row?.accessibility).toContain('unresponsive since');
  expect(rowOf(treeRows({ manifest, seen }), 'agent/b')?.icon.name).toBe('hubot');
  expect(statusBarContent(viewModel({ manifest, seen }), [])?.text).toContain(' 1/2 ');
  const ended = { ...manifest, decomposition: { ...manifest.decomposition, status: 'done' as const } };
  expect(rowOf(treeRows({ manifest: ended, seen }), 'agent/a')?.icon.name, 'no agent is unresponsive after the end').toBe('hubot');
});

test('the merge policy is described in words', () => {
  expect(policyText({ strategy: 'auto', conflictResolution: 'last_write', requireHumanApproval: false })).toBe(
    'merged automatically, the last result wins',
  );
  expect(policyText({ strategy: 'voting', conflictResolution: 'vote', minAgreePercent: 66, requireHumanApproval: true })).toBe(
    'merged by vote and a person approves, conflicts go to a vote, 66 % must agree',
  );
  expect(policyText(REVIEW)).toBe('merged when a person approves, the coordinator resolves conflicts');
});

test('the words of a tooltip are plain text, with spaces at which its lines may break', () => {
  const parts: string[] = [];
  const to = { appendText: (text: string) => parts.push(`text:${text}`), appendMarkdown: (text: string) => parts.push(`markdown:${text}`) };
  appendWords(to, 'Paused by [ann]');
  expect(parts).toEqual(['text:Paused', 'markdown: ', 'text:by', 'markdown: ', 'text:[ann]']);
});
