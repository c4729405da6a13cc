import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { cstackProgram } from '../../../src/cli/cstack-program.ts';
import { doctorOutput } from '../../../src/cli/doctor.ts';
import { verifyOutput } from '../../../src/engine/project/schemas/project.ts';
import { runProgramHere } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { git } from '../../support/git-commits.ts';
import { NeedsPlace, type SeenNeed } from '../../support/needs.ts';
import { agentNote, projectNote } from '../../support/team-folder.ts';

const ENTRY = '--agent ann --type decision --action';
/** A change of each kind of file, without which it would not exist. @param n makes each change another one */
const IN_CORTEX: Readonly<Record<string, (n: string) => string>> = {
  '.cortex/manifest.crtx': (n) => `dna purpose ${n}`,
  '.cortex/timeline.crtx': (n) => `timeline add ${ENTRY} ${n} --reasoning r`,
  '.cortex/reasoning/t1.crtx': (n) => `reasoning add t1 --agent ann --action ${n} --reasoning r`,
  '.cortex/graph.crtx': () => 'graph build',
};
const NOTE = '---\nname: A\ntype: rule\n---\nText\n';
/** Texts of other files. */
const TEXTS: Readonly<Record<string, string>> = {
  'AGENTS.md': '## ann\n- Role: x\n- Stack: ./ann/.cstack/\n',
  '.cstack/PLAN.md': '# Plan\n\n## Tasks\n- [ ] T (id: t)\n',
  '.cstack/CURRENT.md': '# Current\n',
  '.cstack/CONTEXT.md': '# Context\n',
  'ann/.cstack/INBOX.md': '# Inbox\n',
  'ann/.cstack/OUTBOX.md': '# Outbox\n',
  'vault/rules/a.md': NOTE,
  'vault/rules/it\'s "ä" note.md': NOTE.replace('A', 'B'),
};

let place: NeedsPlace;
/** The folder of the repository in which files are merged. */
let tree: string;

const inTree = (...args: string[]) => git(tree, ...args);
const fileOf = (name: string) => path.join(tree, name);
const remove = (name: string) => fs.rmSync(fileOf(name));
const append = (name: string, text = '\nmore\n') => fs.appendFileSync(fileOf(name), text);

function write(name: string, text: string): void {
  fs.mkdirSync(path.dirname(fileOf(name)), { recursive: true });
  fs.writeFileSync(fileOf(name), text);
}

function commit(message: string): void {
  inTree('add', '--all');
  inTree('commit', '--quiet', '--allow-empty', '--message', message);
}

async function change(name: string, n: string): Promise<void> {
  const command = IN_CORTEX[name];
  if (command === undefined) append(name);
  else {
    // A graph changes with its sources.
    write(`src/${n}.ts`, '');
    await place.cortex(command(n).split(' '));
  }
}

type Work = () => void | Promise<void>;

/** Commits both sides on branches of one base. `main` is checked out, with our side. */
async function branches(ours: Work, theirs: Work): Promise<void> {
  commit('base');
  inTree('checkout', '--quiet', '-b', 'other');
  await theirs();
  commit('theirs');
  inTree('checkout', '--quiet', 'main');
  await ours();
  commit('ours');
}

const conflicting = (...args: string[]) => expect(() => inTree(...args)).toThrow();

const ofFile = (name: string) => (need: SeenNeed) => need.place?.file === fs.realpathSync(tree) + path.sep + name.replaceAll('/', path.sep);
const found = async (name: string) => (await place.needs()).filter(({ kind }) => kind === 'unmerged').filter(ofFile(name));

