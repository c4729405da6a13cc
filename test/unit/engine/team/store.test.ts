import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { changeProjects } from '../../../../src/engine/team/members.ts';
import { TeamStore } from '../../../../src/engine/team/team-store.ts';
import { makeNamedPipe } from '../../../support/named-pipe.ts';
import { agentNote, projectNote, TeamFolder, taskText } from '../../../support/team-folder.ts';

const pathsOf = (team: TeamFolder) => team.store().problems.map(({ path: at, severity }) => `${at} ${severity}`);

describe('a team directory', () => {
  it('is read in both layouts at once', () => {
    const team = new TeamFolder({
      'agents/billing-dev.md': agentNote('Billing Dev', ['billing']),
      'agents/web/web.md': agentNote('Web'),
      'agents/web/tasks.md': '## Fix it\n**Status:** ready\n',
      'agents/web/drafts.md': '## No task\n**Status:** ready\n',
      'projects/billing.md': projectNote(taskText('2026-03-28T10:00', 'One')),
      'projects/deeper/none.md': projectNote(),
      'notes.md': '# Not of the protocol',
    });
    const store = team.store();
    expect([...store.agents].map(([slug, { path: at }]) => [slug, at])).toEqual([
      ['billing-dev', 'agents/billing-dev.md'],
      ['web', 'agents/web/web.md'],
    ]);
    expect([...store.projects.values()].map(({ slug, agent, tasks }) => [slug, agent, tasks.map(({ id }) => id)])).toEqual([
      ['web', 'web', ['fix-it']],
      ['billing', null, ['2026-03-28T10:00']],
    ]);
    expect(store.problems).toEqual([]);
    expect(store.layout).toBe('later');
  });

  it('may be empty, and opening one that does not exist throws', () => {
    const team = new TeamFolder();
    expect([team.store().agents.size, team.store().projects.size, team.store().layout]).toEqual([0, 0, 'seed']);
    expect(() => TeamStore.open(team.runtime, path.join(team.root, 'none'))).toThrow('the team directory does not exist');
    team.write('file', '');
    expect(() => TeamStore.open(team.runtime, path.join(team.root, 'file'))).toThrow('not a folder');
  });

  it('rereads a changed, new or removed note on update, and no other note', () => {
    const team = new TeamFolder({ 'agents/a.md': agentNote('A'), 'projects/p.md': projectNote() });
    const store = team.store();
    const other = store.projects.get('p');
    team.write('agents/a.md', agentNote('A', ['p']));
    team.write('agents/b.md', agentNote('B'));
    expect(store.agents.get('a')?.projects).toEqual([]);
    expect([store.update('agents/a.md'), store.update('agents/b.md'), store.update('README.md')]).toEqual([true, true, false]);
    expect([...store.agents.keys(), ...(store.agents.get('a')?.projects ?? [])]).toEqual(['a', 'b', 'p']);
    expect(store.projects.get('p')).toBe(other);
    fs.rmSync(path.join(team.root, 'agents/b.md'));
    store.update('agents/b.md');
    expect([...store.agents.keys()]).toEqual(['a']);
  });

  it('skips and reports folders, pipes, binary or large files, and symlinks that lead outside or nowhere', () => {
    const team = new TeamFolder({
      'agents/good.md': agentNote('Good'),
      'agents/readme.txt': 'no note',
      'agents/folder.md/x': '',
      'agents/later/later.md/x': '',
    });
    const agents = path.join(team.root, 'agents');
    makeNamedPipe(path.join(agents, 'pipe.md'));
    team.write('agents/bytes.md', Uint8Array.of(0x23, 0xff, 0xfe));
    team.write('agents/large.md', new Uint8Array(16 * 1024 * 1024 + 1));
    fs.symlinkSync('/etc/hostname', path.join(agents, 'out.md'));
    fs.symlinkSync('nowhere.md', path.join(agents, 'dead.md'));
    fs.symlinkSync('loop.md', path.join(agents, 'loop.md'));
    expect([...team.store().agents.keys()]).toEqual(['good']);
    const wrong = ['bytes.md', 'dead.md', 'folder.md', 'large.md', 'later/later.md', 'loop.md', 'out.md', 'pipe.md'];
    expect(pathsOf(team)).toEqual(wrong.map((name) => `agents/${name} error`));
  });

  it('reads notes whose header is missing, broken, not closed or code, and reports the line', () => {
    const team = new TeamFolder({
      'agents/none.md': '## Role\nWorks\n',
      'agents/broken.md': '---\nname: Broken\nstatus: [\n---\n## Projects\n- p\n',
      'agents/open.md': '---\nname: x\n',
      'agents/script.md': '---js\nmodule.exports = process.exit(3)\n---\n',
      'projects/p.md': '---\n: : :\n---\n## Work Queue\n### now\n**Task:** t\n**Status:** waiting\n',
    });
    const store = team.store();
    expect([...store.agents.keys()]).toEqual(['broken', 'none', 'open', 'script']);
    expect(store.agents.get('broken')).toMatchObject({ name: 'Broken', projects: ['p'] });
    expect(store.agents.get('none')).toMatchObject({ name: 'none', status: 'active', role: 'Works' });
    expect(store.projects.get('p')?.tasks).toMatchObject([{ status: 'waiting', state: 'unknown' }]);
    const told = store.problems.map(({ path: at, line, message }) => `${at}:${line} ${message}`);
    expect(told.find((each) => each.startsWith('agents/broken.md:3 '))).toBeDefined();
    expect(told).toContain('agents/open.md:1 the header is not closed: a line "---" is missing');
    expect(told).toContain('agents/script.md:1 the header must be YAML, not js');
    expect(told).toContain('projects/p.md:7 t: unknown status: "waiting" (allowed: ready, in-progress, done)');
  });

  it('reports duplicate notes of an agent, and a file name that differs from the name in the note', () => {
    const team = new TeamFolder({ 'agents/a.md': agentNote('A'), 'agents/a/a.md': agentNote('A'), 'agents/b.md': agentNote('Somebody') });
    expect(team.store().agents.get('a')?.path).toBe('agents/a.md');
    expect(team.store().problems.map(({ message }) => message)).toEqual([
      'a is already defined in agents/a.md, which is used',
      'the file name b does not match the name "Somebody"',
    ]);
  });

  it('does not compare the file name with a name that gives no slug', () => {
    const team = new TeamFolder({ 'agents/ahmed.md': agentNote('أحمد'), 'agents/other.md': agentNote('Zoë') });
    expect(team.store().problems.map(({ path: at }) => at)).toEqual(['agents/other.md']);
  });

  it('throws if one of its folders is a symlink that leads outside or nowhere, or is a file', () => {
    const outside = new TeamFolder({ 'secret.md': agentNote('secret') });
    const team = new TeamFolder();
    for (const target of [outside.root, 'nowhere']) {
      fs.symlinkSync(target, path.join(team.root, 'agents'));
      expect(() => team.store()).toThrow(/symbolic link/);
      fs.unlinkSync(path.join(team.root, 'agents'));
    }
    team.write('agents', 'a file');
    expect(() => team.store()).toThrow('a file in the path is in the place of a folder');
  });

  it('accepts names in every script, also to find the owner of a project', () => {
    const team = new TeamFolder({
      'agents/агент.md': agentNote('Агент', ['проект', 'My_Project — mine']),
      'projects/проект.md': projectNote(taskText('2026-03-28T10:00', 'Перевод')),
      'projects/My_Project.md': projectNote(taskText('2026-03-28T10:00', 'Two')),
      'projects/مشروع.md': projectNote(taskText('2026-03-28T10:00', 'Nobody')),
    });
    const agent = team.work().requireAgent('агент');
    expect(team.store().problems).toEqual([]);
    expect(agent.projects).toEqual(['проект', 'myproject']);
    return expect(team.work().claim('مشروع', 'агент')).rejects.toThrow('does not work on');
  });

  it('is the real folder if it is opened through a symlink', () => {
    const team = new TeamFolder({ 'agents/a.md': agentNote('A') });
    const link = `${team.root}-link`;
    fs.symlinkSync(team.root, link);
    try {
      expect(TeamStore.open(nodeRuntime({}), link).root).toBe(team.root);
    } finally {
      fs.unlinkSync(link);
    }
  });
});

it('reports a listed project without a note, with the command that creates it', async () => {
  const folder = new TeamFolder({
    'agents/ann.md': agentNote('ann', ['shop', 'gone', 'broken']),
    'agents/later/later.md': agentNote('later', ['elsewhere']),
    'projects/shop.md': projectNote(),
  });
  folder.write('projects/broken.md', Buffer.from([0xff, 0xfe, 0xfd]));
  const message = 'lists the project "gone", but projects/gone.md does not exist. Create it: cortex team projects ann --add gone';
  const ofAgents = (): readonly unknown[] => folder.store().problems.filter(({ path }) => path.startsWith('agents/'));
  expect(ofAgents()).toEqual([{ path: 'agents/ann.md', line: 13, severity: 'warning', code: null, message }]);
  await changeProjects(folder.work(), 'ann', { add: ['gone'], remove: [] }, '2026-03-28');
  expect(ofAgents()).toEqual([]);
});
