import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';
import { folderWithCortex } from '../../support/program-on-path.ts';

const WHO = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main'];

let bin: string;
let project: CliProject;

beforeAll(async () => {
  bin = await folderWithCortex();
});

afterAll(() => fs.rmSync(bin, { recursive: true, force: true }));

const ofPath = (...folders: readonly string[]) => ({ ...process.env, PATH: [...folders, process.env.PATH ?? ''].join(':') });
const git = (...args: string[]) =>
  execFileSync('git', [...WHO, ...args], { cwd: project.root, encoding: 'utf8', stdio: 'pipe', env: ofPath(bin) });
/** @returns the output of git, and its exit code */
function merge(env = ofPath(bin)) {
  const { status, stdout, stderr } = spawnSync('git', [...WHO, 'merge', 'other'], { cwd: project.root, encoding: 'utf8', env });
  return { code: status, said: stdout + stderr };
}
const read = (file: string) => fs.readFileSync(path.join(project.root, file), 'utf8');

function commit(message: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}

type Work = Readonly<Record<string, string>> | (() => Promise<void>);

/** Creates two branches that both changed. `main` is checked out. */
async function diverge(base: Work, theirs: Work, ours: Work): Promise<void> {
  const does = async (work: Work) => {
    if (typeof work === 'function') await work();
    else for (const [file, text] of Object.entries(work)) project.write(file, text);
  };
  await does(base);
  commit('base');
  git('checkout', '--quiet', '-b', 'other');
  await does(theirs);
  commit('theirs');
  git('checkout', '--quiet', 'main');
  await does(ours);
  commit('ours');
}

const succeed = async (words: string) => expect(await project.run(words), words).toMatchObject({ code: 0 });

beforeEach(async () => {
  project = new CliProject();
  git('init', '--quiet');
  await succeed('init');
  await succeed('install git --write');
});

const message = (id: string, text: string) =>
  `\n---\nID: ${id}\nFrom: agent-a\nTo: agent-b\nType: question\nTime: 2026-11-28T10:00:00Z\n---\n${text}\n`;
const plan = (...tasks: readonly string[]) => `# Plan\n\n## Tasks\n${tasks.map((task) => `- ${task}\n`).join('')}\n## Notes\n`;
const INBOX = 'api/.cstack/INBOX.md';
const PLAN = '.cstack/PLAN.md';

describe('cortex install git', () => {
  test('previews first, is idempotent, and keeps lines of others', async () => {
    project.write('.gitattributes', '*.png binary');
    expect((await project.run('install git')).out).toContain('+.cortex/**/*.crtx merge=cortex');
    await succeed('install git --write');
    expect(read('.gitattributes')).toBe('*.png binary\n.cortex/**/*.crtx merge=cortex\n**/.cstack/*.md merge=cortex\n');
    expect((await project.run('install git --write')).out).toMatch(/^Nothing to change\./);
    await succeed('install git --remove --write');
    expect(read('.gitattributes')).toBe('*.png binary\n');
    expect(spawnSync('git', ['config', '--get-regexp', '^merge\\.'], { cwd: project.root, encoding: 'utf8' }).stdout).toBe('');
  });

  test('keeps a driver that was customized', async () => {
    git('config', 'merge.cortex.driver', 'mine %A');
    expect((await project.run('install git --write')).out).toMatch(/^Nothing to change\./);
    await succeed('install git --remove --write');
    expect(git('config', 'merge.cortex.driver')).toBe('mine %A\n');
  });

  test('reports that there is no repository', async () => {
    const other = new CliProject();
    await other.run('init');
    const { code, err } = await other.run('install git --write');
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('Create one: git init') });
    expect(fs.existsSync(path.join(other.root, '.gitattributes'))).toBe(false);
  });
});

