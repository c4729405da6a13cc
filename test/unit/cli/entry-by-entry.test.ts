import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

let project: CliProject;
beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
});

const fileOf = (name: string) => path.join(fs.realpathSync(project.root), '.cortex', name);
const textOf = (name: string) => fs.readFileSync(fileOf(name), 'utf8');
/** Returns the line of the only occurrence of a text in a file, 1-based. */
function lineOf(name: string, wrong: string): number {
  const [before = '', ...after] = textOf(name).split(wrong);
  expect(after, wrong).toHaveLength(1);
  return before.split('\n').length;
}
function spoil(name: string, change: (data: ReturnType<typeof JSON.parse>) => void): void {
  const value = JSON.parse(textOf(name));
  change(value.data);
  fs.writeFileSync(fileOf(name), `${JSON.stringify(value, null, 2)}\n`);
}
const verified = async () => (await project.run('verify')).out;

describe('manifest.crtx with an invalid rule and an invalid pattern', () => {
  beforeEach(async () => {
    project.write('package.json', '{"name": "shop", "dependencies": {"react": "19.0.0"}}');
    await project.run('dna detect');
    await project.run([
      'dna',
      'constrain',
      '--rule',
      'No default exports',
      '--type',
      'convention',
      '--severity',
      'prefer',
      '--reason',
      'Grep',
    ]);
    await project.run(['dna', 'learn', '--domain', 'tests', '--pattern', 'No mocks']);
    spoil('manifest.crtx', (dna) => {
      dna.constraints.unshift({ ...dna.constraints[0], rule: 'Hurry', type: 'WRONG-TYPE' });
      dna.patterns.push({ ...dna.patterns[0], id: 'pat_2', confidence: 'WRONG-NUMBER' });
    });
  });

  test('is shown without the invalid entries, and each is reported with its line', async () => {
    for (const command of ['dna show', 'dna describe']) {
      const { code, out, err } = await project.run(command);
      expect([command, code]).toEqual([command, 0]);
      expect(out).toContain('No default exports');
      expect(out).not.toContain('Hurry');
      for (const wrong of ['WRONG-TYPE', 'WRONG-NUMBER']) {
        expect(err).toContain(`${fileOf('manifest.crtx')}:${lineOf('manifest.crtx', wrong)}:`);
      }
    }
    expect(await verified()).toContain(`manifest.crtx:${lineOf('manifest.crtx', 'WRONG-TYPE')}:`);
  });

  test('keeps them in their place when it is written, and each is reported with its line', async () => {
    const [hurry, pattern] = [
      JSON.parse(textOf('manifest.crtx')).data.constraints[0],
      JSON.parse(textOf('manifest.crtx')).data.patterns[1],
    ];
    for (const command of ['dna purpose Shop', 'dna detect', 'dna learn --domain tests --pattern Fast']) {
      const { code, err } = await project.run(command);
      expect([command, code]).toEqual([command, 0]);
      for (const wrong of ['WRONG-TYPE', 'WRONG-NUMBER']) expect(err).toContain(`manifest.crtx:${lineOf('manifest.crtx', wrong)}:`);
    }
    const { data } = JSON.parse(textOf('manifest.crtx'));
    expect([data.project.purpose, data.constraints[0], data.patterns[1]]).toEqual(['Shop', hurry, pattern]);
    expect(data.patterns.map((each: { pattern: string }) => each.pattern)).toContain('Fast');
    expect(await verified()).not.toContain('checksum');
  });

  test('is not overwritten if something else is wrong: an edit names the position and changes no byte', async () => {
    const twice = textOf('manifest.crtx').replace('"project": {', '"mine": 1, "mine": 2, "project": {');
    fs.writeFileSync(fileOf('manifest.crtx'), twice);
    const { code, err } = await project.run('dna purpose Shop');
    expect([code, err]).toEqual([3, expect.stringMatching(/manifest\.crtx:\d+:/)]);
    expect(textOf('manifest.crtx')).toBe(twice);
  });

  test('is complete again when the entries are corrected', async () => {
    fs.writeFileSync(fileOf('manifest.crtx'), textOf('manifest.crtx').replace('"WRONG-TYPE"', '"cost"').replace('"WRONG-NUMBER"', '0.5'));
    expect(await project.run('dna show')).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Hurry') });
    expect((await project.run('dna purpose Shop')).code).toBe(0);
  });
});

describe('graph.crtx with an invalid node and an invalid edge', () => {
  beforeEach(async () => {
    project.write('src/a.ts', "import { b } from './b';\nexport const a = b;\n");
    project.write('src/b.ts', "import { c } from './c';\nexport const b = c;\n");
    project.write('src/c.ts', 'export const c = 1;\n');
    await project.run('graph build');
    spoil('graph.crtx', (graph) => {
      graph.edges.push({ ...graph.edges[0], weight: 'WRONG-WEIGHT' });
      Object.assign(
        graph.nodes.find(({ path: file }: { path: string }) => file === 'src/a.ts'),
        { importance: 'WRONG-IMPORTANCE' },
      );
    });
  });

  test('answers from the other entries, and reports each invalid one with its line', async () => {
    const { code, out, err } = await project.run('graph blast src/c.ts');
    expect([code, out]).toEqual([0, expect.stringContaining('src/b.ts')]);
    for (const wrong of ['WRONG-WEIGHT', 'WRONG-IMPORTANCE']) expect(err).toContain(`graph.crtx:${lineOf('graph.crtx', wrong)}:`);
    for (const command of ['graph hotspots', 'graph cycles', 'graph dead-ends', 'graph couplings', 'graph stats'])
      expect((await project.run(command)).err, command).toContain('graph.crtx:');
    expect(await verified()).toContain(`graph.crtx:${lineOf('graph.crtx', 'WRONG-WEIGHT')}:`);
  });
});

describe('an archive with an invalid entry', () => {
  const NAME = 'archive/timeline-2025.crtx';

  test('is searched without the entry, which is reported with its line each time, and the file is not changed', async () => {
    await project.run(['timeline', 'add', '--agent', 'ann', '--action', 'First', '--reasoning', 'r', '--type', 'decision']);
    const value = JSON.parse(textOf('timeline.crtx'));
    const old = { ...value.data[0], timestamp: Date.parse('2025-05-05') };
    const data = [
      { ...old, id: 'tle_old1', action: 'Older one' },
      { ...old, id: 'tle_old2', action: 'Wrong one', confidence: 'WRONG-CONFIDENCE' },
      { ...old, id: 'tle_old3', action: 'Older three' },
    ];
    project.write(`.cortex/${NAME}`, `${JSON.stringify({ header: { ...value.header, checksum: '' }, data }, null, 2)}\n`);
    const before = textOf(NAME);
    for (const look of [1, 2]) {
      const { code, out, err } = await project.run('timeline query --text Older');
      expect([look, code, out]).toEqual([look, 0, expect.stringContaining('Older one')]);
      expect(out).toContain('Older three');
      expect(err).toContain(`${path.basename(NAME)}:${lineOf(NAME, 'WRONG-CONFIDENCE')}:`);
    }
    await project.run(['timeline', 'resolve', 'tle_old1', '--outcome', 'success', '--detail', 'well']);
    await project.run('timeline flush');
    expect(textOf(NAME)).toBe(before);
    expect(await verified()).toContain(`${NAME}:${lineOf(NAME, 'WRONG-CONFIDENCE')}:`);
  });
});
