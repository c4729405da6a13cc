import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CliProject, cortexFile, runProcess } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

const WHO = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main'];
const IN_MERGE = 'has a merge conflict';

let project: CliProject;
const gitIn = (folder: string, ...args: string[]) => execFileSync('git', [...WHO, ...args], { cwd: folder, stdio: 'ignore' });
const git = (...args: string[]) => gitIn(project.root, ...args);
const file = (name: string) => path.join(project.root, '.cortex', name);
const read = (name: string) => JSON.parse(fs.readFileSync(file(name), 'utf8'));
const actionsIn = (name: string): string[] =>
  read(name)
    .data.map(({ action }: { action: string }) => action)
    .sort();

function commit(message: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}

async function succeed(...commands: readonly string[]): Promise<void> {
  for (const words of commands) expect(await project.run(words), words).toMatchObject({ code: 0 });
}

/** Returns the next step that `verify` and `needs-you` suggest for a file; `undefined` if they report nothing. */
async function said(name: string): Promise<{ verify: string | undefined; needsYou: string | undefined }> {
  const { files } = Object(await project.json('verify'));
  const { needs } = Object(await project.json('needs-you'));
  const [finding] = files.find((each: { file: string }) => each.file === `.cortex/${name}`)?.findings ?? [];
  const need = needs.find((each: { place: { file: string } }) => each.place.file === file(name));
  return { verify: finding && `${finding.message} ${finding.next}`, needsYou: need?.why };
}

/** Creates two branches, each from its own machine, that git cannot merge. */
async function makeConflict(base: () => Promise<void>, change: (side: 'theirs' | 'ours') => Promise<void>): Promise<void> {
  await base();
  commit('base');
  for (const [branch, side] of [['other', 'theirs'] as const, ['main', 'ours'] as const]) {
    git('checkout', '--quiet', ...(side === 'theirs' ? ['-b', branch] : [branch]));
    fs.rmSync(file('.local'), { recursive: true, force: true });
    await change(side);
    commit(side);
  }
  expect(() => git('merge', 'other')).toThrow();
}

const step = (action: string) => `reasoning add t --agent ann --action ${action} --reasoning r`;
const entry = (action: string) => `timeline add --agent ann --type fix --action ${action} --reasoning r`;

beforeEach(async () => {
  // The home of the person who runs the tests must not affect them.
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, temporaryFolder());
  project = new CliProject();
  git('init', '--quiet');
  await succeed('init');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a trace with a merge conflict', () => {
  const trace = 'reasoning/t.crtx';
  beforeEach(() =>
    makeConflict(
      () => succeed(step('base')),
      (side) => succeed(step(side)),
    ),
  );

  test('is reported by every command with the command that resolves it, which includes later entries', async () => {
    const conflicted = fs.readFileSync(file(trace), 'utf8');
    const recorded = await project.run(step('meanwhile'));
    expect(recorded).toMatchObject({ code: 0, err: expect.stringContaining(`${IN_MERGE}`) });
    const { verify, needsYou } = await said(trace);
    for (const text of [recorded.err, verify, needsYou?.replace(` --root ${project.root}`, '')]) {
      expect(text).toContain(`${IN_MERGE}, so no entry is read from this file, only from this machine's log. "cortex settle" writes`);
    }
    expect(fs.readFileSync(file(trace), 'utf8'), 'the file is not replaced').toBe(conflicted);

    const merged = await project.run('settle');
    expect(merged).toEqual({
      code: 0,
      err: '',
      out: `${file(trace)} has the 4 entries of both sides now\nReview them, then: git -C ${project.root} add -- ${file(trace)}\n`,
    });
    expect(actionsIn(trace)).toEqual(['base', 'meanwhile', 'ours', 'theirs']);
    expect(Object(await project.json('reasoning show t')).entries).toHaveLength(4);
    const { needsYou: left } = await said(trace);
    expect(left).toContain('it has no conflict markers');
    commit('merged');
    expect(await said(trace)).toEqual({ verify: undefined, needsYou: undefined });
    expect(await project.run('settle')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no file of Cortex in it has a git merge conflict'),
    });
  });

  test('is resolved in a clone without the log, too', async () => {
    fs.rmSync(file('.local'), { recursive: true });
    await succeed('timeline merge');
    expect(actionsIn(trace)).toEqual(['base', 'ours', 'theirs']);
  });

  test('in a linked worktree is reported and resolved there', async () => {
    git('merge', '--abort');
    const linked = path.join(temporaryFolder(), 'linked');
    git('worktree', 'add', '--quiet', linked, 'other');
    const inLinked = (...args: string[]) => runProcess([cortexFile, ...args], linked);
    expect(() => gitIn(linked, 'merge', 'main')).toThrow();
    expect((await inLinked('reasoning', 'show', 't')).err).toContain(`${path.join(linked, '.cortex', trace)}:`);
    expect(await inLinked('verify')).toMatchObject({ code: 1, out: expect.stringContaining(IN_MERGE) });
    for (const typed of [[], ['--root', '.']]) {
      const { out } = await inLinked('needs-you', ...typed);
      const command = typed.length === 0 ? 'cortex settle' : `cortex settle --root ${linked}`;
      expect(out).toContain(`${IN_MERGE}, so no entry is read from this file, only from this machine's log. "${command}" writes`);
      expect(out).toContain(`${path.join(linked, '.cortex', trace)}:`);
    }
    expect(await inLinked('timeline', 'merge')).toMatchObject({ code: 0, out: expect.stringContaining('the 3 entries of both sides') });
    expect((await inLinked('reasoning', 'show', 't')).err).toBe('');
    expect((await inLinked('verify')).code).toBe(0);
    gitIn(linked, 'add', '--all');
    expect((await inLinked('needs-you')).out).toBe('Nothing needs you.\n');
    expect(actionsIn(trace), 'the branch of the main worktree is not merged').toEqual(['base', 'ours']);
  });
});

