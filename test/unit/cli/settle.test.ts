import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CliProject, cortexFile, runProcess } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

const WHO = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main'];
const MANIFEST = 'manifest.crtx';

let project: CliProject;
const gitIn = (folder: string, ...args: string[]) =>
  execFileSync('git', [...WHO, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
const git = (...args: string[]) => gitIn(project.root, ...args);
const file = (name: string) => path.join(project.root, '.cortex', name);
const read = (name: string) => JSON.parse(fs.readFileSync(file(name), 'utf8'));
const rules = (): string[] =>
  read(MANIFEST)
    .data.constraints.map(({ rule }: { rule: string }) => rule)
    .sort();
const kept = () => fs.readdirSync(file('.')).filter((name) => name.includes('.corrupt-'));
const constrain = (rule: string, reason = 'r') => `dna constrain --type security --severity must --rule ${rule} --reason ${reason}`;
const learn = (pattern: string) => `dna learn --domain tests --pattern ${pattern}`;

function commit(message: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}

async function succeed(...commands: readonly string[]): Promise<void> {
  for (const words of commands) expect(await project.run(words), words).toMatchObject({ code: 0 });
}

/** Creates two branches that git cannot merge. `main` is checked out and has the later commit. */
async function diverge(ofTheirs: () => Promise<void>, ofOurs: () => Promise<void>): Promise<void> {
  commit('base');
  git('checkout', '--quiet', '-b', 'other');
  await ofTheirs();
  commit('theirs');
  git('checkout', '--quiet', 'main');
  await ofOurs();
  commit('ours');
  expect(() => git('merge', 'other')).toThrow();
}

/** Returns what verify and needs-you report about a file. */
async function said(name: string): Promise<string[]> {
  const { files } = Object(await project.json('verify'));
  const { needs } = Object(await project.json('needs-you'));
  const [finding] = files.find((each: { file: string }) => each.file === `.cortex/${name}`)?.findings ?? [];
  const need = needs.find((each: { place: { file: string } }) => each.place.file === file(name));
  return [finding && `${finding.message} ${finding.next}`, need?.why].filter((text) => text !== undefined);
}

/** Runs the commands that a text suggests, in order. */
async function follow(text: string): Promise<void> {
  const commands = [...text.matchAll(/"((?:git|cortex) [^"]+)"/g)].map(([, words = '']) => words);
  expect(commands).toHaveLength(2);
  for (const command of commands) {
    if (command.startsWith('cortex ')) await succeed(command.slice('cortex '.length));
    else execFileSync('sh', ['-c', command], { cwd: project.root });
  }
}

beforeEach(async () => {
  // The home of the person who runs the tests must not affect them.
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, temporaryFolder());
  project = new CliProject();
  git('init', '--quiet');
  project.write('src/a.ts', '');
  await succeed('init', 'dna detect', constrain('base'));
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a manifest that both branches extended', () => {
  beforeEach(() =>
    diverge(
      () => succeed(constrain('theirs'), learn('their-lesson')),
      () => succeed(constrain('ours'), learn('our-lesson')),
    ),
  );

  test('is resolved by the suggested command, and has the entries of both sides', async () => {
    const texts = [(await project.run('dna show')).err, ...(await said(MANIFEST))];
    expect(texts).toHaveLength(3);
    for (const text of texts) expect(text).toContain(`"cortex settle" merges both sides in it`);
    await follow(texts[1] ?? '');
    expect(git('ls-files', '--unmerged')).toBe('');
    expect(rules()).toEqual(['base', 'ours', 'theirs']);
    const { patterns } = read(MANIFEST).data;
    expect(patterns.map(({ pattern }: { pattern: string }) => pattern).sort()).toEqual(['our-lesson', 'their-lesson']);
    expect(kept(), 'nothing is omitted').toEqual([]);
    expect(await project.json('verify')).toMatchObject({ errors: 0, warnings: 0 });
    commit('merged');
    expect(await project.run('settle')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no file of Cortex in it has a git merge conflict'),
    });
  });

  test('is resolved by "timeline merge", too, and settling again changes nothing', async () => {
    await succeed('timeline merge');
    const settled = fs.readFileSync(file(MANIFEST), 'utf8');
    await succeed('settle');
    expect(fs.readFileSync(file(MANIFEST), 'utf8')).toBe(settled);
  });

  test('is unchanged if it was resolved by hand', async () => {
    git('checkout', '--ours', '--', file(MANIFEST));
    const chosen = fs.readFileSync(file(MANIFEST), 'utf8');
    expect(await project.run('settle')).toMatchObject({
      code: 0,
      err: expect.stringContaining('has no conflict markers, and was not changed'),
    });
    expect(fs.readFileSync(file(MANIFEST), 'utf8')).toBe(chosen);
    fs.writeFileSync(file(MANIFEST), '{ by hand');
    expect(await project.run('settle')).toMatchObject({ code: 1, out: expect.stringContaining(`${MANIFEST}:1:3`) });
    expect(fs.readFileSync(file(MANIFEST), 'utf8')).toBe('{ by hand');
  });

  test('is copied if it was edited between the markers', async () => {
    const typed = fs.readFileSync(file(MANIFEST), 'utf8').replace('"rule": "theirs"', '"rule": "typed"');
    fs.writeFileSync(file(MANIFEST), typed);
    expect(await project.run('settle')).toMatchObject({ code: 0, err: expect.stringContaining('may have been edited by hand') });
    expect(rules()).toEqual(['base', 'ours', 'theirs']);
    expect(kept().map((name) => fs.readFileSync(file(name), 'utf8'))).toEqual([typed]);
  });

  test('is resolved from the text between its markers if these were committed', async () => {
    commit('with marks');
    await succeed('settle');
    expect(rules()).toEqual(['base', 'ours', 'theirs']);
  });

  test('in a linked worktree is resolved there', async () => {
    git('merge', '--abort');
    const linked = path.join(temporaryFolder(), 'linked');
    git('worktree', 'add', '--quiet', linked, 'other');
    expect(() => gitIn(linked, 'merge', 'main')).toThrow();
    expect(await runProcess([cortexFile, 'verify'], linked)).toMatchObject({ code: 1, out: expect.stringContaining('"cortex settle"') });
    expect(await runProcess([cortexFile, 'settle'], linked)).toMatchObject({ code: 0 });
    expect((await runProcess([cortexFile, 'verify'], linked)).code).toBe(0);
    const { data } = JSON.parse(fs.readFileSync(path.join(linked, '.cortex', MANIFEST), 'utf8'));
    expect(data.constraints).toHaveLength(3);
    expect(rules(), 'the main worktree is not merged').toEqual(['base', 'ours']);
  });
});

