import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type FileSystem, nodeFileSystem } from '../../../src/engine/platform/file-system.ts';
import type { Checked } from '../../../src/engine/platform/on-demand.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { verifyOutput } from '../../../src/engine/project/index.ts';
import { verifyProject } from '../../../src/engine/project/use-cases/verify.ts';
import { CliProject, type Run } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { makeNamedPipe } from '../../support/named-pipe.ts';

let project: CliProject;
let folder: string;
beforeEach(async () => {
  project = new CliProject();
  folder = path.join(project.root, '.cortex');
  for (const command of ['init', 'swarm create --task T --coordinator queen', 'swarm recruit ann --role coder']) await project.run(command);
});

/** Returns metadata of all files in the folder, which verify must not change: inode, times, size. */
function everything(directory = folder): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of fs.readdirSync(directory)) {
    const file = path.join(directory, name);
    const stat = fs.lstatSync(file, { bigint: true });
    found[file] = `${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.size}`;
    if (stat.isDirectory()) Object.assign(found, everything(file));
  }
  return found;
}

async function verify(): Promise<Run & { answer: Checked<typeof verifyOutput> }> {
  const before = everything();
  const run = await project.run('verify');
  const answer = verifyOutput().parse(await project.json('verify'));
  expect(everything(), 'verify writes nothing').toEqual(before);
  expect(run.err).toBe('');
  return { ...run, answer };
}

/** Returns the lines about files, without the summary. */
const lines = ({ out }: Run) => out.trimEnd().split('\n').slice(0, -1);
const swarmFile = () => path.join(folder, 'swarm.crtx');
const swarmText = () => fs.readFileSync(swarmFile(), 'utf8');

/** Returns the findings of one file. */
async function findings(name: string) {
  const { answer, code } = await verify();
  return { code, found: answer.files.find(({ file }) => file === `.cortex/${name}`)?.findings };
}

/** Expects exactly one error with these words. */
async function expectError(words: string): Promise<void> {
  const run = await verify();
  expect(run.code).toBe(1);
  expect(lines(run).filter((line) => line.includes(': error: '))).toEqual([expect.stringContaining(words)]);
  expect(run.answer).toMatchObject({ errors: 1 });
}

test('reports a file that a killed command could not write, until the next command writes it', async () => {
  const shown = swarmText();
  const log = path.join(folder, '.local', 'swarm', '000001.jsonl');
  await project.run('swarm pause --by queen --reason lunch');
  // Restores the state after a command that was killed between its record and the file.
  const records = fs.readFileSync(log, 'utf8').split('\n');
  fs.writeFileSync(log, `${records.slice(0, 1 + records.findIndex((line) => line.includes('"swarm.pause"'))).join('\n')}\n`);
  fs.writeFileSync(swarmFile(), shown);
  const warning = { severity: 'warning', message: expect.stringContaining('latest changes: the log records no command that wrote them') };
  await expect.poll(async () => (await findings('swarm.crtx')).found).toMatchObject([warning]);
  await project.run('swarm status');
  expect((await findings('swarm.crtx')).found).toEqual([]);
});

test('says that another program put back an earlier version of a file', async () => {
  const earlier = fs.readFileSync(path.join(folder, 'timeline.crtx'), 'utf8');
  await project.run('timeline add --agent ann --type decision --action later --reasoning r');
  await project.run('timeline flush');
  fs.writeFileSync(path.join(folder, 'timeline.crtx'), earlier);
  const warning = { severity: 'warning', message: expect.stringContaining('another program, such as git, put back an earlier version') };
  await expect.poll(async () => (await findings('timeline.crtx')).found).toMatchObject([warning]);
  await project.run('timeline flush');
  expect((await findings('timeline.crtx')).found).toEqual([]);
});

