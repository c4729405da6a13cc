import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { EDITOR_COMMANDS } from '../../../src/cli/people-in-editor.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { create, project, useProject } from '../../support/swarm-project.ts';

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

describe('[people] require = "editor" in the settings of the person', () => {
  test('refuses people at a terminal, and names the command of the editor', async () => {
    write('[people]\nrequire = "editor"\n');
    expect(await project.asPerson(PAUSE)).toEqual({
      code: 1,
      out: '',
      err: `cortex: ${settings}: people act in the editor alone on this computer ([people] require = "editor"). In the editor, run "Cortex: Pause Swarm".\n`,
    });
    expect(await project.asPerson('lock acquire a.ts --agent person:ada')).toMatchObject({ code: 1 });
  });

  test('does not concern agents', async () => {
    write('[people]\nrequire = "editor"\n');
    expect(await project.asPerson('swarm pause --by queen --reason lunch')).toMatchObject({ code: 0 });
  });

  test('counts by what the file says, whatever else is in it', async () => {
    write('[other]\nx = 1\n[people]\n');
    expect(await project.asPerson(PAUSE)).toMatchObject({ code: 0 });
  });

  test.each([
    ['[people]\nrequire = "edtior"\n', 'people.require is not as expected'],
    ['[people]\nrequires = "editor"\n', 'people is not as expected'],
    ['[people\n', 'cannot be read as TOML'],
  ])('with a mistake refuses people, too: %j', async (toml, why) => {
    write(toml);
    const { code, err } = await project.asPerson(PAUSE);
    expect([code, err]).toEqual([1, expect.stringContaining(settings)]);
    expect(err).toContain(why);
    expect(await project.asPerson('swarm pause --by queen --reason lunch')).toMatchObject({ code: 0 });
  });

  test('is not read from the project', async () => {
    project.write('cortex.toml', '[people]\nrequire = "editor"\n');
    project.write('.config/cortex/config.toml', '[people]\nrequire = "editor"\n');
    expect(await project.asPerson(PAUSE)).toMatchObject({ code: 0 });
  });
});

test('the commands are called as in the palette', () => {
  const { contributes } = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8'));
  const titles = new Map(contributes.commands.map((each: { command: string; title: string }) => [each.command, each.title]));
  for (const [operation, title] of Object.entries(EDITOR_COMMANDS)) {
    const command = `cortex.${operation.replace(/^vault /, 'memory ').replaceAll(' ', '.')}`;
    expect([command, titles.get(command)]).toEqual([command, title]);
  }
});
