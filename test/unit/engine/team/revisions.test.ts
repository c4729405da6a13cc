import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { teamConfig } from '../../../../src/engine/team/config.ts';
import { housekeep } from '../../../../src/engine/team/housekeep.ts';
import { registerAgent } from '../../../../src/engine/team/members.ts';
import { teamStatus } from '../../../../src/engine/team/team-status.ts';
import { TeamFolder } from '../../../support/team-folder.ts';

const FIXTURES = path.join(import.meta.dirname, '../../../fixtures/team-revisions');
/** Public revisions of the protocol whose files differ: without heartbeats, with heartbeats in the header, with task files. */
const REVISIONS = ['first', 'heartbeats', 'task-files'] as const;

class Checkout extends TeamFolder {
  constructor(revision: string) {
    super();
    fs.cpSync(path.join(FIXTURES, revision), this.root, { recursive: true });
    this.git('init', '-q');
    this.git('add', '-A');
    this.git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', 'start');
  }

  git(...words: readonly string[]): string {
    return execFileSync('git', [...words], { cwd: this.root, encoding: 'utf8' });
  }

  /** Lines that differ from the checked out revision. */
  get changed(): string[] {
    const lines = this.git('diff', '-U0').split('\n');
    return lines.filter((line) => /^[+-](?![+-]{2} )/.test(line));
  }
}

const statusOf = (team: TeamFolder) => teamStatus(team.store(), { now: team.now, timeZone: 'UTC', staleMinutes: 30 });

describe.each(REVISIONS)('a directory of the revision "%s"', (revision) => {
  it('is read without a problem', () => {
    const team = new Checkout(revision);
    expect(team.store().problems).toEqual([]);
    expect(team.store().agents.get('chief-of-staff')).toMatchObject({ name: 'Chief of Staff', projects: [], lastSession: '' });
    expect(team.store().agents.get('atlas-dev')).toMatchObject({ projects: ['atlas'], capabilities: ['Rust', 'Vector tiles'] });
    const config = teamConfig(team.runtime.fs, { home: revisionHome(team), cwd: '/' });
    expect(config).toMatchObject({ heartbeatMinutes: 15, dailyBriefing: '09:00', dailyReview: '18:00', problems: [] });
  });

  it('is unchanged by writes that change no value', async () => {
    const team = new Checkout(revision);
    const work = team.work();
    for (const { slug, tasks } of work.store.projects.values()) {
      for (const { id, status, scope, agent } of tasks) await work.change(slug, { id }, { Status: status, Scope: scope, Agent: agent });
    }
    team.at('2026-03-28T14:20');
    if (revision !== 'first') await work.heartbeat('atlas-dev');
    await housekeep(team.store(), { now: team.now, timeZone: 'UTC' }, false);
    expect(team.git('status', '--porcelain', '--', 'agents', 'projects', 'templates')).toBe('');
  });

  it('keeps the text of its template in new notes, and does not read placeholders as content', async () => {
    const team = new Checkout(revision);
    const bob = { name: 'Bob', project: '', role: '', projects: ['press'], capabilities: [], joined: '2026-03-28' };
    const { file } = await registerAgent(team.store(), bob);
    const template = team.read('templates/agent-template.md');
    expect(team.read(file)).toBe(
      template
        .replace('name: ""', 'name: "Bob"')
        .replace('joined: ""', 'joined: "2026-03-28"')
        .replace('## Projects\n', '## Projects\n- press\n'),
    );
    expect(team.store().agents.get('bob')).toMatchObject({ role: '', project: '', projects: ['press'], heartbeats: [], lastSession: '' });
    expect(team.store().problems).toEqual([]);
  });
});

/** Creates a home directory with the configuration of a revision. */
function revisionHome(team: TeamFolder): string {
  fs.cpSync(path.join(team.root, 'home'), path.join(team.root, 'as-home/.cortex'), { recursive: true });
  return path.join(team.root, 'as-home');
}

it.each(['first', 'heartbeats'] as const)('a task of the revision "%s" is claimed and completed in its own format', async (revision) => {
  const team = new Checkout(revision);
  const work = team.work();
  expect(work.requireProject('atlas').tasks).toMatchObject([
    { state: 'done', summary: 'Tiles are kept in an LRU cache. Measured with the sample city.' },
    { state: 'ready', scope: 'Draw rivers below roads, at every zoom' },
  ]);
  await work.claim('atlas', 'atlas-dev');
  await work.done('atlas', 'atlas-dev', { id: '2026-03-27T11:00' }, 'Rivers are drawn.');
  expect(team.changed).toEqual([
    '-**Status:** ready',
    '+**Status:** done',
    '+Summary: Rivers are drawn.',
    '+**Agent:** atlas-dev',
    '+**Started:** 2026-03-28T14:30',
    '+**Completed:** 2026-03-28T14:30',
  ]);
});

it('task files contain heartbeats and tasks, and are changed in their own format', async () => {
  const team = new Checkout('task-files');
  expect(statusOf(team).agents.map(({ slug, state }) => [slug, state])).toEqual([
    ['atlas-dev', 'active'],
    ['chief-of-staff', 'new'],
    ['press-dev', 'idle'],
  ]);
  const work = team.work();
  expect(work.requireProject('atlas-dev').tasks.map(({ state, scope, summary }) => [state, scope, summary])).toEqual([
    ['done', 'Keep the last thousand tiles in memory.', 'Tiles are kept in an LRU cache. Measured with the sample city.'],
    ['in-progress', expect.stringMatching(/^Draw rivers.*\n- \[x\] widths\n- \[ \] names\n\nProgress: .* overlap\.$/), null],
    ['ready', 'Report how many tasks of .shuttle.md are done.', null],
  ]);
  await work.done('atlas-dev', 'atlas-dev', { id: 'show-rivers' }, 'Rivers are drawn.');
  await work.heartbeat('atlas-dev');
  await work.heartbeat('chief-of-staff');
  expect(team.changed).toEqual([
    '-**Status:** in-progress',
    '+**Status:** done',
    '+**Completed:** 2026-03-28T14:30',
    '+### Summary',
    '+Rivers are drawn.',
    '+',
    '-<!-- cortex:last-tick 2026-03-28T14:20 -->',
    '+<!-- cortex:last-tick 2026-03-28T14:30 -->',
    '+<!-- cortex:last-tick 2026-03-28T14:30 -->',
  ]);
  team.at('2026-03-28T16:00');
  expect(statusOf(team).agents.find(({ slug }) => slug === 'atlas-dev')?.state).toBe('down');
});
