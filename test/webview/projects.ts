import type { Names } from '../../src/host/dashboards/protocol.ts';
import type { DetailLink, TaskDetail } from '../../src/host/dashboards/swarm/detail-protocol.ts';
import type { AgentStrip, StripMark, StripSpan } from '../../src/host/dashboards/swarm/past-protocol.ts';
import type { AgentRow, DecisionRow, LockRow, TaskStatus } from '../../src/host/dashboards/swarm/protocol.ts';
import type { Project, TaskTree } from './stand-in-host.ts';

export const NOW = Date.UTC(2026, 2, 28, 14, 30);

const names = (...first: readonly string[]): Names => ({ first, total: first.length });

export const task = (id: string, description: string, more: Partial<TaskTree> = {}): TaskTree => ({
  id,
  description,
  status: 'pending',
  assignedTo: null,
  priority: 1,
  estimatedTokens: 20_000,
  actualTokens: null,
  progress: null,
  waitsFor: names(),
  note: null,
  children: [],
  ...more,
});

export const agent = (id: string, more: Partial<AgentRow> = {}): AgentRow => ({
  id,
  role: 'implementer',
  status: 'idle',
  task: null,
  waits: null,
  strip: null,
  locks: 0,
  tokens: 0,
  costUsd: 0,
  lastActivity: NOW - 4_000,
  unresponsiveFrom: null,
  context: 'agent',
  ...more,
});

export const lock = (path: string, agentId: string, more: Partial<LockRow> = {}): LockRow => ({
  path,
  name: path,
  agentId,
  type: 'exclusive',
  acquiredAt: NOW - 20_000,
  expiresAt: NOW + 40_000,
  reason: '',
  waiting: names(),
  context: 'lock',
  ...more,
});

export const decision = (id: string, about: string, more: Partial<DecisionRow> = {}): DecisionRow => ({
  id,
  kind: 'proposal',
  about,
  task: 'tax',
  waitsFor: 'votes',
  isUrgent: false,
  options: names('yes', 'no'),
  vote: {
    voices: [
      { choice: 'yes', count: 2 },
      { choice: 'no', count: 1 },
    ],
    entitled: 7,
    needed: 4,
  },
  context: 'decision.vote',
  ...more,
});

const EMPTY_COUNTS: Readonly<Record<TaskStatus, number>> = { pending: 0, active: 0, done: 0, failed: 0, skipped: 0 };

/** A project with a `.cortex` folder and nothing else. */
export const bare: Project = {
  project: 'till',
  swarm: null,
  isUnread: false,
  root: null,
  decisions: [],
  agents: [],
  locks: [],
  budget: [],
  activity: null,
  detail: null,
  taskGraph: null,
  burnDown: null,
  history: null,
  problems: [],
  now: NOW,
  readOnly: null,
};

const checkout = task('checkout', 'Checkout', {
  status: 'active',
  assignedTo: 'lead',
  progress: { done: 1, total: 4 },
  children: [
    task('cart-total', 'Add up the cart, with discounts per line', {
      status: 'done',
      assignedTo: 'ada',
      actualTokens: 18_400,
      note: 'Sums to the cent; 12 tests',
    }),
    task('tax', 'Work out the tax per country', { status: 'active', assignedTo: 'ben', actualTokens: 31_000 }),
    task('receipt', 'Print the receipt', { waitsFor: names('tax') }),
    task('refund', 'Refund a part of an order', { waitsFor: names('tax', 'receipt'), estimatedTokens: 45_000 }),
  ],
});

const stock = task('stock', 'Stock', {
  status: 'active',
  progress: { done: 1, total: 4 },
  children: [
    task('stock-count', 'Count what is on the shelves', { status: 'done', assignedTo: 'cleo', actualTokens: 9_100 }),
    task('stock-reserve', 'Reserve what lies in a cart', { status: 'active', assignedTo: 'cleo', actualTokens: 4_200 }),
    task('stock-import', 'Read the supplier’s price list', {
      status: 'failed',
      assignedTo: 'dan',
      actualTokens: 52_000,
      note: 'The file has two header rows; which of them counts is not said anywhere',
    }),
    task('stock-alert', 'Warn when something runs out', { status: 'skipped', note: 'skipped for stock-import' }),
  ],
});

const CREATED = NOW - 23 * 60_000;

/** A span of an agent, in minutes since the swarm was created; without an end it goes on. */
const span = (kind: StripSpan['kind'], label: string, from: number, to: number | null = null, end: StripSpan['end'] = null): StripSpan => {
  return { kind, label, from: CREATED + from * 60_000, to: to === null ? null : CREATED + to * 60_000, end, count: 1 };
};

