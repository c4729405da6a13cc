import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { cstackProgram } from '../../../src/cli/cstack-program.ts';
import { CliProject, type Run, runProgramHere } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { agentNote, projectNote, taskText } from '../../support/team-folder.ts';

/** Replaces a file by a link to one outside of the project. */
type Link = (target: string, file: string) => void;

const LINKS: readonly (readonly [string, Link, string | null])[] = [
  ['a symbolic link', fs.symlinkSync, 'precious\n'],
  ['a link to a file that does not exist', fs.symlinkSync, null],
  ['a hard link', fs.linkSync, 'precious\n'],
];

let project: CliProject;

beforeEach(async () => {
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, temporaryFolder());
  project = new CliProject();
  await project.run('init');
  project.write('.cstack/PLAN.md', '- [ ] One\n');
  project.write('.cstack/INBOX.md', '# Inbox\n');
  project.write('team/agents/ann.md', agentNote('ann', ['p']));
  project.write('team/projects/p.md', projectNote(taskText('2026-03-27T10:00', 'New')));
});

/** Two commands of each protocol. The second one finds what the first one kept. */
const COMMANDS: Readonly<Record<string, readonly [first: string, second: string]>> = {
  '.cstack': ['plan add Two', 'plan start One'],
  team: ['team dispatch p --title Two --team team', 'team claim p --agent ann --team team'],
};

const run = (folder: string, words: string): Promise<Run> =>
  folder === 'team' ? project.run(words) : runProgramHere(cstackProgram, [...words.split(' '), '--root', project.root]);

test.each(['send --to manager --type task --from manager Hello', 'send --to manager --type task --from manager --outbox Hello'])(
  'no message is appended to a file outside through a hard link: %s',
  async (command) => {
    const outside = path.join(temporaryFolder(), 'rc');
    fs.writeFileSync(outside, 'precious\n');
    const file = path.join(project.root, '.cstack', command.includes('--outbox') ? 'OUTBOX.md' : 'INBOX.md');
    fs.rmSync(file, { force: true });
    fs.linkSync(outside, file);
    const { code, err } = await run('.cstack', command);
    expect([code, err]).toEqual([1, expect.stringContaining(`${path.basename(file)}: has another name (hard link)`)]);
    expect(fs.readFileSync(outside, 'utf8')).toBe('precious\n');
    fs.rmSync(outside);
    expect(await run('.cstack', command)).toMatchObject({ code: 0 });
  },
);

test.each(Object.entries(COMMANDS).flatMap(([folder, commands]) => LINKS.map((each) => [folder, ...each, ...commands] as const)))(
  'the clock of %s is not written if it is %s',
  async (folder, _what, link, text, first, second) => {
    expect(await run(folder, first)).toMatchObject({ code: 0 });
    const outside = path.join(temporaryFolder(), 'outside');
    if (text !== null) fs.writeFileSync(outside, text);
    const file = path.join(project.root, folder, '.local/kept/clock');
    fs.rmSync(file, { force: true });
    link(outside, file);
    const { code, err } = await run(folder, second);
    expect([code, err]).toEqual([1, expect.stringContaining(fs.realpathSync(path.dirname(file)))]);
    expect(fs.existsSync(outside) ? fs.readFileSync(outside, 'utf8') : null).toBe(text);
    fs.rmSync(file);
    expect(await run(folder, second)).toMatchObject({ code: 0 });
  },
);