describe('cortex verify', () => {
  test('finds no problem in files that Cortex wrote', async () => {
    const run = await verify();
    expect(run).toMatchObject({ code: 0, out: '4 files checked: no problems found.\n' });
    const clean = (file: string, type: string | null) => ({ file: `.cortex/${file}`, type, findings: [] });
    expect(run.answer).toEqual({
      files: [
        clean('swarm.crtx', 'swarm'),
        clean('timeline.crtx', 'timeline'),
        clean('.local/swarm', null),
        clean('.local/timeline', null),
      ],
      errors: 0,
      warnings: 0,
    });
  });

  test('accepts an empty project', async () => {
    fs.rmSync(folder, { recursive: true });
    fs.mkdirSync(folder);
    expect(await verify()).toMatchObject({ code: 0, out: '0 files checked: no problems found.\n' });
  });

  test('without a project says how to create one', async () => {
    fs.rmSync(folder, { recursive: true });
    const run = await project.run('verify');
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toContain('Run "cortex init" in the project folder first.');
  });

  test('warns of a wrong checksum with both values, and exits with 0', async () => {
    const right = /"(sha256:\w+)"/.exec(swarmText())?.[1] ?? '';
    const wrong = `sha256:${'0'.repeat(64)}`;
    fs.writeFileSync(swarmFile(), swarmText().replace(right, wrong));
    const run = await verify();
    expect(run.code).toBe(0);
    expect(lines(run)).toEqual([
      `.cortex/swarm.crtx:8:17: warning: header.checksum does not match data: header ${wrong}, data ${right}. ` +
        'This is expected after a manual edit, and the next write corrects it. If the file was not edited, compare it with version control.',
    ]);
    expect(run.answer).toMatchObject({ errors: 0, warnings: 1 });
  });

  test('does not check an empty checksum', async () => {
    fs.writeFileSync(swarmFile(), swarmText().replace(/"sha256:\w+"/, '""'));
    expect(await verify()).toMatchObject({ code: 0, answer: { errors: 0, warnings: 0 } });
  });

  test('reports invalid JSON as an error with line and column, and exits with 1', async () => {
    project.write('.cortex/graph.crtx', '{"header": {\n  "cortex": 1,,\n');
    expect(await findings('graph.crtx')).toEqual({
      code: 1,
      found: [
        {
          severity: 'error',
          line: 2,
          column: 15,
          message: 'is not JSON: "," where a key in double quotes should be.',
          next: expect.stringMatching(/^All its content is derived .* Rebuild it: cortex graph build$/),
        },
      ],
    });
    await expectError('.cortex/graph.crtx:2:15: error: is not JSON');
  });

  test.each([
    ['truncated', (text: string) => text.slice(0, 300), /^\.cortex\/graph\.crtx:\d+:\d+: error: truncated in /],
    ['empty', () => '', '.cortex/graph.crtx:1:1: error: is empty.'],
    [
      'of another type',
      (text: string) => text,
      '.cortex/graph.crtx:4:13: error: header.type does not match this file (got "swarm"; allowed: "graph").',
    ],
    [
      'of a newer version',
      (text: string) => text.replace('"cortex": 1', '"cortex": 2').replace('"type": "swarm"', '"type": "graph"'),
      '.cortex/graph.crtx:3:15: error: header.cortex is newer than this program (got 2; allowed: 1). Update this program',
    ],
    ['without a header', () => '[]', '.cortex/graph.crtx:1:1: error: is not a Cortex file'],
    ['not what its type says', (text: string) => text.replace('"type": "swarm"', '"type": "graph"'), 'error: data.nodes is missing'],
  ])('reports a file that is %s as an error', async (_what, change, words) => {
    project.write('.cortex/graph.crtx', change(swarmText()));
    const run = await verify();
    expect(run).toMatchObject({ code: 1, answer: { errors: 1, warnings: 0 } });
    expect(lines(run)).toEqual([typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words)]);
  });

  test('reports invalid UTF-8 as an error with its position', async () => {
    project.write('.cortex/graph.crtx', Buffer.from([0x7b, 0x0a, 0xff]));
    await expectError('.cortex/graph.crtx:2:1: error: is not valid UTF-8 (got "byte 0xff"');
  });

  test('warns of an unknown file with any content', async () => {
    project.write('.cortex/notes.crtx', 'not JSON at all');
    project.write('.cortex/toString.crtx', '');
    project.write('.cortex/other.json', '{');
    const run = await verify();
    expect(run).toMatchObject({ code: 0, answer: { errors: 0, warnings: 2 } });
    expect(lines(run)).toEqual(
      ['notes', 'toString'].map(
        (name) =>
          `.cortex/${name}.crtx: warning: is not a file of this protocol. Move it out of the folder, or rename it as the protocol requires.`,
      ),
    );
  });

  test('checks traces as such', async () => {
    const timeline = fs.readFileSync(path.join(folder, 'timeline.crtx'), 'utf8');
    project.write('.cortex/reasoning/t1.crtx', timeline.replace('"timeline"', '"reasoning"'));
    project.write('.cortex/reasoning/t2.crtx', timeline);
    const { answer } = await verify();
    expect(answer.files.slice(2, 4)).toMatchObject([
      { file: '.cortex/reasoning/t1.crtx', type: 'reasoning', findings: [] },
      { file: '.cortex/reasoning/t2.crtx', type: 'reasoning', findings: [{ severity: 'error', line: 4, column: 13 }] },
    ]);
  });

  test('refuses a file of 200 MB without reading it', async () => {
    const file = project.write('.cortex/timeline.crtx', '');
    fs.truncateSync(file, 200 * 1_048_576);
    await expectError('.cortex/timeline.crtx:1:1: error: is 200.0 MiB (209715200 bytes), larger than the limit of 64.0 MiB');
    let bytes = 0;
    const readSync: FileSystem['readSync'] = (...call) => {
      const count = nodeFileSystem.readSync(...call);
      bytes += count;
      return count;
    };
    const runtime = { ...nodeRuntime(), fs: { ...nodeFileSystem, readSync } };
    const { signal } = new AbortController();
    await verifyProject({ runtime, signal, directory: project.root, exactDirectory: true, interactive: false, progress: () => {} });
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(100_000);
  });

  test('reports links out of the folder, pipes and folders as errors, and reads nothing through them', async () => {
    const outside = temporaryFolder();
    fs.writeFileSync(path.join(outside, 'graph.crtx'), 'secret');
    fs.symlinkSync(path.join(outside, 'graph.crtx'), path.join(folder, 'graph.crtx'));
    fs.symlinkSync('nowhere', path.join(folder, 'manifest.crtx'));
    fs.mkdirSync(path.join(folder, 'reasoning/a.crtx'));
    makeNamedPipe(path.join(folder, 'reasoning/b.crtx'));
    const run = await verify();
    expect(run).toMatchObject({ code: 1, answer: { errors: 4, warnings: 0 } });
    expect(lines(run)).toEqual([
      expect.stringContaining('.cortex/graph.crtx: error: the path leads out of its root folder through a symbolic link'),
      expect.stringContaining('.cortex/manifest.crtx: error: the path contains a symbolic link whose target does not exist'),
      expect.stringContaining('.cortex/reasoning/a.crtx: error: is a folder, not a file.'),
      expect.stringContaining('.cortex/reasoning/b.crtx: error: is a device, pipe or socket, not a file.'),
    ]);
    expect(run.out).not.toContain('secret');
    fs.rmSync(path.join(folder, 'reasoning'), { recursive: true });
    fs.symlinkSync(outside, path.join(folder, 'reasoning'));
    expect((await verify()).out).toContain('.cortex/reasoning: error: the path leads out of its root folder through a symbolic link');
  });

  test('reports a file in place of a folder as an error, and checks the rest', async () => {
    fs.rmSync(path.join(folder, 'reasoning'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'reasoning'), '');
    fs.rmSync(path.join(folder, '.local/timeline'), { recursive: true });
    fs.writeFileSync(path.join(folder, '.local/timeline'), '');
    const run = await verify();
    expect(run).toMatchObject({ code: 1, answer: { errors: 2 } });
    expect(lines(run)).toEqual([
      '.cortex/reasoning: error: is not a folder. Move it away: a folder is expected here.',
      expect.stringContaining('.cortex/.local/timeline: error: is not a folder: nothing is read or written through it'),
    ]);
    expect(run.answer.files).toHaveLength(5);
  });

  test('reports links and pipes below .local as errors, and reads nothing through them', async () => {
    const outside = path.join(temporaryFolder(), 'swarm');
    fs.renameSync(path.join(folder, '.local/swarm'), outside);
    fs.symlinkSync(outside, path.join(folder, '.local/swarm'));
    fs.rmSync(path.join(folder, '.local/timeline/000001.jsonl'));
    makeNamedPipe(path.join(folder, '.local/timeline/000001.jsonl'));
    const run = await verify();
    expect(run).toMatchObject({ code: 1, answer: { errors: 2 } });
    expect(lines(run)).toEqual([
      expect.stringContaining('.cortex/.local/swarm: error: is a symbolic link: nothing is read or written through it'),
      expect.stringContaining('.cortex/.local/timeline/000001.jsonl: error: is neither a file nor a folder'),
    ]);
  });

  test('reports a broken file that the log can restore as an error with this next step, which is true', async () => {
    const next = (name: string) =>
      `The next command that uses it rewrites it from the log, and moves these bytes to .cortex/${name}.corrupt-<time>: copy what you still need from there.`;
    for (const name of ['swarm.crtx', 'timeline.crtx']) fs.writeFileSync(path.join(folder, name), '{ torn');
    const { out, answer } = await verify();
    expect(answer.files.slice(0, 2)).toMatchObject(['swarm.crtx', 'timeline.crtx'].map((name) => ({ findings: [{ next: next(name) }] })));
    expect(out).not.toContain('it was not changed');
    for (const command of ['swarm status', 'timeline list']) await project.run(command);
    expect(await verify()).toMatchObject({ code: 0, answer: { errors: 0, warnings: 2 } });
  });

  test('reports each invalid part of a swarm.crtx, with what the next command does to the file', async () => {
    const swarm = JSON.parse(swarmText());
    const [agent] = swarm.data.agents;
    swarm.data.agents.push({ ...agent, id: 'good' }, { ...agent, id: 'bad', status: 'dancing' });
    for (const part of [{}, { strategy: 'weird' }, { strategy: 'weird', budget: { ...swarm.data.budget, maxAgents: 'lots' } }]) {
      fs.writeFileSync(swarmFile(), JSON.stringify({ ...swarm, data: { ...swarm.data, ...part } }, null, 2));
      const { found } = await findings('swarm.crtx');
      expect(found?.length).toBe(1 + Object.keys(part).length);
      for (const { next } of found ?? []) {
        expect(next).toContain('adopts all valid entries, and moves these bytes to .cortex/swarm.crtx.corrupt-<time>-entries');
      }
    }
    const written = fs.readFileSync(swarmFile(), 'utf8');
    await project.run('swarm status');
    expect(project.manifest.agents.map(({ id }) => id)).toContain('good');
    const kept = fs.readdirSync(folder).filter((name) => /^swarm\.crtx\.corrupt-.*-entries$/.test(name));
    expect(kept.map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))).toEqual([written]);
  });

  test('does not promise to restore a broken file without a log, of a newer version, or that is a folder', async () => {
    fs.writeFileSync(swarmFile(), swarmText().replace('"cortex": 1', '"cortex": 2'));
    expect((await findings('swarm.crtx')).found).toMatchObject([{ next: 'Update this program to read the file. It was not changed.' }]);
    fs.rmSync(swarmFile());
    fs.mkdirSync(swarmFile());
    expect((await verify()).out).not.toContain('anew');
    fs.rmSync(swarmFile(), { recursive: true });
    fs.writeFileSync(swarmFile(), '{ torn');
    fs.rmSync(path.join(folder, '.local'), { recursive: true });
    await expectError('Correct it there, or restore the file from version control. It was not changed.');
  });

  test('reports a timeline during a merge as an error with the same explanation as a command', async () => {
    const file = path.join(folder, 'timeline.crtx');
    const [ours, theirs] = ['[1]', '[2]'];
    fs.writeFileSync(file, `{\n<<<<<<< HEAD\n${ours}\n=======\n${theirs}\n>>>>>>> other\n`);
    const warned = (await project.run('timeline list')).err;
    const [found] = (await findings('timeline.crtx')).found ?? [];
    expect(found).toMatchObject({
      severity: 'error',
      line: 2,
      column: 1,
      message: "has a merge conflict, so no entry is read from this file, only from this machine's log.",
      next: expect.stringContaining('cortex settle'),
    });
    expect(warned).toContain(found?.next?.replace('"git add', `"git -C ${project.root} add`));
  });

  test('warns of a copy of a replaced file until it is removed', async () => {
    project.write('.cortex/swarm.crtx.corrupt-20261121T120000Z', '{ torn');
    const { code, found } = await findings('swarm.crtx.corrupt-20261121T120000Z');
    expect(code).toBe(0);
    expect(found).toMatchObject([{ severity: 'warning', message: expect.stringContaining('copy of swarm.crtx from before the repair') }]);
  });

  test('warns of a damaged line in a log, and the rest of the log counts', async () => {
    const log = path.join(folder, '.local/swarm/000001.jsonl');
    fs.appendFileSync(log, '\nthis is no record\n');
    const run = await verify();
    expect(run).toMatchObject({ code: 0, answer: { errors: 0, warnings: 1 } });
    expect(lines(run)).toEqual([
      expect.stringMatching(/^\.cortex\/\.local\/swarm\/000001\.jsonl:\d+:1: warning: skipped a damaged line \(17 bytes\)\.$/),
    ]);
    expect(await project.json('swarm recruit bob --role x')).toEqual({ agent: 'bob', joined: 'new' });
  });

  test('escapes file names', async () => {
    project.write('.cortex/reasoning/a\nb\u001b[2J.crtx', '');
    expect((await verify()).out).toContain('.cortex/reasoning/a\\u{a}b\\u{1b}[2J.crtx:1:1: error: is empty.');
  });
});