test('a conflicting value is that of the later side; the other is reported, and the file with both is kept', async () => {
  await diverge(
    () => succeed('dna purpose theirs'),
    () => succeed('dna purpose ours'),
  );
  const conflicted = fs.readFileSync(file(MANIFEST), 'utf8');
  const { code, err } = await project.run('settle');
  expect(code).toBe(0);
  expect(err).toContain('different values of data.project.purpose. The later value is kept: "ours", not "theirs".');
  expect(read(MANIFEST).data.project.purpose).toBe('ours');
  const [aside = ''] = kept();
  expect(err).toContain(`a copy of the old file is in ${aside}`);
  expect(fs.readFileSync(file(aside), 'utf8')).toBe(conflicted);
  expect(await project.json('verify')).toMatchObject({ errors: 0, warnings: 2 });
  git('add', '--all');
  expect(await project.json('verify')).toMatchObject({ errors: 0, warnings: 1 });
});

test('of two sides with the same time neither value is called the later one', async () => {
  const setPurpose = async (purpose: string) => {
    await succeed(`dna purpose ${purpose}`);
    fs.writeFileSync(file(MANIFEST), fs.readFileSync(file(MANIFEST), 'utf8').replace(/"updated": \d+/, '"updated": 5'));
  };
  await diverge(
    () => setPurpose('theirs'),
    () => setPurpose('ours'),
  );
  const { err } = await project.run('settle');
  expect(err).toContain('data.project.purpose. Both sides have the same time; every clone keeps the same value: "theirs", not "ours".');
  expect(read(MANIFEST).data.project.purpose).toBe('theirs');
});

