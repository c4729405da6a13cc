import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { withEditorCommands } from '../../../src/cli/people-in-editor.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { create, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

let settings = '';
beforeEach(async () => {
  const home = temporaryFolder();
  settings = path.join(home, 'cortex', 'config.toml');
  vi.stubEnv('XDG_CONFIG_HOME', home);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  await create();
});

function write(toml: string): void {
  fs.mkdirSync(path.dirname(settings), { recursive: true });
  fs.writeFileSync(settings, toml);
}

const PAUSE = 'swarm pause --by person:ada --reason lunch';

describe('[people] require = "editor" in the user settings', () => {
  test('refuses people at a terminal, and names the editor command', async () => {
    write('[people]\nrequire = "editor"\n');
    expect(await project.asPerson(PAUSE)).toEqual({
      code: 1,
      out: '',
      err: `error: ${settings}: people act in the editor alone on this computer ([people] require = "editor"). In the editor, run "Cortex Swarm: Pause Swarm".\n`,
    });
    expect(await project.asPerson('lock acquire a.ts --agent person:ada')).toMatchObject({ code: 1 });
  });

  test('does not affect agents', async () => {
    write('[people]\nrequire = "editor"\n');
    expect(await project.asPerson('swarm pause --by queen --reason lunch')).toMatchObject({ code: 0 });
  });

  test('applies only if the file sets it', async () => {
    write('# none yet\n[people]\n');
    expect(await project.asPerson(PAUSE)).toMatchObject({ code: 0 });
  });

  test.each([
    ['[people]\nrequire = "edtior"\n', ':2: people.require must be "editor"'],
    ['[people]\nrequires = "editor"\n', ':2: "requires" is not a key of [people] (allowed: require)'],
    ['people = { Require = "editor" }\n', ':1: "Require" is not a key of [people] (allowed: require)'],
    ['people = "editor"\n', ':1: people must be a table'],
    ['# [peple]\n[peple]\nrequire = "editor"\n', ':2: "peple" is not a section (allowed: people)'],
    ['[People]\nrequire = "editor"\n', ':1: "People" is not a section (allowed: people)'],
    ['[people]\n[other]\nx = 1\n', ':2: "other" is not a section (allowed: people)'],
    ['require = "editor"\n', ':1: "require" is not a section (allowed: people)'],
    ['[people\n', 'cannot be read as TOML'],
  ])('refuses people, too, if the file is invalid: %j', async (toml, why) => {
    write(toml);
    const { code, err } = await project.asPerson(PAUSE);
    expect([code, err]).toEqual([3, expect.stringContaining(settings)]);
    expect(err).toContain(why);
    expect(await project.asPerson('swarm pause --by queen --reason lunch')).toMatchObject({ code: 0 });
  });

  test('is ignored in the project', async () => {
    project.write('cortex.toml', '[people]\nrequire = "editor"\n');
    project.write('.config/cortex/config.toml', '[people]\nrequire = "editor"\n');
    expect(await project.asPerson(PAUSE)).toMatchObject({ code: 0 });
  });
});

describe('a suggestion for people', () => {
  const said = async (command: string) => {
    const { out, err } = await project.asPerson(command);
    return `${out}${err}`;
  };

  test.each(['[people]\nrequire = "editor"\n', '[peple]\n'])('names the editor command: %j', async (toml) => {
    await succeed('swarm abort --by queen --reason x');
    await create('decomposition: {id: a, description: A}', ['--admission', 'coordinator']);
    await said('swarm recruit ann --role coder');
    expect(await said('needs-you')).toMatch(/cortex swarm admit ann --by person:\w+\n/);
    write(toml);
    const needs = await said('needs-you');
    expect(needs).toContain('    In the editor, run "Cortex Swarm: Admit Agent".\n');
    expect(needs.match(/Admit Agent/g), 'once for admitting and refusing').toHaveLength(1);
    expect(needs).not.toContain('person:');
  });

  test('is unchanged if it is for others', () => {
    const others = ['See "cortex swarm status".', '$ cortex swarm admit ann --by queen', 'person:ann waits: cortex swarm status'];
    expect(withEditorCommands(others.join('\n'))).toBe(others.join('\n'));
    expect(withEditorCommands('A person must run this at a terminal: cortex vault accept "a b" --by person:me')).toBe(
      'A person must run this: in the editor, choose "Accept Note"',
    );
    expect(withEditorCommands('See "cortex swarm pause --by person:me --reason x", or wait.')).toBe(
      'See in the editor, run "Cortex Swarm: Pause Swarm", or wait.',
    );
  });
});
