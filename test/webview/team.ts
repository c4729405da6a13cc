import { type AgentNote, PROJECT_QUEUE, type ProjectNote, parseQueue } from '../../src/engine/team/index.ts';
import type { Team } from './queues-host.ts';

export const NOW = Date.UTC(2026, 2, 28, 14, 30);
const MINUTE = 60_000;

/** A local time of the team, so many minutes ago. */
export const at = (minutesAgo: number): string => new Date(NOW - minutesAgo * MINUTE).toISOString().slice(0, 16);

export interface Said {
  readonly title: string;
  readonly status?: string | null;
  readonly scope?: string;
  readonly agent?: string;
  readonly started?: number;
  readonly completed?: number;
  readonly summary?: string;
  readonly blocked?: string;
  readonly approval?: string;
  readonly minutesAgo?: number;
}

function taskText(said: Said, place: number): string {
  const { title, status = 'ready', scope, agent, started, completed, summary, blocked, approval, minutesAgo = 600 } = said;
  const lines = [
    `### ${at(minutesAgo - place)}`,
    `**Task:** ${title}`,
    scope === undefined ? '' : `**Scope:** ${scope}`,
    status === null ? '' : `**Status:** ${status}`,
    summary === undefined ? '' : `Summary: ${summary}`,
    agent === undefined ? '' : `**Agent:** ${agent}`,
    started === undefined ? '' : `**Started:** ${at(started)}`,
    completed === undefined ? '' : `**Completed:** ${at(completed)}`,
    blocked === undefined ? '' : `**Blocked:** ${blocked}`,
    approval === undefined ? '' : `**Approval:** ${approval}`,
  ];
  return `${lines.filter((line) => line !== '').join('\n')}\n\n`;
}

/** The note of a project with these tasks. */
export function project(slug: string, tasks: readonly Said[], agent: string | null = null): ProjectNote {
  const text = `## Work Queue\n\n${tasks.map(taskText).join('')}`;
  return {
    slug,
    agent,
    path: `projects/${slug}.md`,
    shape: PROJECT_QUEUE,
    status: 'active',
    created: '',
    nextActions: [],
    problems: [],
    tasks: parseQueue(text, PROJECT_QUEUE),
  };
}

export function agent(slug: string, projects: readonly string[]): AgentNote {
  return {
    slug,
    projects,
    path: `agents/${slug}.md`,
    name: slug,
    project: '',
    status: 'active',
    joined: '',
    heartbeats: [],
    role: '',
    capabilities: [],
    lastSession: '',
    flags: [],
    projectLines: [],
    flagLines: [],
    problems: [],
  };
}

export function team(projects: readonly ProjectNote[], agents: readonly AgentNote[], more: Partial<Team> = {}): Team {
  const notes = {
    projects: new Map(projects.map((each) => [each.slug, each])),
    agents: new Map(agents.map((each) => [each.slug, each])),
  };
  return { notes, now: NOW, readOnly: null, doing: null, problems: [], ...more };
}

export const AGENTS = [
  agent('billing-dev', ['billing-service']),
  agent('web-dev', ['web-shop', 'billing-service']),
  agent('docs-writer', ['handbook']),
];

const BILLING: readonly Said[] = [
  { title: 'Charge a card that has expired twice, and see that it is refused twice', scope: 'The retry must not charge anybody again.' },
  { title: 'Round taxes per line', agent: 'billing-dev', status: 'in-progress', started: 42 },
  { title: 'Send a receipt', agent: 'web-dev', status: 'in-progress', started: 60 * 27, blocked: 'the mail server has no address yet' },
  {
    title: 'Read the rates from a file',
    agent: 'billing-dev',
    status: 'done',
    completed: 180,
    summary: 'rates.csv is read at start; two header rows are skipped.',
  },
];

const SHOP: readonly Said[] = [
  { title: 'Show the discount of each line in the cart', minutesAgo: 90 },
  { title: 'Delete the old checkout', approval: 'needed', minutesAgo: 30 },
  { title: 'Pay with a voucher', blocked: 'waits for the vouchers of the billing service', minutesAgo: 60 * 50 },
  { title: 'Search by colour', status: 'done', agent: 'web-dev', completed: 60 * 30, summary: 'Filter and index are there.' },
];

/** Three agents and three projects, as people will mostly see them. */
export const busy: Team = team(
  [project('billing-service', BILLING), project('handbook', [{ title: 'Describe refunds' }]), project('web-shop', SHOP)],
  AGENTS,
);

/** The same when an agent has gone on with the task about refunds. */
export function withRefunds(said: Omit<Said, 'title'>): Team {
  const notes = [...busy.notes.projects.values()];
  return team(
    notes.map((each) => (each.slug === 'handbook' ? project('handbook', [{ title: 'Describe refunds', ...said }]) : each)),
    AGENTS,
  );
}

/** With a task whose status nobody knows, and one without any. */
export const odd: Team = team(
  [project('billing-service', [...BILLING, { title: 'Move to the new bank', status: 'on hold' }, { title: 'Untold', status: null }])],
  AGENTS,
);

export const idle: Team = team([project('billing-service', [])], AGENTS);

export const bare: Team = team([], []);

const STATES = ['ready', 'ready', 'in-progress', 'done'];

/** So many projects of twenty tasks. */
export function hugeTeam(projects: number): Team {
  const notes = Array.from({ length: projects }, (_, n) =>
    project(
      `project-${String(n).padStart(4, '0')}`,
      Array.from({ length: 20 }, (__, task) => ({
        title: `Task ${task} of ${n}`,
        status: STATES[task % 4] ?? 'ready',
        ...(task % 4 === 2 && { agent: `agent-${n}`, started: task * 100 + (n % 97) }),
        ...(task % 4 === 3 && { agent: `agent-${n}`, completed: task * 60 + (n % 89), summary: 'It works.' }),
      })),
    ),
  );
  return team(
    notes,
    Array.from({ length: projects }, (_, n) => agent(`agent-${n}`, [`project-${String(n).padStart(4, '0')}`])),
  );
}

const LONG = 'a-very-long-name-without-any-place-to-break-'.repeat(50);
const OVERRIDE = '\u202E';
const MARKUP = '<img src=x onerror="document.title=\'hacked\'"><style>*{display:none}</style><script>document.title="hacked"</script>';

/** What a careless or an ill-meaning agent could write into the files. */
export const hostile: Team = team(
  [
    project(LONG, [
      { title: LONG, agent: LONG, status: LONG },
      { title: `${OVERRIDE}${MARKUP} [click](command:workbench.action.quit) **bold**`, blocked: `${MARKUP} ${LONG}` },
      { title: 'إصلاح حساب الضريبة لكل بلد', status: 'in-progress', agent: 'مبرمج' },
      { title: `${'Z\u0351\u0352\u0353\u0354'.repeat(400)}`, status: 'done', summary: MARKUP },
    ]),
  ],
  [agent(LONG, [LONG]), agent(OVERRIDE, [])],
  {
    doing: { request: 'elsewhere', outcome: 'refused', message: MARKUP, task: null, seen: null },
    problems: [{ severity: 'error', message: `${MARKUP} ${LONG}`, place: { file: `/${LONG}`, line: 1, column: 1 } }],
  },
);