test('a rule that one side removed is removed, unless the other side changed it', async () => {
  await succeed(constrain('changed'));
  await diverge(
    () => succeed('dna unconstrain base', 'dna unconstrain changed'),
    () => succeed(constrain('changed', 'better'), constrain('ours')),
  );
  expect((await project.run('settle')).err).toContain(
    'data.constraints.changed was removed by one side and changed by the other; it is kept',
  );
  expect(rules()).toEqual(['changed', 'ours']);
});

test('a manifest that one side deleted is that of the other', async () => {
  await diverge(
    () => succeed(constrain('theirs')),
    async () => fs.rmSync(file(MANIFEST)),
  );
  fs.rmSync(file(MANIFEST), { force: true });
  const { code, err } = await project.run('settle');
  const place = file(MANIFEST);
  expect(code).toBe(0);
  expect(err).toContain(
    `${place}: our side deleted it, and the other side changed it. The content of the other side is kept. To delete it: git`,
  );
  expect(rules()).toEqual(['base', 'theirs']);
});

test('an unreadable side is left with its error, and the timeline is resolved nevertheless', async () => {
  const entry = (action: string) => `timeline add --agent ann --type fix --action ${action} --reasoning r`;
  await diverge(
    async () => {
      await succeed(entry('theirs'));
      fs.writeFileSync(
        file(MANIFEST),
        fs
          .readFileSync(file(MANIFEST), 'utf8')
          .replace('"must"', '"always"')
          .replace(/sha256:\w+/, 'x'),
      );
    },
    async () => {
      fs.rmSync(file('.local'), { recursive: true, force: true });
      await succeed(entry('ours'), constrain('ours'));
    },
  );
  const conflicted = fs.readFileSync(file(MANIFEST), 'utf8');
  const { code, out } = await project.run('settle');
  expect(code).toBe(1);
  expect(out).toContain('git\'s other side of the conflict ("--theirs") cannot be read');
  expect(out).toContain(`${file('timeline.crtx')} has the 2 entries of both sides now`);
  expect(fs.readFileSync(file(MANIFEST), 'utf8')).toBe(conflicted);
});

describe('an entry that both branches resolved differently', () => {
  const entries = (): { id: string; type: string; outcome: string; outcomeDetail?: string }[] => read('timeline.crtx').data;
  const idOf = (type: string) => entries().find((each) => each.type === type)?.id ?? '';
  const waiting = async (): Promise<{ kind: string; actions: unknown[] }[]> => Object(await project.json('needs-you')).needs;

  beforeEach(async () => {
    await succeed('timeline add --agent ann --type decision --action parser --reasoning r');
    const resolve = (outcome: string) => succeed(`timeline resolve ${idOf('decision')} --outcome ${outcome}`);
    await diverge(
      () => resolve('failure'),
      async () => {
        fs.rmSync(file('.local'), { recursive: true, force: true });
        git('checkout', '--', '.');
        await resolve('success');
      },
    );
  });

  test('needs a person until the suggested command resolves it', async () => {
    const { err } = await project.run('settle');
    git('add', '--all');
    const decision = idOf('decision');
    expect(err).toContain(`Choose one: cortex timeline resolve ${decision} --outcome OUTCOME`);
    const actions = [{ title: 'Resolve', operation: 'timeline resolve', input: { id: decision }, asks: ['outcome'] }];
    expect(await waiting()).toMatchObject([{ kind: 'ending', actions }]);
    expect(await project.run(`timeline resolve ${idOf('conflict')} --outcome success`)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`cortex timeline resolve ${decision} --outcome OUTCOME`),
    });
    await succeed(`timeline resolve ${decision} --outcome failure`);
    expect(await waiting()).toEqual([]);
    expect(entries()).toContainEqual(expect.objectContaining({ type: 'decision', outcome: 'failure' }));
    expect(entries()).toContainEqual(expect.objectContaining({ type: 'conflict', outcome: 'success', outcomeDetail: 'Decided: failure' }));
  });

  test('is decided when a person resolves the file by hand', async () => {
    git('checkout', '--theirs', '--', file('timeline.crtx'));
    expect((await project.run('settle')).err).not.toContain('Choose one');
    git('add', '--all');
    expect(await waiting()).toEqual([]);
    expect(entries()).toContainEqual(expect.objectContaining({ type: 'conflict', outcome: 'success', outcomeDetail: 'Decided: failure' }));
  });
});