const strip = (spans: readonly StripSpan[], cents: readonly number[] = [], marks: AgentStrip['marks'] = []): AgentStrip => ({
  spans,
  marks,
  costs: cents.map((cent, place) => ({ at: CREATED + place * 60_000, costUsd: cent / 100 })).filter(({ costUsd }) => costUsd > 0),
});

const mark = (kind: StripMark['kind'], minute: number, label: string): StripMark => ({ kind, at: CREATED + minute * 60_000, label });

/** Nothing could be read. */
export const unread: Project = {
  ...bare,
  isUnread: true,
  problems: [{ severity: 'error', message: 'this is not JSON', place: { file: '/till/.cortex/swarm.crtx', line: 3, column: 1 } }],
};

export const normal: Project = {
  ...bare,
  swarm: {
    id: 'swarm_1',
    task: 'Make the till ready for the shop’s opening day',
    strategy: 'hierarchical',
    coordinator: 'lead',
    created: CREATED,
    status: 'active',
    phase: 'running',
    pause: null,
    outlook: { before: 'Tokens end about ', at: NOW + 4 * 60_000, after: ', 4 tasks left', isEarly: true },
    policy: 'merged when the coordinator approves, the result with the highest confidence wins',
    counts: { ...EMPTY_COUNTS, pending: 2, active: 2, done: 2, failed: 1, skipped: 1 },
    percent: 25,
  },
  root: task('root', 'Make the till ready for the shop’s opening day', {
    status: 'active',
    assignedTo: 'lead',
    progress: { done: 2, total: 8 },
    children: [checkout, stock],
  }),
  agents: [
    agent('lead', {
      role: 'coordinator',
      status: 'working',
      tokens: 48_200,
      costUsd: 0.61,
      strip: strip(
        [],
        [9, 4, 0, 0, 0, 6, 0, 0, 12, 0, 0, 0, 3, 0, 14, 0, 0, 0, 13],
        [mark('decision', 2, 'One table of rates per country'), mark('decision', 14, 'Print the receipt')],
      ),
    }),
    agent('ada', {
      status: 'idle',
      tokens: 18_400,
      costUsd: 0.22,
      lastActivity: NOW - 95_000,
      strip: strip([span('task', 'Add up the cart, with discounts per line', 1, 13, 'done')], [0, 2, 2, 2, 3, 1, 2, 3, 2, 3, 2]),
    }),
    agent('ben', {
      status: 'working',
      task: { id: 'tax', description: 'Work out the tax per country' },
      locks: 2,
      tokens: 31_000,
      costUsd: 0.37,
      strip: strip([span('task', 'Work out the tax per country', 4)], [0, 0, 0, 0, 2, 3, 2, 2, 1, 4, 2, 2, 3, 1, 2, 2, 3, 2, 1, 2, 1, 2]),
    }),
    agent('cleo', {
      status: 'blocked',
      task: { id: 'stock-reserve', description: 'Reserve what lies in a cart' },
      waits: { path: 'src/checkout/tax.ts', holder: 'ben', since: NOW - 5 * 60_000 },
      locks: 1,
      tokens: 13_300,
      costUsd: 0.16,
      lastActivity: NOW - 41_000,
      strip: strip(
        [
          span('task', 'Count what is on the shelves', 2, 9, 'done'),
          span('task', 'Reserve what lies in a cart', 10),
          span('wait', 'src/checkout/tax.ts', 18),
        ],
        [0, 0, 1, 2, 1, 1, 2, 1, 1, 0, 2, 1, 2, 1, 1],
      ),
    }),
    agent('dan', {
      status: 'failed',
      context: 'agent.gone',
      tokens: 52_000,
      costUsd: 0.004,
      lastActivity: null,
      strip: strip(
        [span('task', 'Read the supplier’s price list', 2, 16, 'failed'), span('silence', 'Read the supplier’s price list', 6, 12)],
        [],
        [mark('failure', 16, 'Read the supplier’s price list'), mark('lock-broken', 17, 'src/stock/')],
      ),
    }),
    agent('eve', {
      role: 'reviewer',
      status: 'left',
      context: 'agent.gone',
      tokens: 7_700,
      costUsd: 0.09,
      lastActivity: NOW - 3 * 3_600_000,
    }),
  ],
  locks: [
    lock('src/checkout/tax.ts', 'ben', { reason: 'Rates per country', waiting: names('cleo', 'ada') }),
    lock('src/checkout/rates.json', 'ben', { acquiredAt: NOW - 55_000, expiresAt: NOW + 5_000, reason: 'Rates per country' }),
    lock('src/stock/', 'cleo', { type: 'shared', expiresAt: NOW + 245_000, reason: 'Reading all of it' }),
    lock('package.json', 'lead', { expiresAt: NOW + 3_720_000 }),
  ],
  activity: { kind: 'shown', from: CREATED, to: NOW, goesOn: true, lengthMs: NOW - CREATED, problems: [] },
  budget: [
    { limit: 'agents', spent: 6, max: 20, since: null },
    { limit: 'tokens', spent: 170_600, max: 200_000, since: null },
    { limit: 'cost', spent: 1.45, max: 50, since: null },
    { limit: 'duration', spent: 3_700_000, max: 3_600_000, since: null },
  ],
  problems: [
    {
      severity: 'error',
      message:
        '.cortex/timeline.crtx:3:14: this is not JSON: a comma or "]" is missing after an entry. Correct it, or restore it with "cortex repair".',
      place: { file: '/till/.cortex/timeline.crtx', line: 3, column: 14 },
    },
  ],
};