test('different texts of both sides for one entry are united in that entry', async () => {
  await makeConflict(
    () => succeed(step('base')),
    async (side) => {
      const value = read('reasoning/t.crtx');
      value.data[0].reasoning = side;
      value.header = { ...value.header, updated: value.header.updated + (side === 'ours' ? 1 : 2), checksum: '' };
      fs.writeFileSync(file('reasoning/t.crtx'), JSON.stringify(value, null, 2));
    },
  );
  await succeed('timeline merge');
  const entries = read('reasoning/t.crtx').data;
  expect(entries).toHaveLength(1);
  const [{ action, reasoning, context }] = entries;
  expect([action, reasoning, ...context.state.otherVersions.map((other: { reasoning: string }) => other.reasoning)].sort()).toEqual([
    'base',
    'ours',
    'theirs',
  ]);
});

test('conflicts in the timeline, two traces and an archive are resolved at once', async () => {
  const archive = 'archive/timeline-1.crtx';
  const others = step('x').replace(' t ', ' u ');
  await makeConflict(
    async () => {
      await succeed(entry('old'));
      fs.mkdirSync(file('archive'));
      fs.renameSync(file('timeline.crtx'), file(archive));
      fs.rmSync(file('.local'), { recursive: true });
      await succeed(entry('base'), step('base'), others);
    },
    async (side) => {
      const value = read(archive);
      value.header.updated += side === 'ours' ? 1 : 2;
      value.header.checksum = '';
      value.data.push({ ...value.data[0], id: `tle_${side}`, action: side });
      fs.writeFileSync(file(archive), JSON.stringify(value, null, 2));
      await succeed(entry(side), step(side), others.replace('x', side));
    },
  );
  for (const name of [archive, 'timeline.crtx', 'reasoning/u.crtx']) {
    const { verify, needsYou } = await said(name);
    for (const text of [verify, needsYou]) expect(text, name).toContain('"cortex settle"');
  }
  const { files } = Object(await project.json('settle'));
  expect(files.map((each: { file: string }) => path.relative(file('.'), each.file)).sort()).toEqual(
    [archive, 'reasoning/t.crtx', 'reasoning/u.crtx', 'timeline.crtx'].sort(),
  );
  expect(actionsIn(archive)).toEqual(['old', 'ours', 'theirs']);
  expect(actionsIn('timeline.crtx')).toEqual(['base', 'ours', 'theirs']);
  expect(actionsIn('reasoning/u.crtx')).toEqual(['ours', 'theirs', 'x']);
  expect((await project.timeline()).map(({ action }) => action).sort()).toEqual(['base', 'old', 'ours', 'ours', 'theirs', 'theirs']);
  expect(await project.json('verify')).toMatchObject({ errors: 0 });
});

/** Adds a node to the graph of one side by hand. */
function addNode(id: string): void {
  const graph = read('graph.crtx');
  graph.data.nodes.push({ ...graph.data.nodes[0], id });
  graph.header.checksum = '';
  graph[`x-${id}`] = true;
  fs.writeFileSync(file('graph.crtx'), JSON.stringify(graph, null, 2));
}

