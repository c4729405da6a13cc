import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { cstackProgram } from '../../../src/cli/cstack-program.ts';
import { CliProject, runProgramHere } from '../../support/cortex-cli.ts';

const ESCAPE = 'a\u001b[31mb';
const OVERRIDE = 'a\u202eb';
const PLAN = 'decomposition: {id: root, description: Release, children: [{id: a, description: A}]}';
const NOTE = '---\nid: n\nname: N\ntype: rule\nproject: ops\nstatus: active\ncreated: 2026-01-01\nupdated: 2026-01-01\n---\nText.\n';

let project: CliProject;
let team: string;

beforeEach(async () => {
  project = new CliProject();
  team = path.join(project.root, 'team');
  project.write('atoms/n.md', NOTE);
  project.write('atoms/m.md', NOTE.replace('id: n', 'id: m').replace('name: N', 'name: M').replace('Text', 'Another'));
  await project.run('init');
  await project.run(['swarm', 'create', '--task', 'Release', '--coordinator', 'queen', '--file', project.write('plan.yaml', PLAN)]);
  await project.run(['team', 'setup', '--team', team]);
  await project.run(['team', 'register', 'Ann', '--project', 'pay', '--team', team]);
  await runProgramHere(cstackProgram, ['init', '--root', project.root]);
});

/** All files of the project with their texts, but for what belongs to one machine. */
function files(): Record<string, string> {
  const names = fs.readdirSync(project.root, { recursive: true, encoding: 'utf8' }).filter((name) => !name.includes('.local'));
  const whole = names.map((name) => path.join(project.root, name)).filter((file) => fs.statSync(file).isFile());
  return Object.fromEntries(whole.map((file) => [file, fs.readFileSync(file, 'utf8')]));
}

/** Stands for the folder of the team. */
const TEAM = ['--team', '(team)'];
const ADD = ['vault', 'add', '--type', 'rule', '--project', 'ops'];

describe.each([
  ['an escape', ESCAPE],
  ['a bidirectional override', OVERRIDE],
])('%s in what stands in one line of a file is refused, and changes nothing:', (_, value) => {
  test.each([
    ['the name of a note', [...ADD, '--name', value]],
    ['the author of a note', [...ADD, '--name', 'x', '--by', value]],
    ['the tags of a note', [...ADD, '--name', 'x', '--tags', value]],
    ['the description of a note', [...ADD, '--name', 'x', '--description', value]],
    ['the project of a note', ['vault', 'add', '--type', 'rule', '--name', 'x', '--project', value]],
    ['why two notes contradict each other', ['vault', 'contradict', 'n', 'm', '--why', value]],
    ['who says so', ['vault', 'contradict', 'n', 'm', '--why', 'w', '--by', value]],
    ['who confirms a note', ['vault', 'confirm', 'n', '--by', value]],
    ['who archives a note', ['vault', 'archive', 'n', '--by', value]],
    ['who supersedes a note', ['vault', 'supersede', 'n', 'm', '--by', value]],
    ['a member of the swarm', ['swarm', 'recruit', value, '--role', 'coder']],
    ['who holds a lock', ['lock', 'acquire', 'src/a', '--agent', value]],
    ['who records an entry', ['timeline', 'add', '--agent', value, '--type', 'decision', '--action', 'a', '--reasoning', 'r']],
    ['the coordinator', ['swarm', 'create', '--task', 't', '--coordinator', value, '--file', 'plan.yaml']],
    ['the name of an agent', ['team', 'register', value, '--slug', 'zoe', ...TEAM]],
    ['the role of an agent', ['team', 'register', 'Zoe', '--role', value, ...TEAM]],
    ['a capability of an agent', ['team', 'register', 'Zoe', '--capability', value, ...TEAM]],
    ['the folder of an agent', ['team', 'register', 'Zoe', '--directory', value, ...TEAM]],
  ])('%s', async (__, words) => {
    const before = files();
    const { code, out, err } = await project.run(words.map((word) => (word === '(team)' ? team : word)));
    expect([code === 0, out]).toEqual([false, '']);
    expect(err).toContain('error: ');
    expect(err).not.toContain(value);
    expect(files()).toEqual(before);
  });

  test.each([
    ['the sender of a message', ['send', 'x', '--to', 'manager', '--type', 'task', '--from', value]],
    ['the type of a message', ['send', 'x', '--to', 'manager', '--type', value]],
    ['the thread of a message', ['send', 'x', '--to', 'manager', '--type', 'task', '--thread', value]],
    ['the title of a task', ['plan', 'add', value]],
  ])('%s of a stack', async (__, words) => {
    const before = files();
    const { code } = await runProgramHere(cstackProgram, [...words, '--root', project.root]);
    expect(code).not.toBe(0);
    expect(files()).toEqual(before);
  });
});
