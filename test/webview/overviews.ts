import type { TimelineEntry } from '../../src/engine/crtx/index.ts';
import { createNeed, type NewNeed } from '../../src/engine/platform/need.ts';
import type { AgentStatus } from '../../src/engine/team/index.ts';
import type { OverviewViewModel } from '../../src/host/dashboards/overview/state.ts';
import type { WaitingNeed } from '../../src/host/needs/model/waiting.ts';
import { agent, lock, manifest, NOW, noProject, task, viewModel } from '../unit/host/view-models.ts';
import { message } from './mail.ts';

export { NOW };

const MINUTE = 60_000;

/** Something that waits for a person. */
export function need(title: string, more: Partial<NewNeed> = {}): WaitingNeed {
  const said = { kind: 'blocked', rank: 'blocked', why: 'is blocked: the bank does not answer', since: NOW - 12 * MINUTE } as const;
  const waiting = createNeed({ ...said, about: [title], title, place: { file: '/shop/PLAN.md', line: 3 }, actions: [], ...more });
  return { ...waiting, source: 'shop', folder: '/shop', project: null };
}

/** An entry of the timeline. */
export function entry(action: string, minutesAgo: number, more: Partial<TimelineEntry> = {}): TimelineEntry {
  const said = { id: `tl_${action}`, timestamp: NOW - minutesAgo * MINUTE, agentId: 'ada', type: 'decision', reasoning: '', confidence: 1 };
  return { ...said, action, context: { files: [], state: {} }, refs: [], outcome: 'pending', ...more };
}

/** A member of a team. */
export function member(slug: string, state: AgentStatus['state'], minutesAgo: number | null): AgentStatus {
  const lastBeat = minutesAgo === null ? null : NOW - minutesAgo * MINUTE;
  const said = { role: '', path: `agents/${slug}.md`, inHand: [], ready: 0, flags: [], flagLines: [], lastSession: '', problem: null };
  return { ...said, slug, name: slug, state, lastBeat, lastDay: null };
}

const nothing: OverviewViewModel = {
  viewModel: { kind: 'no-folder' },
  team: { kind: 'none' },
  stacks: { kind: 'none' },
  vault: { kind: 'none' },
  graph: null,
  needs: { needs: [], snoozed: [], sources: [], now: NOW },
  entries: { kind: 'none' },
  messages: [],
  projects: [],
  pausing: null,
  now: NOW,
  readOnly: null,
};

/** No folder is open. */
export const noFolder = nothing;

/** A folder in which nothing has been begun. */
export const unused: OverviewViewModel = { ...nothing, viewModel: noProject };

/** A project that is made, and in which nothing happens. */
export const quiet: OverviewViewModel = { ...nothing, viewModel: viewModel({ manifest: null }), entries: { kind: 'entries', entries: [] } };

const tree = task('all', {
  description: 'Release 1.0',
  status: 'active',
  children: [
    task('parser', { description: 'Write the parser', status: 'done' }),
    task('tax', { description: 'Tax of every country', status: 'active', assignedTo: 'ada' }),
    task('docs', { description: 'Write the guide' }),
  ],
});
const agents = [
  agent('ada', { status: 'working', assignedTasks: ['tax'], costUsd: 0.42, tokensUsed: 31_000 }),
  agent('bob', { status: 'blocked' }),
  agent('cyd'),
  agent('dan', { status: 'working' }),
];

const locks = [
  lock('src/tax/', 'ada', { expiresAt: NOW + 40_000, reason: 'rates of 2026' }),
  lock('src/parser/lexer.ts', 'dan', { expiresAt: NOW + 9 * MINUTE }),
  lock('docs/guide.md', 'bob', { expiresAt: NOW + 3 * MINUTE, type: 'shared' }),
  lock('package.json', 'ada', { expiresAt: NOW + 50 * MINUTE }),
];

const said = (from: string, to: string, text: string, minutesAgo: number, more = {}) => ({
  message: message(from, to, text, more),
  at: NOW - minutesAgo * MINUTE,
  folder: null,
});