/** Returns the messages of the doctors about a file: those of `cortex doctor`, and of the doctor of its part. */
async function doctors(name: string): Promise<string[]> {
  const { parts } = doctorOutput().parse(await place.project.json(['doctor']));
  const isIt = (file: string | null) => file !== null && fileOf(name).endsWith(file.replace(/^.*cortex-test-[^/]+\//, ''));
  return parts.flatMap(({ findings }) =>
    findings.filter(({ path: file }) => isIt(file)).map(({ severity, message, next }) => `${severity}: ${message} ${next}`),
  );
}

/** Pastes a command, and expects that git has no unmerged files afterwards. */
function paste(command: string | undefined): void {
  execFileSync('sh', ['-c', command ?? 'false'], { cwd: tree, stdio: 'pipe' });
  expect(inTree('ls-files', '--unmerged')).toBe('');
}

beforeEach(async () => {
  place = new NeedsPlace();
  tree = place.root;
  inTree('init', '--quiet', '--initial-branch=main');
  await place.cortex('init', 'dna detect');
});

describe.each(['ours', 'theirs'])('a file that %s deleted', (side) => {
  const [who, other] = side === 'ours' ? ['our side', 'the other side'] : ['the other side', 'our side'];
  const said = `unmerged: ${who} deleted it, and ${other} changed it`;

  it.each([...Object.keys(IN_CORTEX), ...Object.keys(TEXTS)])('is named with both choices: %s', async (name) => {
    for (const [each, text] of Object.entries(TEXTS)) write(each, text);
    if (IN_CORTEX[name] !== undefined) await change(name, 'base');
    const [gone, kept]: [Work, Work] = [() => remove(name), () => change(name, 'changed')];
    await (side === 'ours' ? branches(gone, kept) : branches(kept, gone));
    conflicting('merge', 'other');

    const [need] = await found(name);
    expect(need).toMatchObject({ rank: 'at-risk', place: { line: null } });
    expect(need?.why).toContain(`${said}. "git add -- `);
    expect(await doctors(name)).toEqual([expect.stringContaining(`error: ${said}`)]);
    expect((await place.project.run('status')).out).toMatch(/^Needs you {2}\d+ items?/);
    const { out } = await place.project.run('needs-you');
    const shown = out.split('\n').filter((line) => /^ {4}\$ git (-C \S+ )?(add|rm) -- /.test(line));
    expect(shown).toHaveLength(2);
    paste(side === 'ours' ? need?.command : need?.otherCommands?.[0]);
    expect(fs.existsSync(fileOf(name))).toBe(side === 'ours');
    expect(await found(name)).toEqual([]);
    expect((await doctors(name)).join()).not.toContain('unmerged');
  });

  it('is named in a team, which is another repository', async () => {
    tree = path.join(place.home, 'cortex-team');
    const name = 'projects/shop.md';
    write('agents/bob.md', agentNote('bob', ['shop']));
    write(name, projectNote());
    inTree('init', '--quiet', '--initial-branch=main');
    const [gone, kept] = [() => remove(name), () => append(name)];
    await (side === 'ours' ? branches(gone, kept) : branches(kept, gone));
    conflicting('merge', 'other');
    expect((await found(name))[0]?.why).toContain(said);
    expect((await place.project.run('team doctor')).out).toContain(said);
    const { out } = await place.project.run('needs-you');
    const command = /^ {4}\$ (git .*rm -- .*)$/m.exec(out)?.[1] ?? 'false';
    execFileSync('sh', ['-c', command], { cwd: place.home, stdio: 'pipe' });
    expect(await found(name)).toEqual([]);
    expect(fs.existsSync(fileOf(name))).toBe(false);
  });
});

const PLAN = '.cstack/PLAN.md';

async function planConflict(): Promise<void> {
  write(PLAN, TEXTS[PLAN] ?? '');
  await branches(
    () => append(PLAN, '- [ ] Ours\n'),
    () => remove(PLAN),
  );
}

describe('every command of git that leaves one', () => {
  it.each([
    ['merge --squash', ['merge', '--squash', 'other']],
    ['cherry-pick', ['cherry-pick', 'other']],
    ['cherry-pick -n', ['cherry-pick', '--no-commit', 'other']],
    ['rebase', ['rebase', 'other']],
  ])('%s', async (_, args) => {
    await planConflict();
    conflicting(...args);
    expect((await found(PLAN))[0]?.why).toContain('deleted it');
    paste((await found(PLAN))[0]?.command);
    expect(await found(PLAN)).toEqual([]);
  });

  it('revert', async () => {
    write('x', '');
    commit('base');
    write(PLAN, '# Plan\n');
    commit('added');
    append(PLAN);
    commit('changed');
    conflicting('revert', '--no-edit', 'HEAD~1');
    expect(await found(PLAN)).toHaveLength(1);
  });

  it('stash pop', async () => {
    write(PLAN, '# Plan\n');
    commit('base');
    append(PLAN);
    inTree('stash', '--quiet');
    remove(PLAN);
    commit('deleted');
    conflicting('stash', 'pop');
    expect(await found(PLAN)).toHaveLength(1);
  });

  it.each([
    ['merge --quit', () => inTree('merge', '--quit')],
    [
      'checkout --merge',
      () => {
        inTree('merge', '--abort');
        inTree('checkout', '--quiet', 'main~1');
        append(PLAN);
        inTree('checkout', '--quiet', '--merge', 'other');
      },
    ],
  ])('%s, of which only the doctors know', async (_, leave) => {
    await planConflict();
    conflicting('merge', 'other');
    leave();
    expect(inTree('ls-files', '--unmerged')).not.toBe('');
    const [said = ''] = await doctors(PLAN);
    expect(said).toMatch(/(our|the other) side deleted it/);
    paste(/"(git [^"]*)" keeps it/.exec(said)?.[1]);
    expect(await doctors(PLAN)).toEqual([]);
  });

  it('in a linked worktree', async () => {
    await planConflict();
    const linked = path.join(temporaryFolder(), 'linked');
    inTree('worktree', 'add', '--quiet', linked, 'other');
    await change('.cortex/manifest.crtx', 'later');
    commit('later');
    git(linked, 'rm', '--quiet', '.cortex/manifest.crtx');
    git(linked, 'commit', '--quiet', '--message', 'gone');
    expect(() => git(linked, 'merge', 'main')).toThrow();
    const run = async (...words: string[]) => (await runProgramHere(cstackProgram, [...words, '--root', linked])).out;
    expect(await run('doctor')).toContain(`${PLAN}:1: unmerged: our side deleted it`);
    const asked = await place.project.json('verify');
    expect(verifyOutput().parse(asked), 'the main worktree is not merged').toMatchObject({ errors: 0 });
  });
});

describe('a file without conflict markers', () => {
  it('that both sides changed needs only "git add"', async () => {
    write(PLAN, TEXTS[PLAN] ?? '');
    await branches(
      () => append(PLAN, '- [ ] Ours\n'),
      () => append(PLAN, '- [ ] Theirs\n'),
    );
    conflicting('merge', 'other');
    expect(await found(PLAN), 'the markers are reported by the protocol').toEqual([]);
    write(PLAN, '# Plan\n\n## Tasks\n- [ ] Ours\n- [ ] Theirs\n');
    const [need] = await found(PLAN);
    expect(need).toMatchObject({ rank: 'soon', why: expect.stringContaining('although it has no conflict markers') });
    expect(await doctors(PLAN)).toEqual([expect.stringContaining('warning: git still holds it as unmerged')]);
    paste(need?.command);
    expect(await found(PLAN)).toEqual([]);
  });

  it('that both sides added, and that git does not merge', async () => {
    write('.gitattributes', '*.md -merge\n');
    await branches(
      () => write(PLAN, '# Ours\n'),
      () => write(PLAN, '# Theirs\n'),
    );
    conflicting('merge', 'other');
    expect(await found(PLAN)).toMatchObject([{ rank: 'soon' }]);
    const run = await runProgramHere(cstackProgram, ['settle', PLAN, '--root', tree]);
    expect(run).toMatchObject({ code: 0, err: expect.stringContaining('git still holds it as unmerged') });
  });

  it('that is not in the working tree any more is restored or deleted', async () => {
    await planConflict();
    conflicting('merge', 'other');
    remove(PLAN);
    const [need] = await found(PLAN);
    expect(need?.command).toMatch(/^git checkout --ours -- \S+ && git add -- /);
    paste(need?.command);
    expect(fs.readFileSync(fileOf(PLAN), 'utf8')).toContain('Ours');
  });
});

it('names each file of a note that both sides renamed', async () => {
  write('vault/rules/a.md', NOTE.repeat(9));
  const move = (to: string) => () => fs.renameSync(fileOf('vault/rules/a.md'), fileOf(`vault/rules/${to}.md`));
  await branches(move('b'), move('c'));
  conflicting('merge', 'other');
  const [gone] = await found('vault/rules/a.md');
  expect(gone?.why).toContain('both sides deleted or renamed it');
  expect((await found('vault/rules/b.md'))[0]?.why).toContain('only our side has a file of this name');
  expect((await found('vault/rules/c.md'))[0]?.why).toContain('only the other side has a file of this name');
  const { code, out } = await place.project.run('settle');
  expect(code).toBe(1);
  expect(out.match(/unmerged: /g)).toHaveLength(3);
  execFileSync('sh', ['-c', gone?.command ?? 'false'], { cwd: tree });
  for (const name of ['b', 'c']) {
    const [need] = await found(`vault/rules/${name}.md`);
    execFileSync('sh', ['-c', need?.command ?? 'false'], { cwd: tree });
  }
  expect(inTree('ls-files', '--unmerged')).toBe('');
});

it('settles a note that both sides renamed and changed, under each of its new names', async () => {
  write('vault/rules/a.md', `${NOTE.repeat(9)}last\n`);
  const change = (to: string) => () => {
    fs.renameSync(fileOf('vault/rules/a.md'), fileOf(`vault/rules/${to}.md`));
    fs.appendFileSync(fileOf(`vault/rules/${to}.md`), `only in ${to}\n`);
  };
  await branches(change('b'), change('c'));
  conflicting('merge', 'other');
  const { out } = await place.project.run('settle');
  for (const name of ['b', 'c']) {
    const note = fs.readFileSync(fileOf(`vault/rules/${name}.md`), 'utf8');
    expect([note.includes('<<<<'), note.includes('only in b'), note.includes('only in c')]).toEqual([false, true, true]);
    expect(out).toContain(`${fileOf(`vault/rules/${name}.md`)} is settled`);
  }
});

it('a task of a team is not taken for a note while the place of the vault is in conflict', async () => {
  write('vault/rules/a.md', NOTE);
  write('cortex.toml', '[vault]\npath = "vault"\n');
  write('team/agents/ann.md', '# ann\n');
  write('team/projects/shop.md', '# shop\n\n## Work Queue\n');
  const change = (name: string) => () => {
    write('cortex.toml', `[vault]\npath = "vault"\n[layers]\nhot = ${name.length}\n`);
    write('team/projects/shop.md', `# shop\n\n## Work Queue\n\n### 2026-01-19T10:30\n**Task:** ${name}\n**Status:** ready\n`);
  };
  await branches(change('one'), change('three'));
  conflicting('merge', 'other');
  expect((await place.project.run('settle')).out).toContain(`${fileOf('team/projects/shop.md')} is settled`);
});

it('names a renamed note that the other side deleted', async () => {
  write('vault/rules/a.md', NOTE.repeat(9));
  await branches(
    () => fs.renameSync(fileOf('vault/rules/a.md'), fileOf('vault/rules/b.md')),
    () => remove('vault/rules/a.md'),
  );
  conflicting('merge', 'other');
  expect((await found('vault/rules/b.md'))[0]?.why).toContain('the other side deleted it');
});

it('is found from a project in a subfolder', async () => {
  write('app/x', '');
  fs.renameSync(fileOf('.cortex'), fileOf('app/.cortex'));
  const name = 'app/.cortex/manifest.crtx';
  await branches(
    () => append(name, '\n'),
    () => remove(name),
  );
  conflicting('merge', 'other');
  for (const command of ['verify', 'needs-you', 'status']) {
    const { out } = await runProgramHere(cortexProgram, [command, '--root', fileOf('app')]);
    expect(out, command).toContain('the other side deleted it');
  }
});

it('a settle command of one file says that one side deleted it', async () => {
  await planConflict();
  conflicting('merge', 'other');
  const run = await runProgramHere(cstackProgram, ['settle', PLAN, '--root', tree]);
  expect(run).toMatchObject({ code: 1, out: expect.stringContaining('has no conflict markers') });
  expect(run.err).toContain('unmerged: the other side deleted it, and our side changed it');
});

it('files of no protocol, and folders without git, have none', async () => {
  write('docs/a.md', 'x\n');
  await branches(
    () => append('docs/a.md'),
    () => remove('docs/a.md'),
  );
  conflicting('merge', 'other');
  expect(await place.needs()).toEqual([]);
  fs.rmSync(fileOf('.git'), { recursive: true });
  expect(await place.needs()).toEqual([]);
});
