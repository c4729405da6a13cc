/**
 * If the disk fills up during a command that changes several files, the error says what is done and which command completes it. That
 * command completes it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { cstackProgram } from '../../../src/cli/cstack-program.ts';
import { type FileSystem, nodeFileSystem } from '../../../src/engine/platform/file-system.ts';
import { type Run, runProgramHere } from '../../support/cortex-cli.ts';
import { CliVault, useExampleDay } from '../../support/example-vault.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { agentNote, projectNote } from '../../support/team-folder.ts';

useExampleDay();

/** Simulates a full disk for each rename or link to this file name, while `run` runs. */
async function withFullDisk<T>(name: string, run: () => Promise<T>): Promise<T> {
  const full: (call: 'renameSync' | 'linkSync') => FileSystem['renameSync'] = (call) => (from, to) => {
    if (path.basename(to) === name) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    originals[call](from, to);
  };
  const originals = { renameSync: nodeFileSystem.renameSync, linkSync: nodeFileSystem.linkSync };
  const restore = () => Object.assign(nodeFileSystem, originals);
  onTestFinished(() => void restore());
  Object.assign(nodeFileSystem, { renameSync: full('renameSync'), linkSync: full('linkSync') });
  try {
    return await run();
  } finally {
    restore();
  }
}

const run = (words: readonly string[]): Promise<Run> => {
  const [name, ...args] = words;
  return runProgramHere(name === 'cstack' ? cstackProgram : cortexProgram, args);
};

/** Returns the arguments of the last command in an error. */
function completion(error: string): string[] {
  const words = /To complete it, run: (c(?:ortex|stack) .+)\n$/.exec(error)?.[1]?.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  return words.map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));
}

/** Returns all files, without machine-local ones. */
function filesIn(folder: string): Record<string, string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !name.split('/').includes('.local'));
  const files = names.sort().filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]));
}

interface Case {
  readonly files: Readonly<Record<string, string>>;
  /** Arguments of the command. @param folder with the files */
  words(folder: string): readonly string[];
  /** Name of the file that cannot be written, and the changes done before it. */
  readonly fails: string;
  readonly done: string;
}

const note = (name: string) => `---\nname: ${name}\nstatus: active\n---\nText of ${name}.\n`;
const NOTES = { 'a.md': note('A'), 'b.md': note('B') };
const PROJECT = projectNote().replace('## Work Queue', '## Notes\n- Agent: ann\n\n## Work Queue');
const OLD_TASKS = '- [x] one | completed: 2020-01-02\n- [x] two | completed: 2020-01-02\n';

const CASES: Readonly<Record<string, Case>> = {
  'vault supersede': {
    files: NOTES,
    words: (folder) => ['cortex', 'vault', 'supersede', 'a.md', 'b.md', '--by', 'agent-7', '--vault', folder],
    fails: 'b.md',
    done: 'recorded in a.md that b.md replaces it',
  },
  'vault contradict': {
    files: NOTES,
    words: (folder) => ['cortex', 'vault', 'contradict', 'a.md', 'b.md', '--by', 'agent-7', '--why', 'two ports', '--vault', folder],
    fails: 'b.md',
    done: 'recorded it in a.md',
  },
  'team register': {
    files: { 'agents/.keep': '', 'projects/.keep': '' },
    words: (folder) => ['cortex', 'team', 'register', 'Ann B', '--project', 'shop', '--role', 'does it', '--team', folder],
    fails: 'ann-b.md',
    done: 'created projects/shop.md',
  },
  'team projects --add': {
    files: { 'agents/ann.md': agentNote('ann', ['shop']), 'projects/shop.md': projectNote() },
    words: (folder) => ['cortex', 'team', 'projects', 'ann', '--add', 'one', '--add', 'two', '--team', folder],
    fails: 'two.md',
    done: 'changed the projects in agents/ann.md',
  },
  'team projects --remove': {
    files: { 'agents/ann.md': agentNote('ann', ['a', 'b']), 'projects/a.md': PROJECT, 'projects/b.md': PROJECT },
    words: (folder) => ['cortex', 'team', 'projects', 'ann', '--remove', 'a', '--remove', 'b', '--team', folder],
    fails: 'b.md',
    done: 'changed the projects in agents/ann.md',
  },
  'team join': {
    files: { 'team/agents/ann.md': agentNote('ann'), 'work/CLAUDE.md': '# Rules\n' },
    words: (folder) => [
      ...['cortex', 'team', 'join', path.join(folder, 'work'), '--agent', 'ann', '--runtime', 'claude-code', '--write'],
      ...['--team', path.join(folder, 'team')],
    ],
    fails: 'CLAUDE.md',
    done: 'changed TEAM.md',
  },
  'cstack init': {
    files: { 'AGENTS.md': '# Agents\n' },
    words: (folder) => ['cstack', 'init', folder],
    fails: 'PLAN.md',
    done: 'created .cstack/',
  },
  'cstack route': {
    files: {
      'AGENTS.md': '# Agents\n\n## ann\n- Role: ann\n- Stack: ./ann/.cstack/\n\n## bob\n- Role: bob\n- Stack: ./bob/.cstack/\n',
      'ann/.cstack/OUTBOX.md': '---\nFrom: ann\nTo: bob\nType: task\nID: msg-1\nTime: 2026-01-19T10:30:00Z\n---\nHello.\n',
      'bob/.cstack/INBOX.md': '',
    },
    words: (folder) => ['cstack', 'route', '--root', folder],
    fails: 'OUTBOX.md',
    done: 'delivered msg-1',
  },
  'cstack compact': {
    files: { '.cstack/PLAN.md': `# Plan\n\n## Tasks\n${OLD_TASKS}`, '.cstack/INBOX.md': '' },
    words: (folder) => ['cstack', 'compact', '--root', folder],
    fails: 'PLAN.md',
    done: 'the items to archive from PLAN.md are in HISTORY.md',
  },
};

function folderOf({ files }: Case): string {
  const folder = path.join(temporaryFolder(), 'here');
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

describe.each(Object.entries(CASES))('%s on a disk that fills up in between', (_, each) => {
  test('reports the finished part, and names a command that completes the rest without repeating any', async () => {
    const [folder, other] = [folderOf(each), folderOf(each)];
    const { code, err } = await withFullDisk(each.fails, () => run(each.words(folder)));
    expect([code, err]).toEqual([
      each.words(folder)[0] === 'cstack' ? 1 : 3,
      expect.stringMatching(/the disk is full\. Free some space and try again\. Done so far: /),
    ]);
    expect(err).toContain(`Done so far: ${each.done}`);
    expect(err).not.toContain('nothing was lost');
    expect(await run(completion(err))).toMatchObject({ code: 0 });
    expect((await run(each.words(other))).code).toBe(0);
    const named = (text: string) => text.replaceAll(folder, other);
    expect(Object.fromEntries(Object.entries(filesIn(folder)).map(([name, text]) => [name, named(text)]))).toEqual(filesIn(other));
  });
});

test('no command is named if nothing is done yet', async () => {
  const vault = new CliVault();
  for (const [name, text] of Object.entries(NOTES)) vault.write(name, text);
  const { err } = await withFullDisk('a.md', () => vault.run('supersede', 'a.md', 'b.md'));
  expect(err).toMatch(/the disk is full\. Free some space and try again\.\n$/);
});