describe('git merges two branches', () => {
  test('with messages, tasks and decisions of both', async () => {
    const decide = (agent: string) => async () => {
      await succeed(`timeline add --agent ${agent} --type decision --action of-${agent} --reasoning r`);
      await succeed('timeline flush');
      project.write(INBOX, `# Inbox\n${message('msg-1', 'first')}${agent === 'base' ? '' : message(`msg-${agent}`, `of ${agent}`)}`);
      project.write(PLAN, plan('[ ] one', '[ ] two', ...(agent === 'base' ? [] : [`[ ] of ${agent}`])));
    };
    await diverge(decide('base'), decide('theirs'), decide('ours'));
    expect(merge().code).toBe(0);
    expect(read(INBOX)).toBe(`# Inbox\n${message('msg-1', 'first')}${message('msg-ours', 'of ours')}${message('msg-theirs', 'of theirs')}`);
    expect(read(PLAN)).toBe(plan('[ ] one', '[ ] two', '[ ] of ours', '[ ] of theirs'));
    const listed = Object(await project.json('timeline list')).entries.map(({ action }: { action: string }) => action);
    expect(listed.sort()).toEqual(['of-base', 'of-ours', 'of-theirs']);
    await succeed('verify');
  });

  test('that changed neighbouring tasks', async () => {
    await diverge(
      { [PLAN]: plan('[ ] one', '[ ] two', '[ ] three') },
      { [PLAN]: plan('[ ] one', '[x] two', '[ ] three') },
      { [PLAN]: plan('[>] one', '[ ] two', '[!] three') },
    );
    expect(merge().code).toBe(0);
    expect(read(PLAN)).toBe(plan('[>] one', '[x] two', '[!] three'));
  });

  test('and leaves a conflict only for a task that both changed', async () => {
    await diverge({ [PLAN]: plan('[ ] one', '[ ] two') }, { [PLAN]: plan('[x] one', '[x] two') }, { [PLAN]: plan('[!] one', '[x] two') });
    expect(merge().code).toBe(1);
    expect(read(PLAN)).toBe(plan('[!] one', '[x] two').replace('- [!] one', '<<<<<<< ours\n- [!] one\n=======\n- [x] one\n>>>>>>> theirs'));
  });

  test('and leaves a conflict if the merge would duplicate a task', async () => {
    await diverge(
      { [PLAN]: plan('[ ] one', '[ ] two') },
      { [PLAN]: plan('[ ] two').replace('## Notes', '## Later\n- [ ] one\n\n## Notes') },
      { [PLAN]: plan('[ ] two').replace('## Notes', '## Now\n- [>] one\n\n## Notes') },
    );
    const { code, said } = merge();
    expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining('The task "one" is now in') });
    expect(read(PLAN)).toContain('<<<<<<< ');
  });

  test.each(['merge', 'diff3', 'zdiff3'])('and marks only the values of the manifest that conflict, in the style %s', async (style) => {
    const side = (own: string) => async () => {
      await succeed(`dna purpose ${own}`);
      await succeed(`dna learn --domain tests --pattern pattern-of-${own}`);
      await succeed(`dna constrain --type security --severity must --rule rule-of-${own} --reason r`);
      await succeed(`dna constrain --type security --severity ${own === 'ours' ? 'must' : 'should'} --rule shared --reason ${own}`);
    };
    project.write('src/a.ts', '');
    await succeed('dna detect');
    await diverge(side('base'), side('theirs'), side('ours'));
    expect(() => git('-c', `merge.conflictStyle=${style}`, 'merge', 'other')).toThrow();
    const text = read('.cortex/manifest.crtx');
    const conflicts = text.match(/^<{7} ours\n[\s\S]*?^>{7} theirs$/gm);
    expect(conflicts?.join('\n').replaceAll(/^ +/gm, '')).toBe(
      [
        ...['<<<<<<< ours', '"purpose": "ours",', '=======', '"purpose": "theirs",', '>>>>>>> theirs'],
        ...['<<<<<<< ours', '"reason": "ours"', '=======', '"reason": "theirs"', '>>>>>>> theirs'],
      ].join('\n'),
    );
    for (const choice of ['ours', 'theirs']) {
      const chosen = text.replaceAll(/^<{7} ours\n([\s\S]*?)^={7}\n([\s\S]*?)^>{7} theirs\n/gm, choice === 'ours' ? '$1' : '$2');
      project.write('.cortex/manifest.crtx', chosen);
      git('add', '--all');
      expect(await project.json('verify')).toMatchObject({ errors: 0, warnings: choice === 'ours' ? 0 : 1 });
      const { data } = JSON.parse(chosen);
      expect(data.project.purpose).toBe(choice);
      const namesOf = (list: Record<string, string>[], key: string) => list.map((each) => each[key]).sort();
      expect(namesOf(data.patterns, 'pattern')).toEqual(['pattern-of-base', 'pattern-of-ours', 'pattern-of-theirs']);
      expect(data.constraints).toContainEqual(expect.objectContaining({ rule: 'shared', severity: 'must', reason: choice }));
      expect(namesOf(data.constraints, 'rule')).toEqual(['rule-of-base', 'rule-of-ours', 'rule-of-theirs', 'shared']);
    }
  });

  test('and leaves a conflict if the manifest has different values', async () => {
    const purpose = (text: string) => () => succeed(`dna purpose ${text}`);
    project.write('src/a.ts', '');
    await succeed('dna detect');
    await diverge(purpose('base'), purpose('theirs'), purpose('ours'));
    const { code, said } = merge();
    expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining('have different values of data.project') });
    expect(said).toContain('"cortex settle" keeps the later one, and names the other');
    expect(read('.cortex/manifest.crtx')).toMatch(/^<{7}/m);
    await succeed('settle');
  });

  test('and leaves a conflict for a file that is not valid', async () => {
    const file = '.cortex/timeline.crtx';
    await diverge({ [file]: 'base\n' }, { [file]: 'theirs\n' }, { [file]: 'ours\n' });
    expect(merge().code).toBe(1);
    expect(read(file)).toBe('<<<<<<< ours\nours\n=======\ntheirs\n>>>>>>> theirs\n');
  });

  test('line by line if the program is missing', async () => {
    await diverge({ [PLAN]: plan('[ ] one') }, { [PLAN]: plan('[x] one') }, { [PLAN]: plan('[!] one') });
    const { code, said } = merge(ofPath());
    expect({ code, said }).toMatchObject({ code: 1, said: expect.not.stringContaining('not found') });
    expect(read(PLAN)).toContain('<<<<<<< ours\n- [!] one\n=======\n- [x] one\n>>>>>>> theirs\n');
  });
});

describe('cortex merge-driver', () => {
  test('reports a missing file', async () => {
    const { code, err } = await project.run('merge-driver o a b PLAN.md');
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('no such file') });
  });

  test('gives tasks that two branches dispatched in the same minute separate headings', async () => {
    const queue = (...tasks: readonly string[]) =>
      `---\ntype: project\n---\n## Work Queue\n${tasks.map((task) => `\n### 2026-11-28T10:00\n**Task:** ${task}\n**Status:** ready\n`).join('')}`;
    for (const [name, text] of Object.entries({ o: queue(), a: queue('ours'), b: queue('theirs') })) project.write(name, text);
    const { code, err } = await project.run('merge-driver o a b team/projects/web.md');
    expect({ code, err }).toMatchObject({
      code: 0,
      err: expect.stringContaining('The id of the task "theirs" is now 2026-11-28T10:00:01'),
    });
    expect(read('a')).toContain('### 2026-11-28T10:00\n**Task:** ours\n**Status:** ready\n\n### 2026-11-28T10:00:01\n**Task:** theirs');
  });
});