describe('a graph with a merge conflict', () => {
  const nodes = (): string[] => read('graph.crtx').data.nodes.map(({ id }: { id: string }) => id);
  beforeEach(() =>
    makeConflict(
      async () => void project.write('a.ts', ''),
      async (side) => {
        project.write(`${side}.ts`, '');
        await succeed('graph build');
        addNode(`by-${side}`);
      },
    ),
  );

  test('is rebuilt by "graph build", and every command suggests it', async () => {
    const { verify, needsYou } = await said('graph.crtx');
    for (const text of [(await project.run('graph blast a.ts')).err, verify, needsYou])
      expect(text).toContain(`${IN_MERGE}. "cortex graph build" rebuilds it from the code`);
    expect((await project.run('graph build')).err).toMatch(
      /graph\.crtx: the merge conflict is resolved\. Mark it as resolved in git: "git -C \S+ add -- /,
    );
    await succeed('graph blast ours.ts');
    expect(nodes()).toEqual(['a.ts', 'ours.ts', 'theirs.ts']);
    expect(read('graph.crtx')).toMatchObject({ 'x-by-ours': true, 'x-by-theirs': true });
    expect(fs.readdirSync(file('.')).filter((name) => name.includes('corrupt'))).toEqual([]);
    commit('merged');
  });

  test('gets the entries of both sides by "settle", which says how to rebuild it', async () => {
    const { code, err } = await project.run('settle');
    expect([code, err]).toEqual([0, expect.stringContaining('contains both sides. "cortex graph build" rebuilds it')]);
    expect(nodes()).toEqual(expect.arrayContaining(['a.ts', 'ours.ts', 'theirs.ts', 'by-ours', 'by-theirs']));
    expect(await project.json('verify')).toMatchObject({ errors: 0 });
    await succeed('graph build');
  });

  test('is named after "settle" until it is rebuilt', async () => {
    await succeed('settle');
    git('add', '--all');
    const line =
      fs
        .readFileSync(file('graph.crtx'), 'utf8')
        .split('\n')
        .findIndex((each) => each.includes('mergedFromBranches')) + 1;
    const next = 'has the content of both sides of a merge, which may not match the merged code. Rebuild it: cortex graph build';
    for (const command of ['verify', 'doctor']) {
      expect((await project.run(command)).out).toMatch(new RegExp(`graph\\.crtx:${line}:\\d+:.* ${next}`));
    }
    expect(await project.json('needs-you')).toMatchObject({
      needs: [{ kind: 'rebuild', rank: 'soon', title: 'graph.crtx', command: 'cortex graph build', place: { line } }],
    });
    await succeed('graph build');
    expect((await project.run('verify')).out).not.toContain('both sides');
    expect(await project.json('needs-you')).toMatchObject({ needs: [] });
  });

  test('is kept as a copy if it was edited between the markers', async () => {
    fs.appendFileSync(file('graph.crtx'), 'typed\n');
    const typed = fs.readFileSync(file('graph.crtx'), 'utf8');
    const { code, err } = await project.run('graph build');
    expect([code, err]).toEqual([0, expect.stringContaining('Copy what is missing from it')]);
    const [aside = ''] = fs.readdirSync(file('.')).filter((name) => name.startsWith('graph.crtx.corrupt-'));
    expect(fs.readFileSync(file(aside), 'utf8')).toBe(typed);
    expect(nodes()).toEqual(['a.ts', 'ours.ts', 'theirs.ts']);
  });

  test('is rebuilt if the markers were committed, too', async () => {
    commit('with its marks');
    expect((await project.run('graph build')).code).toBe(0);
    expect(nodes()).toEqual(['a.ts', 'ours.ts', 'theirs.ts']);
  });

  test('with an unreadable side is unchanged, and the side is named', async () => {
    const before = fs.readFileSync(file('graph.crtx'), 'utf8');
    commit('with its marks');
    fs.writeFileSync(file('graph.crtx'), before.replace('<<<<<<< HEAD', '<<<<<<< HEAD\n{{'));
    const { code, err } = await project.run('graph build');
    expect([code, err]).toEqual([3, expect.stringContaining("git's own side of the conflict")]);
  });
});

test('a broken graph outside of a merge is to be rebuilt, too', async () => {
  project.write('.cortex/graph.crtx', '{');
  const { verify, needsYou } = await said('graph.crtx');
  for (const text of [verify, needsYou]) expect(text).toMatch(/Rebuild it: cortex graph build/);
});

