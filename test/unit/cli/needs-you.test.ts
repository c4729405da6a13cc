import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { needsTexts } from '../../../src/cli/text/needs.ts';
import { cortexFile, runProcess } from '../../support/cortex-cli.ts';
import { NeedsPlace, NOW } from '../../support/needs.ts';
import { writeFiles } from '../../support/stack-folders.ts';
import { agentNote, projectNote, taskText } from '../../support/team-folder.ts';

const listing = (...folders: readonly string[]) =>
  folders.flatMap((folder) => fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort());

describe('an empty list', () => {
  it('is reported, and no file or folder is created', async () => {
    const place = new NeedsPlace();
    expect(await place.project.run('needs-you')).toEqual({ code: 0, out: 'Nothing needs you.\n', err: '' });
    expect(await place.project.run('needs-you --all')).toMatchObject({ code: 0, out: 'Nothing needs you.\n' });
    expect(await place.answer()).toEqual({ needs: [], more: 0, snoozed: 0, roots: { project: null, others: place.root } });
    expect(listing(place.home, place.root)).toEqual([]);
  });

  it('does not change folders of other programs', async () => {
    const place = new NeedsPlace();
    place.write({ '.cortex/notes.txt': 'x', 'AGENTS.md': '## ann\n- Role: x\n- Stack: ./ann/.cstack/\n', 'vault/atoms/a.md': '# A\n' });
    writeFiles(place.home, { '.cortex/config.yaml': 'timezone: UTC\n', 'cortex-team/agents/ann.md': agentNote('ann') });
    const before = listing(place.home, place.root);
    expect(await place.project.run('needs-you')).toEqual({ code: 0, out: 'Nothing needs you.\n', err: '' });
    expect(listing(place.home, place.root)).toEqual(before);
  });
});

/** Creates a team whose project has these tasks, all blocked. */
function blockedTasks(titles: readonly string[], why = 'no password'): NeedsPlace {
  const place = new NeedsPlace();
  const tasks = titles.map((title, n) => taskText(`task-${n}`, title, 'ready', `**Blocked:** ${why}\n`));
  const note = agentNote('ann', ['p']).replace('""', '"2026-03-28T13:59"');
  const config = 'timezone: UTC\nteam_dir: ~/team\n';
  writeFiles(place.home, { '.cortex/config.yaml': config, 'team/agents/ann.md': note, 'team/projects/p.md': projectNote(tasks.join('')) });
  return place;
}

it('lists items by rank, the oldest first, with their file and the command that resolves them', async () => {
  const place = blockedTasks(['Deploy']);
  place.write({
    'vault/cortex.toml': 'timezone = "UTC"\n',
    'vault/atoms/a.md': '---\nname: Red\nstatus: review\nupdated: 2026-03-28\n---\n',
  });
  vi.stubEnv('USER', 'ada');
  const { out, code, err } = await place.project.printed('needs-you');
  expect([code, err]).toEqual([0, '']);
  const [deploy, red] = await place.needs();
  expect(out).toBe(`Work is at risk
  Deploy (team project p)  [${deploy?.id}]
    ${place.home}/team/projects/p.md:8
    blocked: no password
    $ cortex team unblock p task-0 --root ${place.root}

Soon
  Red  (since 2026-03-28)  [${red?.id}]
    ${place.root}/vault/atoms/a.md:1
    waits for review by a person
    $ cortex vault accept atoms/a.md --by person:ada --root ${place.root}
    $ cortex vault archive atoms/a.md --by person:ada --root ${place.root}
`);
});

it('adds --root to commands that are typed in a subfolder, unless they need none', async () => {
  const place = new NeedsPlace();
  await place.cortex('init', 'timeline add --agent ann --type escalation --action Help! --reasoning x');
  fs.mkdirSync(path.join(place.root, 'src'));
  const [here, below] = await Promise.all(
    ['', 'src'].map((folder) => runProcess([cortexFile, 'needs-you'], path.join(place.root, folder))),
  );
  expect(here?.out).toMatch(/\$ cortex timeline resolve \S+ --outcome OUTCOME$/m);
  expect(below?.out).toMatch(new RegExp(`\\$ cortex timeline resolve \\S+ --outcome OUTCOME --root ${place.root}$`, 'm'));
});

describe('text of agents', () => {
  it.each([
    ['control characters', 'a\u001b[31mred\u0007\u0008'],
    ['another direction', 'a\u202egnp.exe'],
    ['a megabyte', `a${'x'.repeat(1_000_000)}`],
    ['a megabyte of spaces', `a${' \t'.repeat(500_000)}b`],
  ])('with %s is shown safely', async (_what, text) => {
    const place = blockedTasks([text], text);
    place.write({ 'AGENTS.md': '## ann\n- Role: x\n- Stack: ./ann/.cstack/\n' });
    await place.cstack('init', '.');
    await place.cstack('init', 'ann');
    await place.cortex('init', [
      'timeline',
      'add',
      '--agent',
      'ann',
      '--type',
      'escalation',
      '--action',
      text.slice(0, 9_000),
      '--reasoning',
      'x',
    ]);
    await place.cstack('send', text, '--from', 'ann', '--to', 'manager', '--type', 'question');
    expect((await place.needs()).map(({ kind }) => kind)).toEqual(['escalation', 'blocked', 'question']);
    const { out, err } = await place.project.run('needs-you');
    expect(err).toBe('');
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    for (const line of out.split('\n')) expect(line.length).toBeLessThan(3_000);
    expect(out.length).toBeLessThan(12_000);
  });
});

describe('a command that cannot be typed', () => {
  it.each(['a\nb', 'a\u001b[31m', 'x'.repeat(2_000), 'a\u202eb'])('is omitted, and only its title is shown: %#', (word) => {
    const action = { title: 'Retry', operation: 'swarm retry', input: { task: word }, asks: [] };
    const need = {
      id: '000000000000',
      kind: 'failed',
      rank: 'at-risk',
      title: 'T',
      why: 'w',
      since: NOW + 1,
      place: null,
      actions: [action],
      snoozed: false,
    };
    const answer = { needs: [need], more: 0, snoozed: 0, roots: { project: null, others: null } };
    const text = needsTexts(({ input }) => `cortex swarm retry "${String(input.task)}"`)['needs-you']?.(answer, NOW) ?? '';
    expect(text.split('\n')).toEqual([
      'Work is at risk',
      '  T  [000000000000]',
      '    w',
      '    swarm retry: its input cannot be typed; see --json',
    ]);
  });
});

describe('ten thousand needs', () => {
  it('are listed up to the limit, in linear time', async () => {
    const costOf = async (count: number) => {
      const place = blockedTasks(Array.from({ length: count }, (_, n) => `Task ${n}`));
      const before = process.cpuUsage();
      const { out, code } = await place.project.run('needs-you');
      const { user, system } = process.cpuUsage(before);
      expect(code).toBe(0);
      expect(out.match(/^ {2}\S/gm)).toHaveLength(100);
      expect(out).toContain(`${(count - 100).toLocaleString('en-US')} more items: see "cortex needs-you --limit ${count}".`);
      return { place, micros: user + system };
    };
    const few = await costOf(1_000);
    const many = await costOf(10_000);
    expect(many.micros).toBeLessThan(40 * Math.max(few.micros, 50_000));
    expect(await many.place.answer()).toMatchObject({ more: 9_900 });
    expect(await many.place.needs()).toHaveLength(10_000);
  });
});
