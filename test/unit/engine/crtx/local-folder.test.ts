import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../../support/cortex-cli.ts';
import { temporaryFolder } from '../../../support/folders.ts';

let project: CliProject;
let victim: string;
beforeEach(async () => {
  project = new CliProject();
  victim = temporaryFolder();
  await project.run('init');
});

const local = (name: string) => path.join(project.root, '.cortex/.local', name);

/** A repository may contain links in a folder that git ignores. */
describe('a link below .cortex/.local', () => {
  test.each([
    ['in the place of a segment', 'swarm/000001.jsonl', 'file'],
    ['in the place of the clock', 'swarm/clock', 'file'],
    ['in the place of a mutex', 'swarm/publish', '.'],
    ['in the place of a log', 'swarm', '.'],
    ['in the place of the timeline', 'timeline/000001.jsonl', 'file'],
    ['in the place of all of it', '', '.'],
  ])('is rejected with its name and not followed, %s', async (_, name, target) => {
    const file = path.join(victim, 'file');
    fs.writeFileSync(file, 'precious');
    const link = local(name).replace(/\/$/, '');
    fs.rmSync(local(''), { recursive: true, force: true });
    fs.mkdirSync(path.dirname(link), { recursive: true });
    fs.symlinkSync(path.join(victim, target), link);
    const timeline = name.startsWith('timeline');
    const run = await project.run(timeline ? 'timeline list' : 'swarm status');
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toContain(`${link}: is a symbolic link: nothing is read or written through it`);
    expect(fs.readFileSync(file, 'utf8')).toBe('precious');
    expect(fs.readdirSync(victim)).toEqual(['file']);
  });
});
