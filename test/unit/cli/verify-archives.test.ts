import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { renderCortexFile } from '../../../src/engine/crtx/render.ts';
import type { TimelineEntry } from '../../../src/engine/crtx/schema.ts';
import { useStore } from '../../../src/engine/crtx/store-life.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { verifyOutput } from '../../../src/engine/project/index.ts';
import { TimelineStore } from '../../../src/engine/timeline/store.ts';
import { CliProject } from '../../support/cortex-cli.ts';
import { entryOf } from '../engine/timeline/make.ts';

const START = 1_700_000_000_000;
const LIMITS = { rollBytes: 1_500, keepBytes: 400, archiveBytes: 3_000 };
const entry = (n: number, more: Partial<TimelineEntry> = {}) => entryOf(`e${n}`, { timestamp: START + n, ...more });

let project: CliProject;
let archive: string;
beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
  const entries = Array.from({ length: 9 }, (_, n) => entry(n));
  await useStore(await TimelineStore.open(nodeRuntime({}), fs.realpathSync(project.root), LIMITS), (store) => store.recordAll(entries));
  [archive = ''] = fs.readdirSync(path.join(project.root, '.cortex/archive'));
});

const archiveFile = () => path.join(project.root, '.cortex/archive', archive);

function write(name: string, entries: readonly TimelineEntry[]): void {
  project.write(`.cortex/${name}`, renderCortexFile('timeline', 'p', [...entries], { created: START, updated: START }));
}

/** Returns the findings by file below `.cortex/`, and the exit code. */
async function verify() {
  const { code, out } = await project.run('verify --json');
  const { files } = verifyOutput().parse(JSON.parse(out));
  const found = files.filter(({ findings }) => findings.length > 0);
  return {
    code,
    files: files.map(({ file, type }) => [file, type]),
    found: Object.fromEntries(found.map((each) => [each.file, each.findings])),
  };
}

test('accepts archives that Cortex wrote', async () => {
  const { code, files, found } = await verify();
  expect(files).toContainEqual([`.cortex/archive/${archive}`, 'timeline']);
  expect({ code, found }).toEqual({ code: 0, found: {} });
});

test('reports an unreadable archive as an error with its position, and a wrong checksum as a warning', async () => {
  project.write('.cortex/archive/broken.crtx', '{"header": 1,,');
  const text = fs.readFileSync(archiveFile(), 'utf8');
  fs.writeFileSync(archiveFile(), text.replace(/"sha256:\w+"/, `"sha256:${'0'.repeat(64)}"`));
  project.write('.cortex/archive/trace.crtx', text.replace('"timeline"', '"reasoning"'));
  expect(await verify()).toMatchObject({
    code: 1,
    found: {
      '.cortex/archive/broken.crtx': [{ severity: 'error', line: 1, column: 14 }],
      '.cortex/archive/trace.crtx': [{ severity: 'error', message: expect.stringContaining('header.type') }],
      [`.cortex/archive/${archive}`]: [{ severity: 'warning', message: expect.stringContaining('checksum') }],
    },
  });
});

test('warns of entries outside of the period in the file name, at the first one; other names are not checked', async () => {
  const name = `archive/timeline-${START + 20}-${START + 21}-0123abcd.crtx`;
  const strays = [entry(20), entry(19), entry(22)];
  write(name, strays);
  write('archive/moved.crtx', strays);
  const { code, found } = await verify();
  expect({ code, found }).toEqual({
    code: 0,
    found: {
      [`.cortex/${name}`]: [
        {
          severity: 'warning',
          line: expect.any(Number),
          column: expect.any(Number),
          message: 'Entry e19 and 1 more is outside the period in the file name, 2023-11-14T22:13:20.020Z to 2023-11-14T22:13:20.021Z.',
          next: 'Rename the file to the times of its first and last entry.',
        },
      ],
    },
  });
});

test('warns of copies that differ in immutable fields, and names the one that counts', async () => {
  write('archive/a.crtx', [entry(30), entry(31), entry(32)]);
  write('archive/b.crtx', [entry(30, { action: 'Other' }), entry(31, { outcome: 'success', children: ['x'] }), entry(32, { refs: ['r'] })]);
  write('archive/c.crtx', [entry(33), entry(33, { reasoning: 'Two' })]);
  const { code, found } = await verify();
  expect({ code, found }).toMatchObject({
    code: 0,
    found: {
      '.cortex/archive/b.crtx': [{ message: '.cortex/archive/a.crtx has a different value, which is used: action of e30; refs of e32.' }],
      '.cortex/archive/c.crtx': [{ message: 'An earlier line of this file has a different value, which is used: reasoning of e33.' }],
    },
  });
  expect(Object.keys(found)).toHaveLength(2);
});

test('prefers an archive to timeline.crtx', async () => {
  const timeline = path.join(project.root, '.cortex/timeline.crtx');
  const { data } = JSON.parse(fs.readFileSync(timeline, 'utf8'));
  write('archive/a.crtx', [entry(8, { agentId: 'eve' })]);
  expect(data).toContainEqual(entry(8));
  expect((await verify()).found).toMatchObject({
    '.cortex/timeline.crtx': [{ message: '.cortex/archive/a.crtx has a different value, which is used: agentId of e8.' }],
  });
});

test('warns of a missing archive that the log moved entries into, unless its second copy exists', async () => {
  fs.rmSync(archiveFile());
  expect(await verify()).toMatchObject({ code: 0, found: {} });
  fs.rmSync(path.join(project.root, '.cortex/.local/timeline/archive', archive));
  const { code, found } = await verify();
  expect({ code, found }).toMatchObject({
    code: 0,
    found: {
      [`.cortex/archive/${archive}`]: [{ severity: 'warning', message: 'is missing, although the log has moved entries into it.' }],
    },
  });
});

test('reports a file in place of the folder as an error', async () => {
  fs.rmSync(path.join(project.root, '.cortex/archive'), { recursive: true });
  project.write('.cortex/archive', '');
  expect(await verify()).toMatchObject({ code: 1, found: { '.cortex/archive': [{ severity: 'error', message: 'is not a folder.' }] } });
});

test('prints the numbers in a name that are no dates', async () => {
  const name = 'archive/timeline-9000000000000000-9000000000000001-00000000.crtx';
  write(name, [entry(100)]);
  const { found } = await verify();
  const message = 'Entry e100 is outside the period in the file name, 9000000000000000 to 9000000000000001.';
  expect(found).toMatchObject({ [`.cortex/${name}`]: [{ message }] });
});