describe('half a conflict in timeline.crtx', () => {
  beforeEach(() =>
    makeConflict(
      () => succeed(entry('base')),
      (side) => succeed(entry(side)),
    ),
  );

  test.each([['<<<<<<<'], ['>>>>>>>'], ['======='], ['[<>]{7}']])(
    'without %s is not rebuilt, and resolved from the versions in git',
    async (gone) => {
      const whole = fs.readFileSync(file('timeline.crtx'), 'utf8');
      const half = whole.replaceAll(new RegExp(`^${gone}.*\\n`, 'gm'), '');
      fs.writeFileSync(file('timeline.crtx'), half);
      const { verify } = await said('timeline.crtx');
      expect(verify).toMatch(
        new RegExp(`${IN_MERGE}|half a merge conflict: .*While git holds it as unmerged, "cortex settle" merges both sides`),
      );
      await project.run(entry('more'));
      expect(fs.readFileSync(file('timeline.crtx'), 'utf8')).toBe(half);
      await succeed('settle');
      expect(actionsIn('timeline.crtx')).toEqual(['base', 'more', 'ours', 'theirs']);
    },
  );

  test('that was committed is unchanged, and the output says how to fix it by hand', async () => {
    const half = fs.readFileSync(file('timeline.crtx'), 'utf8').replaceAll(/^>>>>>>>.*\n|^=======\n/gm, '');
    fs.writeFileSync(file('timeline.crtx'), half);
    commit('with a mark');
    const { code, out, err } = await project.run('settle');
    expect([code, out + err]).toEqual([1, expect.stringContaining('Put the missing marker back')]);
    expect(fs.readFileSync(file('timeline.crtx'), 'utf8')).toBe(half);
  });
});

describe('a fresh clone with merge conflicts in file headers', () => {
  const MARKED = ['timeline.crtx', 'reasoning/t.crtx'];
  let id: string;

  /** Adds a conflict in the time of the header. */
  function mark(name: string, marks = (line: string) => ['<<<<<<< HEAD', line, '=======', line, '>>>>>>> other']): void {
    const lines = fs.readFileSync(file(name), 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes('"updated"'));
    fs.writeFileSync(file(name), [...lines.slice(0, at), ...marks(lines[at] ?? ''), ...lines.slice(at + 1)].join('\n'));
  }

  beforeEach(async () => {
    await succeed('timeline add --agent ann --type escalation --action blocked --reasoning r --file a.ts', step('base'));
    id = read('timeline.crtx').data[0].id;
    fs.rmSync(file('.local'), { recursive: true });
  });

  test('never reports an empty result: every reading command says that no entry is read', async () => {
    for (const name of MARKED) mark(name);
    const commands = [
      'timeline list',
      'timeline query --agent ann',
      'timeline precedents --file a.ts',
      `timeline resolve ${id} --outcome success`,
    ];
    for (const command of [...commands, 'reasoning show t']) {
      const words = /has a merge conflict, so no entry is read from this file, only from this machine's log\. "cortex settle" writes/;
      expect(await project.run(command), command).toEqual({ code: 3, out: '', err: expect.stringMatching(words) });
      const json = await project.run(`${command} --json`);
      expect(json.code, command).toBe(3);
      expect(json.out + json.err).toMatch(/no entry is read from this file/);
    }
    expect((await said('timeline.crtx')).needsYou).toContain('no entry is read from this file');
    expect((await project.run(`timeline add --agent bob --type fix --action a --reasoning r --parent ${id}`)).err).not.toContain(
      'no entry "',
    );
    await succeed('settle');
    expect(Object(await project.json('timeline query --agent ann')).entries).toHaveLength(1);
    expect(Object(await project.json('needs-you')).needs).toContainEqual(expect.objectContaining({ title: 'blocked' }));
  });

  test('with half a conflict gets the same next step from verify and settle', async () => {
    mark('timeline.crtx', (line) => ['<<<<<<< HEAD', line]);
    const next = `the missing marker back and run "cortex settle", or restore a version from git: git log -- ${file('timeline.crtx')}`;
    expect((await said('timeline.crtx')).verify).toBe(
      `half a merge conflict: line 7 is a leftover conflict marker of git, without "=======" and ">>>>>>>" after it; no entry is read from this file, only from this machine's log. While git holds it as unmerged, "cortex settle" merges both sides as git has them. Otherwise put ${next}`,
    );
    const inRoot = next.replace('git log', `git -C ${project.root} log`);
    expect(await project.run('settle')).toMatchObject({ code: 1, out: expect.stringContaining(`Put ${inRoot}`) });
    expect(await project.run('timeline list')).toMatchObject({ code: 3, err: expect.stringContaining(inRoot) });
  });
});