describe('a committed swarm.crtx with a merge conflict', () => {
  beforeEach(async () => {
    await succeed('swarm create --task t --coordinator boss');
    git('add', '--force', '--', file('swarm.crtx'));
    await diverge(
      () => succeed('swarm recruit bob --role dev'),
      () => succeed('swarm recruit ann --role dev'),
    );
  });

  test('is rewritten from its log by the suggested command', async () => {
    const conflicted = fs.readFileSync(file('swarm.crtx'), 'utf8');
    const { files } = Object(await project.json('verify'));
    const [{ next }] = files.find((each: { file: string }) => each.file === '.cortex/swarm.crtx').findings;
    expect(next).toContain('"cortex settle" rewrites it from the log of the swarm');
    await follow(next);
    expect(project.manifest.agents.map(({ id }) => id).sort()).toEqual(['ann', 'bob']);
    expect(kept().map((name) => fs.readFileSync(file(name), 'utf8'))).toEqual([conflicted]);
    expect(git('ls-files', '--unmerged')).toBe('');
  });

  test('is reported with the remaining step if a command already rewrote it', async () => {
    await succeed('swarm status');
    expect(git('status', '--porcelain')).toContain('UU .cortex/swarm.crtx');
    const { code, out, err } = await project.run('settle');
    expect([code, err]).toEqual([0, expect.stringContaining('has no conflict markers, and was not changed.')]);
    const [, step = ''] = /(git -C \S+ add .+)/.exec(out) ?? [];
    execFileSync('sh', ['-c', step], { cwd: project.root });
    expect(git('ls-files', '--unmerged')).toBe('');
    expect(await project.run('settle')).toMatchObject({ code: 1, err: expect.stringContaining('Nothing to do') });
  });

  test('is unchanged in a clone without its log, with a command that resolves it', async () => {
    fs.rmSync(file('.local'), { recursive: true });
    const conflicted = fs.readFileSync(file('swarm.crtx'), 'utf8');
    const { code, out } = await project.run('settle');
    expect(code).toBe(1);
    const [, step = ''] = /"(git -C \S+ checkout --ours [^"]+)"/.exec(out) ?? [];
    expect(fs.readFileSync(file('swarm.crtx'), 'utf8')).toBe(conflicted);
    execFileSync('sh', ['-c', step], { cwd: project.root, stdio: 'ignore' });
    await succeed('swarm status');
    expect(project.manifest.agents.map(({ id }) => id)).toContain('ann');
  });
});