const link = (kind: DetailLink['kind'], name: string, says = '', row: number | null = null): DetailLink => {
  return { kind, name, says, row, path: kind === 'lock' ? name : null };
};
const links = (...first: readonly DetailLink[]) => ({ first, total: first.length });

/** A task that waits for another, whose agent waits for a lock of an unresponsive agent. */
export const stuckTask: TaskDetail = {
  kind: 'task',
  id: 'refund',
  description: 'Refund a part of an order, with the tax of the country in which it was sold',
  status: 'pending',
  agent: null,
  waits: [
    link('task', 'tax', 'active, ben', 4),
    link('agent', 'ben', 'waiting 5 min for src/stock/, held by cleo', 0),
    link('lock', 'src/stock/', 'held by cleo for 4 min more unless renewed', 2),
    link('agent', 'cleo', 'unresponsive, last seen 57 min ago', 3),
  ],
  next: 'cortex lock break src/stock/ --by lead --reason REASON',
  parts: links(),
  dependencies: links(
    link('task', 'tax', 'active, ben: Work out the tax per country', 4),
    link('task', 'receipt', 'pending: Print the receipt', 5),
  ),
  dependents: links(),
  locks: links(),
  estimatedTokens: 45_000,
  actualTokens: null,
  output: null,
};

/** A swarm that has much to decide, and stands still for it. */
export const deciding: Project = {
  ...normal,
  swarm: normal.swarm && {
    ...normal.swarm,
    strategy: 'consensus',
    phase: 'paused',
    pause: { by: 'person:mara', reason: 'The price list has changed; wait for the new one', at: NOW - 4 * 60_000 },
    policy: 'merged by vote and a person approves, conflicts go to a vote, 51 % must agree',
  },
  // The longest that the state of a task becomes.
  root: normal.root && { ...normal.root, status: 'skipped', progress: { done: 89, total: 99 } },
  decisions: [
    decision('prp_1', 'One table of rates per country, read at the start'),
    decision('prp_2', 'Ask the tax service for each order', {
      vote: {
        voices: [
          { choice: 'yes', count: 0 },
          { choice: 'no', count: 3 },
        ],
        entitled: 7,
        needed: 4,
      },
    }),
    decision('root#1', 'src/checkout/rates.json', {
      kind: 'question',
      task: 'root',
      options: names('tax', 'refund'),
      vote: {
        voices: [
          { choice: 'tax', count: 3 },
          { choice: 'refund', count: 2 },
        ],
        entitled: 7,
        needed: 4,
      },
      context: 'decision.vote.pick',
    }),
    decision('receipt', 'Print the receipt', {
      kind: 'merge',
      task: 'receipt',
      waitsFor: 'person',
      isUrgent: true,
      vote: null,
      context: 'decision.approve',
    }),
    decision('refund#1', 'Refund a part of an order', {
      kind: 'question',
      task: 'refund',
      waitsFor: 'coordinator',
      options: names('ada', 'ben', 'cleo'),
      vote: null,
      context: 'decision.pick',
    }),
  ],
  agents: normal.agents.map((each) =>
    each.id === 'ada' ? { ...each, lastActivity: NOW - 41 * 60_000, unresponsiveFrom: NOW - 11 * 60_000 } : each,
  ),
  problems: [],
};

const HUGE = 10_000;

