import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

let project: CliProject;

const FILES = {
  'src/price.ts': "import { round } from './round.ts';\nexport const price = (n: number) => round(n);\n",
  'src/round.ts': 'export function round(n: number) {\n  return Math.round(n);\n}\n',
  'src/tax.py': 'TAX = 1\n',
  'src/loose.ts': 'export const loose = () => 1;\n',
  'src/circle-a.ts': "import { b } from './circle-b.ts';\nexport const a = () => b();\n",
  'src/circle-b.ts': "import { a } from './circle-a.ts';\nexport const b = () => a();\n",
  'test/round.test.ts': "import { round } from '../src/round.ts';\nround(1);\n",
  'package.json': '{ "name": "shop", "main": "src/price.ts" }',
};
const COMMITS = 8;

/** One commit in the format of `git fast-import`. */
function commit(message: string, files: Readonly<Record<string, string>>): string {
  const changes = Object.entries(files).map(([name, text]) => `M 644 inline ${name}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
  return `commit refs/heads/main\ncommitter n <e> 1772359200 +0000\ndata ${message.length}\n${message}\n${changes.join('')}\n`;
}

/** A repository in which prices and taxes change together, although neither imports the other. */
beforeEach(async () => {
  project = new CliProject();
  const git = (args: readonly string[], input = '') => execFileSync('git', ['-C', project.root, ...args], { input, stdio: 'pipe' });
  const later = Array.from({ length: COMMITS }, (_, n) => [
    commit(n % 2 === 0 ? `fix: price ${n}` : `Price ${n}`, {
      'src/price.ts': `${FILES['src/price.ts']}// ${n}\n`,
      'src/tax.py': `${FILES['src/tax.py']}# ${n}\n`,
    }),
    // Other files change together, too.
    ...[1, 2, 3].map((again) =>
      commit(`Loose ${n} ${again}`, {
        'src/loose.ts': `${FILES['src/loose.ts']}// ${n} ${again}\n`,
        'src/circle-a.ts': `${FILES['src/circle-a.ts']}// ${n} ${again}\n`,
      }),
    ),
  ]);
  git(['init', '--quiet', '--initial-branch', 'main']);
  git(['fast-import', '--quiet'], [commit('Begin', FILES), ...later.flat()].join(''));
  git(['reset', '--quiet', '--hard']);
  await project.run('init');
});

test('without a graph every query says how to build it', async () => {
  for (const question of [
    'blast src/round.ts',
    'path a b',
    'hotspots',
    'couplings',
    'cycles',
    'dead-ends',
    'owners src',
    'stats',
    'export',
  ]) {
    const { code, err } = await project.run(`graph ${question}`);
    expect({ question, code, err }).toEqual({
      question,
      code: 1,
      err: `error: ${path.join(fs.realpathSync(project.root), '.cortex/graph.crtx')}: the project has no graph yet. Build it with "cortex graph build", or in the editor with "Build Semantic Graph".\n`,
    });
  }
});