const needs = [
  need('Delete old invoices', {
    kind: 'approval',
    why: 'needs approval by a person',
    actions: [
      { title: 'Approve', operation: 'team approve', input: { project: 'billing', task: 't1' }, asks: [] },
      { title: 'Reopen', operation: 'team reopen', input: { project: 'billing', task: 't1' }, asks: [] },
    ],
  }),
  need('bob', { kind: 'agent', rank: 'at-risk', why: 'has been blocked for 12 minutes with nothing else to do', actions: [] }),
  need('Which hash is to be used for the passwords?', {
    kind: 'question',
    rank: 'question',
    why: 'agent-backend asks the manager',
    since: NOW - 31 * MINUTE,
    actions: [{ title: 'Reply', operation: 'send', input: { replyTo: 'msg-1' }, asks: ['text'] }],
  }),
  ...['A cache for rates', 'Rounding of cents', 'Old hashes'].map((title) =>
    need(title, { kind: 'review', rank: 'soon', why: 'waits for review by a person', since: NOW - 5_000 * MINUTE }),
  ),
];

/** All protocols at work. */
export const busy: OverviewViewModel = {
  ...nothing,
  pausing: 'pause',
  viewModel: viewModel({
    manifest: manifest(tree, { task: 'Release 1.0', agents }),
    locks,
    waiting: [{ agentId: 'cyd', paths: ['src/tax/'], until: NOW + MINUTE, type: 'exclusive', requestedAt: NOW - MINUTE, reason: '' }],
    seen: { ada: NOW - 5_000, bob: NOW - 60_000, cyd: NOW - 20_000, dan: NOW - 45 * MINUTE },
  }),
  needs: { needs, snoozed: [], sources: [], now: NOW },
  team: {
    kind: 'team',
    agents: [member('billing-dev', 'active', 2), member('shop-dev', 'down', 300), member('docs', 'new', null)],
    projects: 2,
    tasks: [],
  },
  stacks: { kind: 'stacks', counts: { stacks: 3, inProgress: 2, blocked: 1, planned: 7, unread: 4, overdue: 1, toRoute: 0 } },
  entries: {
    kind: 'entries',
    entries: [
      entry('Chose a table of rates over a service', 4),
      entry('Lexer rewritten with one pass', 22, { type: 'refactor', agentId: 'dan', outcome: 'success' }),
      entry('Tried to parse dates with a regular expression', 55, { type: 'experiment', outcome: 'failure' }),
      entry('The rates file has two header rows', 80, { type: 'discovery' }),
    ],
  },
  messages: [
    said('agent-backend', 'manager', 'Which hash is to be used for the passwords?', 31, { type: 'question', unread: true }),
    said('manager', 'agent-backend', 'Implement the login endpoint', 52),
  ],
  vault: { kind: 'vault', notes: 128, toDecide: '3 notes to accept, 1 contradiction to resolve', stale: 4, newest: null },
  graph: {
    built: NOW - 40 * MINUTE,
    digested: { files: 1_204, riskiest: { path: 'src/tax/rates.ts', risk: 0.71, importance: 0.8, fragility: 0.9 } },
  },
  projects: [{ root: '/shop' }, { root: '/warehouse' }, { root: '/billing' }],
};

const LONG = 'a-very-long-name-without-any-place-to-break-'.repeat(50);
const MARKUP = '\u202E<img src=x onerror="document.title=\'hacked\'"><style>*{display:none}</style>[x](command:workbench.action.quit)';

/** What a careless or an ill-meaning agent could write into the files. */
export const hostile: OverviewViewModel = {
  ...busy,
  viewModel: viewModel({
    manifest: manifest(task('all', { description: MARKUP, status: 'active' }), {
      task: LONG,
      agents: [agent(LONG, { status: 'working' })],
    }),
    locks: [lock(LONG, MARKUP), lock('مجلد/ملف.ts', LONG, { reason: MARKUP }), lock(`${MARKUP}\u0000\u001b[31m`, '')],
    seen: { [LONG]: NOW - 1e13 },
  }),
  needs: {
    ...busy.needs,
    needs: [
      need(LONG, { why: MARKUP, actions: [{ title: LONG, operation: 'swarm approve', input: { task: LONG }, asks: [] }] }),
      need(MARKUP, { why: LONG, since: 8.64e15 }),
      need('', { why: '' }),
    ],
  },
  team: { kind: 'broken', message: `${MARKUP} ${LONG}` },
  entries: {
    kind: 'entries',
    entries: [entry(MARKUP, -1e9, { type: LONG, outcome: MARKUP, agentId: LONG }), entry(LONG, 3), entry(LONG, 3)],
  },
  vault: { kind: 'broken', message: MARKUP },
  graph: { built: 0, digested: { files: 1, riskiest: { path: LONG, risk: 9e99, importance: 0, fragility: 0 } } },
};
