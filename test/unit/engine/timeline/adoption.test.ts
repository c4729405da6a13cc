import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCortexFile } from '../../../../src/engine/crtx/format.ts';
import { renderCortexFile } from '../../../../src/engine/crtx/render.ts';
import type { TimelineEntry } from '../../../../src/engine/crtx/schema.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { type TimelineStore, withTimeline } from '../../../../src/engine/timeline/store.ts';
import { entryOf, ids, makeProject, type Project } from './make.ts';

const runtime = nodeRuntime();
const use = <T>({ root }: Project, work: (store: TimelineStore) => Promise<T>) => withTimeline(runtime, root, work);
const tell = (project: Project, ...entries: TimelineEntry[]) => use(project, (store) => store.recordAll(entries));
/** Returns the entries that a read-only command sees. */
const seen = (project: Project) => use(project, async (store) => [...store.entries()]);
/** Returns all refusals that the timeline records. */
const refused = (entries: readonly TimelineEntry[]) =>
  entries.flatMap(({ type, context }) => (type === 'conflict' ? [context.state.refused] : []));

describe('an edit of timeline.crtx by another program', () => {
  test('adds its new entries at any position, with unknown keys and values', async () => {
    const project = await makeProject();
    await tell(project, entryOf('a', { timestamp: 10 }), entryOf('c', { timestamp: 30 }));
    const foreign = Object.assign(entryOf('b', { timestamp: 20, type: 'hunch', outcome: 'partial' }), { mood: { good: true } });
    project.edit(({ data }) => data.push(foreign));
    await tell(project, entryOf('d', { timestamp: 40 }));
    expect(ids(project.published())).toEqual(['a', 'b', 'c', 'd']);
    expect(project.published()).toContainEqual(foreign);
  });

  test('cannot remove entries', async () => {
    const project = await makeProject();
    await tell(project, entryOf('a'), entryOf('b'), entryOf('c'));
    project.edit((value) => {
      value.data = value.data.filter(({ id }) => id === 'b');
    });
    expect(ids(await seen(project))).toEqual(['a', 'b', 'c']);
    expect(ids(project.published())).toEqual(['a', 'b', 'c']);
  });

  test('may set outcome and children of an entry, and add unknown keys', async () => {
    const project = await makeProject();
    await tell(project, entryOf('a'), entryOf('b', { outcome: 'failure', outcomeDetail: 'red' }));
    project.edit(({ data: [a, b] }) => {
      Object.assign(a ?? {}, { outcome: 'success', outcomeDetail: 'merged', children: ['b'], tags: ['x'] });
      Object.assign(b ?? {}, { outcomeDetail: 'red again' });
    });
    const ended = { outcome: 'success', outcomeDetail: 'merged', children: ['b'], tags: ['x'] };
    const expected = [Object.assign(entryOf('a'), ended), entryOf('b', { outcome: 'failure', outcomeDetail: 'red again' })];
    expect(await seen(project)).toEqual(expected);
    expect(project.published()).toEqual(expected);
  });

  test('cannot remove an outcome, children or unknown keys', async () => {
    const project = await makeProject();
    const entry = Object.assign(entryOf('a', { outcome: 'success', outcomeDetail: 'merged', children: ['k'] }), { tags: ['x'] });
    await tell(project, entry);
    project.edit((value) => {
      value.data = [entryOf('a')];
    });
    expect(await seen(project)).toEqual([entry]);
    expect(project.published()).toEqual([entry]);
  });

  test('cannot reorder entries or remove keys beside them', async () => {
    const project = await makeProject();
    await tell(project, entryOf('a'), entryOf('b'));
    project.edit((value) => Object.assign(value, { note: 1 }));
    await seen(project);
    project.edit(({ data }) => data.reverse());
    await seen(project);
    expect(ids(project.published())).toEqual(['a', 'b']);
    project.edit((value) => delete value.note);
    await seen(project);
    expect(JSON.parse(fs.readFileSync(project.file, 'utf8'))).toMatchObject({ note: 1 });
  });

  test('that only changes formatting is left alone', async () => {
    const project = await makeProject();
    await tell(project, entryOf('a'), entryOf('b'));
    project.edit(({ data }) => {
      for (const entry of data) {
        const { id } = entry;
        Reflect.deleteProperty(entry, 'id');
        entry.id = id;
      }
    });
    const text = fs.readFileSync(project.file, 'utf8').replaceAll('  ', '\t');
    fs.writeFileSync(project.file, text);
    await seen(project);
    expect(fs.readFileSync(project.file, 'utf8')).toBe(text);
  });

  test('cannot change the content of an entry; the attempt is recorded in an entry once', async () => {
    const project = await makeProject();
    await tell(project, entryOf('a'), entryOf('b'));
    const change = ({ data: [a, b] }: { data: TimelineEntry[] }) => {
      Object.assign(a ?? {}, { action: 'Did nothing', confidence: 0, outcome: 'success' });
      Object.assign(b ?? {}, { context: { files: [], state: { new: 1 } }, parent: 'a' });
    };
    project.edit(change);
    const entries = await seen(project);
    expect(entries.filter(({ type }) => type !== 'conflict')).toEqual([entryOf('a', { outcome: 'success' }), entryOf('b')]);
    expect(refused(entries)).toEqual([
      [
        { id: 'a', field: 'action', value: 'Did nothing' },
        { id: 'a', field: 'confidence', value: 0 },
        { id: 'b', field: 'context', value: { files: [], state: { new: 1 } } },
        { id: 'b', field: 'parent', value: 'a' },
      ],
    ]);
    expect(project.published()).toEqual(entries);
    project.edit(change);
    await tell(project, entryOf('c'));
    expect(refused(project.published())).toHaveLength(1);
  });

  test('with a duplicate id keeps the first entry, and records the second as refused', async () => {
    const project = await makeProject();
    await tell(project, entryOf('a'));
    project.edit(({ data }) => data.push(entryOf('b'), entryOf('b', { action: 'Did c' })));
    const entries = await seen(project);
    expect(entries.filter(({ type }) => type !== 'conflict')).toEqual([entryOf('a'), entryOf('b')]);
    expect(refused(entries)).toEqual([[{ id: 'b', field: 'action', value: 'Did c' }]]);
  });

  test('may add keys beside header and data', async () => {
    const project = await makeProject();
    await tell(project, entryOf('a'));
    project.edit((value) => Object.assign(value, { $schema: 'https://example.org/s.json', note: { by: 'hand' } }));
    await tell(project, entryOf('b'));
    expect(JSON.parse(fs.readFileSync(project.file, 'utf8'))).toMatchObject({
      $schema: 'https://example.org/s.json',
      note: { by: 'hand' },
    });
    expect(ids(project.published())).toEqual(['a', 'b']);
  });

  describe('with maximum nesting', () => {
    const MAX_DEPTH = 2_497;
    const deep = (leaf: string) => `${'{"a":'.repeat(MAX_DEPTH)}"${leaf}"${'}'.repeat(MAX_DEPTH)}`;
    const deepEntry = (leaf: string) => JSON.stringify(entryOf('deep')).replace('"state":{}', `"state":${deep(leaf)}`);
    /** Inserts entries as text before the others. */
    const put = ({ file }: Project, ...entries: string[]) =>
      fs.writeFileSync(
        file,
        fs.readFileSync(file, 'utf8').replace('"data": [', () => `"data": [${entries.join(',')},`),
      );
    const deepIn = (entries: readonly TimelineEntry[]) => JSON.stringify(entries.find(({ id }) => id === 'deep'));

    test('is compared and kept; a refusal records the beginning, and the file is published', async () => {
      const project = await makeProject();
      await tell(project, entryOf('a'));
      put(project, deepEntry('one'));
      expect(ids(await seen(project))).toEqual(['a', 'deep']);
      fs.writeFileSync(project.file, fs.readFileSync(project.file, 'utf8').replace('"one"', '"two"'));
      await tell(project, entryOf('b'));
      const entries = project.published();
      expect(deepIn(entries)).toContain(deep('one'));
      expect(refused(entries)).toEqual([
        [{ id: 'deep', field: 'context', value: expect.stringMatching(/^\{"files":\[\],"state":\{.*…$/) }],
      ]);
      expect(JSON.stringify(refused(entries)).length).toBeLessThan(5_000);
    });

    test('and a duplicate id, in a clone without .local, is recorded and published', async () => {
      const project = await makeProject();
      await tell(project, entryOf('a'));
      put(project, deepEntry('one'), deepEntry('two'));
      project.removeLog();
      await tell(project, entryOf('b'));
      const entries = project.published();
      expect(ids(entries).filter((id) => !id.startsWith('tle_'))).toEqual(['deep', 'a', 'b']);
      expect(deepIn(entries)).toContain(deep('one'));
      expect(refused(entries)).toHaveLength(1);
    });
  });

  test('with very long ids and values is recorded in short form', async () => {
    const project = await makeProject();
    const id = 'x'.repeat(100_000);
    await tell(project, entryOf(id));
    project.edit(({ data: [entry] }) => Object.assign(entry ?? {}, { reasoning: 'Why? '.repeat(100_000) }));
    const [, told] = await seen(project);
    expect(told?.type).toBe('conflict');
    expect(told?.refs).toEqual([expect.stringMatching(/^x+…$/)]);
    expect(JSON.stringify(told).length).toBeLessThan(5_000);
  });
});

describe('a pull', () => {
  /** Creates another clone of the project with the same timeline. */
  async function clone({ file }: Project): Promise<Project> {
    const other = await makeProject();
    fs.copyFileSync(file, other.file);
    return other;
  }
  const copy = (from: Project, to: Project) => fs.copyFileSync(from.file, to.file);

  test('merges both sides; afterwards clones show the same and do not rewrite the file', async () => {
    const ours = await makeProject();
    await tell(ours, entryOf('base', { timestamp: 1 }));
    const theirs = await clone(ours);
    await tell(ours, entryOf('ours 1', { timestamp: 20 }), entryOf('ours 2', { timestamp: 40, parent: 'base' }));
    await tell(theirs, entryOf('theirs 1', { timestamp: 30, parent: 'base' }), entryOf('theirs 2', { timestamp: 10 }));
    await use(theirs, (store) => store.resolve('base', 'success'));
    copy(theirs, ours);
    expect(ids(await seen(ours))).toEqual(['base', 'theirs 2', 'ours 1', 'theirs 1', 'ours 2']);
    copy(ours, theirs);
    const text = fs.readFileSync(theirs.file, 'utf8');
    const entries = await seen(theirs);
    expect(entries).toEqual(await seen(ours));
    expect(entries[0]).toMatchObject({ outcome: 'success' });
    expect(entries[0]?.children).toEqual(['ours 2', 'theirs 1']);
    expect(refused(entries)).toEqual([]);
    expect(fs.readFileSync(theirs.file, 'utf8'), 'the working tree stays clean').toBe(text);
  });

  test('of an older state reverts nothing', async () => {
    const ours = await makeProject();
    await tell(ours, entryOf('a'));
    const theirs = await clone(ours);
    await tell(theirs, entryOf('b', { timestamp: 1 }));
    await use(ours, (store) => store.resolve('a', 'failure', 'red'));
    copy(theirs, ours);
    const expected = [entryOf('b', { timestamp: 1 }), entryOf('a', { outcome: 'failure', outcomeDetail: 'red' })];
    expect(await seen(ours)).toEqual(expected);
    expect(ours.published()).toEqual(expected);
  });
});

describe('a clone without .local', () => {
  test('adopts the whole file, and appends to it', async () => {
    const project = await makeProject();
    await tell(project, ...Array.from({ length: 300 }, (_, n) => entryOf(`e${n}`, { timestamp: n, ...(n > 0 && { parent: 'e0' }) })));
    const before = project.published();
    const text = fs.readFileSync(project.file, 'utf8');
    project.removeLog();
    expect(await seen(project)).toEqual(before);
    expect(fs.readFileSync(project.file, 'utf8')).toBe(text);
    await tell(project, entryOf('new', { timestamp: 1_000 }));
    expect(project.published()).toEqual([...before, entryOf('new', { timestamp: 1_000 })]);
    const created = JSON.parse(text).header.created;
    expect(JSON.parse(fs.readFileSync(project.file, 'utf8')).header.created, 'the creation time of the file is unchanged').toBe(created);
  });

  test('sorts a file with another order', async () => {
    const project = await makeProject();
    const data = [entryOf('c', { timestamp: 3 }), entryOf('a', { timestamp: 1 }), entryOf('b', { timestamp: 1 })];
    fs.writeFileSync(project.file, renderCortexFile('timeline', 'shop', data, { created: 5, updated: 6 }));
    expect(ids(await seen(project))).toEqual(['a', 'b', 'c']);
  });

  test('keeps an empty timeline file until an entry is recorded', async () => {
    const project = await makeProject();
    const text = renderCortexFile('timeline', 'shop', [], { created: 5, updated: 6 });
    fs.writeFileSync(project.file, text);
    expect(await seen(project)).toEqual([]);
    expect(fs.readFileSync(project.file, 'utf8')).toBe(text);
    await tell(project, entryOf('a'));
    expect(project.published()).toEqual([entryOf('a')]);
  });

  test('creates no timeline file by reading', async () => {
    const project = await makeProject();
    expect(await seen(project)).toEqual([]);
    expect(fs.readdirSync(path.join(project.root, '.cortex')).toSorted()).toEqual(['.gitignore', 'reasoning']);
  });

  test('rejects a broken file with its position, and changes nothing', async () => {
    const project = await makeProject();
    const text = '{\n  "header": {\n    "cortex": 1, oops';
    fs.writeFileSync(project.file, text);
    const broken = { code: 'broken-file', data: { file: project.file, line: 3, column: 18 } };
    await expect(seen(project)).rejects.toMatchObject(broken);
    await expect(tell(project, entryOf('a'))).rejects.toMatchObject(broken);
    expect(fs.readFileSync(project.file, 'utf8')).toBe(text);
  });
});

test('a broken file is moved aside and recreated from the log', async () => {
  const project = await makeProject();
  await tell(project, entryOf('a'));
  fs.writeFileSync(project.file, '{ "header": ');
  await tell(project, entryOf('b'));
  expect(ids(project.published())).toEqual(['a', 'b']);
  const folder = path.dirname(project.file);
  const aside = fs.readdirSync(folder).filter((name) => name.startsWith('timeline.crtx.corrupt-'));
  expect(aside.map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))).toEqual(['{ "header": ']);
});

test('a lone surrogate written by another program causes no failure', async () => {
  const project = await makeProject();
  await tell(project, entryOf('a'));
  fs.writeFileSync(project.file, fs.readFileSync(project.file, 'utf8').replace('"Because"', '"\\ud800"').replace('"id": "a"', '"id": "b"'));
  await tell(project, entryOf('c', { reasoning: '\ud83d' }));
  expect(project.published().map(({ reasoning }) => reasoning)).toEqual(['Because', '\ud800', '\ud83d']);
  expect(parseCortexFile(fs.readFileSync(project.file, 'utf8'), 't', 'timeline')).toMatchObject({ ok: true, warnings: [] });
});