describe('with a graph', () => {
  beforeEach(async () => {
    const { code, out } = await project.run('graph build');
    expect({ code, first: out.split('\n')[0] }).toEqual({
      code: 0,
      first: expect.stringMatching(/^Wrote \.cortex\/graph\.crtx: 7 files \(all parsed\), /),
    });
  });

  test('the file is valid, and a second build parses no source again', async () => {
    expect((await project.run('verify')).code).toBe(0);
    const before = fs.readFileSync(path.join(project.root, '.cortex/graph.crtx'), 'utf8');
    expect(await project.json('graph build')).toMatchObject({ files: 7, parsed: 0, unresolved: 0, problems: [] });
    const data = (text: string) => JSON.parse(text).data;
    expect(data(fs.readFileSync(path.join(project.root, '.cortex/graph.crtx'), 'utf8'))).toEqual(data(before));
  });

  test('blast lists dependents of a file with the reason, and tests', async () => {
    expect(await project.json('graph blast src/round.ts')).toMatchObject({
      files: [
        {
          path: 'src/price.ts',
          likelihood: expect.any(Number),
          because: ['src/price.ts imports round from src/round.ts (line 1)'],
          tests: [],
        },
      ],
      tests: [{ path: 'test/round.test.ts', because: ['test/round.test.ts imports round from src/round.ts (line 1)'] }],
      unknown: [],
    });
    const because = [expect.stringMatching(/^src\/tax\.py changed in 9 of the 9 commits that changed src\/price\.ts/)];
    const tax = expect.objectContaining({ path: 'src/tax.py', because });
    expect(await project.json('graph blast src/price.ts')).toMatchObject({ files: expect.arrayContaining([tax]) });
    const { out } = await project.run('graph blast src/round.ts');
    expect(out).toMatch(/^ *\d+ % {2}src\/price\.ts\n {7}src\/price\.ts imports round from src\/round\.ts \(line 1\)\n/);
    expect(out).toContain('Tests to run, most likely to fail first:\n');
  });

  test('couplings lists files that change together without a dependency, and hotspots lists frequently fixed files', async () => {
    expect(await project.json('graph couplings')).toMatchObject({
      couplings: expect.arrayContaining([expect.objectContaining({ files: ['src/price.ts', 'src/tax.py'] })]),
    });
    expect((await project.run('graph couplings')).out).toMatch(/^How often a change of one file comes with .*\n +\d+ % {2}/);
    expect(await project.json('graph hotspots --limit 1')).toMatchObject({
      files: [{ path: 'src/price.ts', touchCount: 9 }],
      history: { commits: 33, fixes: 4 },
    });
    expect((await project.run('graph hotspots')).out).toContain('History: 4 of 33 commits are fixes.');
    fs.rmSync(path.join(project.root, '.cortex/.local/graph/gaps.json'));
    expect(await project.json('graph hotspots')).toMatchObject({ history: null });
  });

  test('an empty path, which would mean the whole project, is refused', async () => {
    for (const args of [
      ['blast', ''],
      ['owners', ''],
      ['path', 'src/round.ts', ''],
    ]) {
      const { code, err } = await project.run(['graph', ...args]);
      expect({ args, code, err }).toMatchObject({ code: 2, err: expect.stringContaining('must not be empty') });
    }
  });

  test('cycles, dead-ends and path list what the graph contains', async () => {
    const cycle = ['src/circle-a.ts', 'src/circle-b.ts'];
    expect(await project.json('graph cycles')).toEqual({
      cycles: [{ files: cycle, cycle: [...cycle, cycle[0]] }],
      doubts: { known: true, unresolved: 0, unread: 0, changed: 0, concerning: [] },
    });
    expect(await project.json('graph dead-ends')).toMatchObject({ files: expect.arrayContaining(['src/loose.ts']) });
    const { out } = await project.run('graph path test/round.test.ts src/round.ts#round');
    expect(out).toMatch(/^test\/round\.test\.ts depends on src\/round\.ts#round:\n/);
    expect((await project.run('graph path src/loose.ts src/tax.py')).code).toBe(1);
    for (const same of ['src/round.ts src/round.ts', 'src/round.ts src/round.ts#round']) {
      expect(await project.run(`graph path ${same}`)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^No path between them: both are in src/),
      });
    }
  });

  test('owners returns the boundaries of the DNA', async () => {
    expect(await project.run('graph owners src')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^The owner of a file is .* The project has no DNA yet\. Create it: cortex dna detect\n$/),
      err: '',
    });
    await project.run('dna detect');
    expect(await project.json('graph owners src/price.ts')).toMatchObject({ owners: [{ files: ['src/price.ts'] }], boundaries: 0 });
    expect((await project.run('graph owners src/price.ts')).out).toContain('The DNA of this project has none.');
    const manifest = path.join(project.root, '.cortex', 'manifest.crtx');
    const part = '"boundaries": [{ "name": "tax", "paths": ["src/tax.py"], "owns": ["tax rates"], "exposesTo": [] }]';
    fs.writeFileSync(manifest, fs.readFileSync(manifest, 'utf8').replace(/"boundaries": \[\s*\]/, part));
    expect((await project.run('graph owners src/price.ts')).out).toBe('No boundary of the DNA covers it.\n');
    expect((await project.run('graph owners src/tax.py')).out).toBe('tax  1 file  owns tax rates\n');
  });

  test('export escapes a name with a bidirectional control character', async () => {
    fs.writeFileSync(path.join(project.root, 'src', '\u202egnp.ts'), '');
    await project.run('graph build');
    for (const format of ['--mermaid', '--dot']) {
      const { out } = await project.run(`graph export ${format} --level files`);
      expect(out).toContain('src/U+202egnp.ts"');
      expect(out).not.toContain('\u202e');
    }
  });

  test('a broken graph is reported with the command that rebuilds it, and a build moves its bytes aside', async () => {
    const file = path.join(project.root, '.cortex', 'graph.crtx');
    const whole = fs.readFileSync(file, 'utf8');
    const invalid = whole.replace('"type": "file"', '"type": "fi1e"').replace(/"checksum": "[^"]*"/, '"checksum": "0"');
    for (const text of ['', '{ "header": {', invalid]) {
      fs.writeFileSync(file, text);
      const wrong = /graph\.crtx:\d+:\d+: .*Rebuild it: cortex graph build/;
      const read = await project.run('graph unresolved');
      expect(read.err).toMatch(wrong);
      const locked = await project.run('lock acquire src/round.ts --agent ann');
      if (text === invalid) expect(locked.out).toMatch(wrong);
      const { code, err } = await project.run('graph build');
      expect(code).toBe(0);
      const [, aside = ''] =
        /graph\.crtx:\d+:\d+: .*\. The graph is built anew; the old bytes are in (graph\.crtx\.corrupt-\w+(?:-\d)?)\./.exec(err) ?? [];
      expect(fs.readFileSync(path.join(path.dirname(file), aside), 'utf8')).toBe(text);
      expect((await project.run('graph stats')).err).toBe('');
    }
  });

  test('a graph with conflict markers is reported by every reader, and rebuilt by a build', async () => {
    const file = path.join(project.root, '.cortex/graph.crtx');
    const whole = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, `<<<<<<< ours\n${whole}=======\n${whole}>>>>>>> theirs\n`);
    const wrong = /graph\.crtx:1:1: has a merge conflict.*cortex graph build/;
    expect((await project.run('graph unresolved')).err).toMatch(wrong);
    expect((await project.run('lock acquire src/round.ts --agent ann')).out).toMatch(wrong);
    expect((await project.run('graph build')).code).toBe(0);
    expect(JSON.parse(fs.readFileSync(file, 'utf8')).data).toEqual(JSON.parse(whole).data);
  });

  test('a query for a symbol that is answered for its file says so', async () => {
    const { out, err } = await project.run('graph blast src/round.ts#round');
    expect(out).toBe((await project.run('graph blast src/round.ts')).out);
    expect(err).toContain('src/round.ts#round: the impact is computed for whole files, so this is the impact of src/round.ts');
  });

  test('export writes the formats of other programs', async () => {
    const exported = JSON.parse((await project.run('graph export')).out);
    expect(exported).toEqual(JSON.parse(fs.readFileSync(path.join(project.root, '.cortex/graph.crtx'), 'utf8')).data);
    expect(await project.json('graph export')).toEqual(exported);
    expect((await project.run('graph export --dot --level files')).out).toContain('"src/price.ts" -> "src/round.ts"');
    expect((await project.run('graph export --mermaid --level files')).out).toMatch(/^flowchart LR\n {2}n0\["/);
    fs.writeFileSync(path.join(project.root, 'src/a\u001b[2J\u009bb.ts'), 'export {};\n');
    await project.run('graph build');
    for (const form of ['dot', 'mermaid']) {
      expect((await project.run(`graph export --${form} --level files`)).out).toContain('src/aU+001b[2JU+009bb.ts');
    }
    expect((await project.run('graph export')).out).toContain('src/a\\u001b[2J\\u009bb.ts');
    expect(await project.run('graph export --dot --mermaid')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--dot or --mermaid'),
    });
  });

  test('a file that changed since the build is reported for any query, and an unknown file is an error', async () => {
    const later = new Date(Date.now() + 60_000);
    expect((await project.run('graph blast src/round.ts')).err).toBe('');
    fs.utimesSync(path.join(project.root, 'src/round.ts'), later, later);
    const { err: own } = await project.run('graph blast src/round.ts');
    expect(own).toContain('src/round.ts has changed since the graph was built');
    expect((await project.run('graph blast src/tax.py')).out).toContain(
      '1 file changed since the graph was built; the list may be incomplete',
    );
    fs.utimesSync(path.join(project.root, 'src/price.ts'), later, later);
    expect(await project.json('graph blast src/tax.py')).toMatchObject({ doubts: { known: true, changed: 2 } });
    expect(await project.run('graph blast src/nothing.ts')).toMatchObject({
      code: 1,
      err: expect.stringContaining('not in the graph'),
    });
    fs.writeFileSync(path.join(project.root, 'src/it is.json'), '{}');
    expect(await project.run(['graph', 'blast', 'src/it is.json'])).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'in no language that the graph reads (got "src/it is.json"). What depends on it is unknown. Files that name it: git grep -l --fixed-strings -e "it is.json"',
      ),
    });
    for (const typed of ['src/prices.ts', 'price.ts', 'src/price', 'lib/Price.ts'])
      expect((await project.run(`graph blast ${typed}`)).err).toContain('Did you mean src/price.ts? To add new');
    expect(await project.run('graph blast src/price.ts src/nothing.ts')).toMatchObject({
      code: 0,
      err: expect.stringContaining('src/nothing.ts: not in the graph'),
    });
    expect((await project.run('graph blast ../../etc/passwd')).code).toBe(2);
  });
});