/** Ten thousand of everything: a hundred groups of a hundred tasks. */
export function hugeProject(): Project {
  const groups = Array.from({ length: 100 }, (_, group) =>
    task(`group-${group}`, `Part ${group} of the work`, {
      status: 'active',
      progress: { done: group, total: 100 },
      children: Array.from({ length: 100 }, (_, leaf) =>
        task(`task-${group}-${leaf}`, `Step ${leaf} of part ${group}`, { status: leaf < group ? 'done' : 'pending' }),
      ),
    }),
  );
  return {
    ...normal,
    swarm: normal.swarm && { ...normal.swarm, counts: { ...EMPTY_COUNTS, pending: 5_050, done: 4_950 }, percent: 49 },
    root: task('root', 'All of it', { status: 'active', progress: { done: 4_950, total: HUGE }, children: groups }),
    agents: Array.from({ length: HUGE }, (_, index) => agent(`agent-${index}`, { status: 'working', tokens: index * 1_000 })),
    decisions: Array.from({ length: HUGE }, (_, index) => decision(`prp_${index}`, `Proposal ${index}`)),
    locks: Array.from({ length: HUGE }, (_, index) => lock(`src/part-${index % 100}/file-${index}.ts`, `agent-${index}`)),
    problems: Array.from({ length: 50 }, (_, index) => ({ severity: 'warning', message: `Problem ${index}`, place: null })),
  };
}

export const LONG = 'a-very-long-name-without-any-place-to-break-'.repeat(50);
export const OVERRIDE = '\u202E';
export const MARKUP = '<img src=x onerror="document.title=\'hacked\'"><style>*{display:none}</style>';
export const STACKED = `Z${'\u0351\u0352\u0353\u0354'.repeat(40)}algo`;
export const FAMILY = '👩‍👩‍👧‍👦'.repeat(40);

/** What a careless or an ill-meaning agent could write into the files. */
export const hostile: Project = {
  ...normal,
  project: `${OVERRIDE}evil${LONG}`,
  swarm: normal.swarm && {
    ...normal.swarm,
    task: `${MARKUP} ${'x'.repeat(10_000)}`,
    coordinator: `${OVERRIDE}${LONG}`,
    strategy: 'parallel',
    phase: 'paused',
    pause: { by: `${OVERRIDE}${LONG}`, reason: `${MARKUP} ${FAMILY}`, at: NOW + 1e12 },
  },
  decisions: [
    decision(LONG, `${OVERRIDE}${MARKUP}`, { task: LONG }),
    decision('many', FAMILY, { kind: 'question', options: { first: Array(20).fill(LONG), total: 20_000 } }),
    decision('votes', STACKED, { vote: { voices: [{ choice: 'yes', count: 1e15 }], entitled: 1e15, needed: 1e15 } }),
  ],
  root: task(`root${LONG}`, `${OVERRIDE}${'word '.repeat(2_000)}`, {
    status: 'active',
    progress: { done: 0, total: 4 },
    children: [
      task('markup', MARKUP, { status: 'failed', note: `${MARKUP}\n\n\nsecond line\t\u0000\u001b[31m` }),
      task('rtl', 'إصلاح حساب الضريبة لكل بلد ثم طباعة الإيصال وإعادة جزء من الطلب إلى العميل', {
        assignedTo: 'مبرمج',
        waitsFor: names(LONG, 'markup'),
      }),
      task('emoji', FAMILY, { assignedTo: FAMILY, status: 'active' }),
      task(STACKED, STACKED, { estimatedTokens: Number.MAX_SAFE_INTEGER, actualTokens: Number.MAX_SAFE_INTEGER }),
      task('deep', 'Deep', {
        children: [...Array(40).keys()].reduce<TaskTree[]>(
          (below, depth) => [task(`deep-${depth}`, `Level ${depth}`, { children: below })],
          [],
        ),
      }),
    ],
  }),
  agents: [
    agent(LONG, { role: LONG, tokens: Number.MAX_SAFE_INTEGER, costUsd: 1e15, lastActivity: NOW + 1e9 }),
    agent(MARKUP),
    agent(FAMILY),
  ],
  locks: [
    lock(`${LONG}/${LONG}.ts`, LONG, { reason: MARKUP, waiting: { first: Array(20).fill(LONG), total: 200 } }),
    lock(`src/${OVERRIDE}gpj.exe`, OVERRIDE, { expiresAt: NOW - 1_000 }),
    lock('src/إيصال.ts', 'مبرمج', { expiresAt: NOW + 1e12 }),
  ],
  budget: [
    { limit: 'agents', spent: 1e12, max: 0, since: null },
    { limit: 'tokens', spent: Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, since: null },
    { limit: 'cost', spent: 1e15, max: 0.001, since: null },
    { limit: 'duration', spent: 1e15, max: 1e15, since: null },
  ],
  problems: [{ severity: 'error', message: `${MARKUP} ${LONG}`, place: { file: `/${LONG}`, line: 1, column: 1 } }],
};