describe('files of other protocols in the same merge', () => {
  const INBOX = 'web/.cstack/INBOX.md';
  const NOTE = 'notes/atoms/n.md';
  const QUEUE = 'crew/projects/shop.md';
  const message = (id: string) => `---\nID: ${id}\nFrom: ann\nType: task\nTime: 2026-11-01T10:00:00Z\n---\nText of ${id}\n`;
  const task = (title: string) => `### ${title}\n**Status:** ready\n**Task:** ${title}\n`;
  const write = (side: string, day: string) => {
    project.write(INBOX, `# Inbox\n\n${message(side)}`);
    project.write(NOTE, `---\nname: n\ntype: rule\nproject: ops\nstatus: active\n---\n${side}\n`);
    project.write(QUEUE, `---\nname: shop\nslug: shop\n---\n\n## Work Queue\n\n${task(`2026-11-0${day}T10:00:00`)}`);
    project.write('docs/readme.md', `${side}\n`);
  };
  const textOf = (name: string) => fs.readFileSync(path.join(project.root, name), 'utf8');
  const divergeEverywhere = (...commands: readonly string[]) =>
    diverge(
      async () => {
        write('theirs', '1');
        await succeed(...commands.map((each) => `${each} --rule two --reason r`));
      },
      async () => {
        write('ours', '2');
        await succeed(...commands.map((each) => `${each} --rule one --reason r`));
      },
    );
  const CONSTRAIN = 'dna constrain --type security --severity must';

  test('are all settled, and one command marks them as resolved', async () => {
    await divergeEverywhere(CONSTRAIN);
    const { code, out, err } = await project.run('settle');
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(rules()).toEqual(['base', 'one', 'two']);
    for (const name of [INBOX, NOTE]) expect(textOf(name)).toMatch(/ours[\s\S]*theirs/);
    expect(textOf(QUEUE)).toMatch(/11-02[\s\S]*11-01/);
    for (const name of [INBOX, NOTE, QUEUE]) expect(textOf(name)).not.toMatch(/^[<=>]{7}/m);
    expect(textOf('docs/readme.md'), 'belongs to no protocol').toMatch(/^<{7}/m);
    const last = out.trimEnd().split('\n').at(-1) ?? '';
    expect(last).toBe(
      `Review them, then: git -C ${project.root} add -- ${[`.cortex/${MANIFEST}`, QUEUE, NOTE, INBOX].map((name) => path.join(project.root, name)).join(' ')}`,
    );
    git('add', '--', ...(last.split(' -- ')[1]?.split(' ') ?? []));
    expect((await project.run('settle')).err).toContain('Nothing to do.');
  });

  test('are settled without a .cortex folder, from any folder of the repository', async () => {
    fs.rmSync(file('.'), { recursive: true });
    await divergeEverywhere();
    const { code } = await runProcess([cortexFile, 'settle'], path.join(project.root, 'notes'));
    expect(code).toBe(0);
    for (const name of [INBOX, NOTE]) expect(textOf(name)).toMatch(/ours[\s\S]*theirs/);
  });

  test('do not stop each other: a file that only a person can settle is named', async () => {
    await divergeEverywhere(CONSTRAIN);
    project.write(NOTE, textOf(NOTE).replace(/^={7}$/m, ''));
    const { code, out } = await project.run('settle --json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      files: [{ entries: null }, { file: path.join(project.root, QUEUE) }, { file: path.join(project.root, INBOX) }],
      left: [{ file: path.join(project.root, NOTE), problem: expect.stringMatching(/n\.md:\d+/) }],
    });
    expect(rules()).toEqual(['base', 'one', 'two']);
  });

  test('in the .cortex of a subfolder are settled from the root of the repository', async () => {
    const folder = path.join(project.root, 'pkg/app');
    fs.mkdirSync(folder, { recursive: true });
    const inFolder = async (words: string) => expect((await runProcess([cortexFile, ...words.split(' ')], folder)).code).toBe(0);
    await inFolder('init');
    await inFolder('timeline add --agent ann --type decision --action base --reasoning r');
    await diverge(
      () => inFolder('timeline add --agent ann --type decision --action theirs --reasoning r'),
      () => inFolder('timeline add --agent ann --type decision --action ours --reasoning r'),
    );
    expect(await project.run('settle')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/pkg\/app\/\.cortex\/timeline\.crtx has the 3 entries/),
    });
  });

  test.each(['ours', 'theirs'])('that %s deleted are left, with both choices', async (side) => {
    write('base', '3');
    const remove = async () => fs.rmSync(path.join(project.root, NOTE));
    const change = async () => write('changed', '4');
    await diverge(...(side === 'ours' ? ([change, remove] as const) : ([remove, change] as const)));
    const { code, out } = await project.run('settle');
    const quoted = path.join(project.root, NOTE);
    expect(code).toBe(1);
    expect(out).toContain(`${side === 'ours' ? 'our side' : 'the other side'} deleted it`);
    expect(out).toContain(`"git -C ${project.root} add -- ${quoted}" keeps it; "git -C ${project.root} rm -- ${quoted}" deletes it.`);
    expect(out).not.toContain('is settled');
  });

  test('with characters of patterns and control characters in their names are added exactly', async () => {
    const names = ['vault/rules/n*.md', 'vault/rules/a\nb.md', "vault/rules/it's.md"];
    const all = (text: string) => async () => names.forEach((name) => void project.write(name, `${text}\n`));
    await diverge(all('theirs'), all('ours'));
    const { out } = await project.run('settle');
    execFileSync(
      'bash',
      [
        '-c',
        out
          .trimEnd()
          .split('\n')
          .at(-1)
          ?.replace(/^Review them, then: /, '') ?? '',
      ],
      { cwd: project.root },
    );
    expect(git('ls-files', '--unmerged')).toBe('');
  });

  test.each(['vault', 'team'])('"cortex settle" is in the help of %s settle', async (group) => {
    expect((await project.run(`${group} settle --help`)).out.replace(/\s+/g, ' ')).toContain('cortex settle');
  });
});
