import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { makeEntry } from '../../../../src/engine/timeline/entry.ts';
import { TimelineStore } from '../../../../src/engine/timeline/store.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { DnaProject, rule } from './dna-project.ts';
import { writeTree } from './tree.ts';

let project: DnaProject;
beforeEach(() => {
  project = new DnaProject();
});

const manager = () => project.manager();

async function errorOf(promise: Promise<unknown>): Promise<CortexError> {
  const error = await promise.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (error instanceof CortexError) return error;
  return expect.unreachable();
}

describe('initialize', () => {
  test('creates a DNA with the given values and empty defaults', async () => {
    const dna = await manager().initialize({ id: 'shop', name: 'Shop', purpose: 'Sells', stack: { languages: ['Go'] } });
    expect(dna).toEqual({
      version: 1,
      project: { id: 'shop', name: 'Shop', purpose: 'Sells', created: project.now, updated: project.now },
      stack: { languages: ['Go'], frameworks: [], databases: [], infrastructure: [], aiProviders: [], buildTools: [] },
      architecture: { type: 'monolith', entryPoints: [], boundaries: [], dataFlow: [] },
      constraints: [],
      patterns: [],
      risks: [],
      owner: { style: '', preferences: [] },
    });
    expect(project.read()).toMatchObject({ header: { type: 'dna', project: 'shop' }, data: dna });
    expect(await manager().read()).toEqual(dna);
  });

  test('never replaces an existing DNA, and rejects invalid values', async () => {
    expect(await errorOf(manager().initialize({ id: ' ', name: '', purpose: '' }))).toMatchObject({ code: 'invalid-input' });
    expect(fs.existsSync(project.file)).toBe(false);
    await manager().initialize({ id: 'a', name: 'A', purpose: '' });
    expect(await errorOf(manager().initialize({ id: 'b', name: 'B', purpose: '' }))).toMatchObject({ code: 'already-exists' });
    expect(project.read().data.project.id).toBe('a');
  });

  test('keeps given values when detection adds others', async () => {
    writeTree(project.root, { 'package.json': { workspaces: ['*'] }, 'a/package.json': {}, 'b/go.mod': 'module b' });
    await manager().initialize({ id: 'a', name: 'A', purpose: 'p', stack: { languages: ['COBOL'] } });
    const { dna } = await manager().refresh();
    expect(dna.stack.languages).toEqual(['COBOL', 'Go', 'JavaScript']);
    expect(dna.architecture.type).toBe('monorepo');
    expect(dna.project.purpose).toBe('p');
  });
});

describe('refresh', () => {
  test('changes no byte when repeated', async () => {
    writeTree(project.root, { 'go.mod': 'module x', 'main.go': '' });
    expect(await manager().refresh()).toMatchObject({ created: true });
    const bytes = fs.readFileSync(project.file);
    project.now += 1_000;
    expect(await manager().refresh()).toMatchObject({ created: false, changes: [] });
    expect(fs.readFileSync(project.file)).toEqual(bytes);
  });

  test('remembers detected values across processes, and only adds when that memory is lost', async () => {
    writeTree(project.root, { 'go.mod': 'module x', 'Cargo.toml': '[package]' });
    await manager().refresh();
    fs.rmSync(path.join(project.root, 'Cargo.toml'));
    const { changes, dna } = await manager().refresh();
    expect(changes.map(({ change, value }) => `${change} ${value}`)).toEqual(['removed Rust', 'removed Cargo']);
    expect(dna.project.updated).toBe(project.now);
    const memory = path.join(project.root, '.cortex/.local/dna/detected.json');
    for (const text of ['{', '{"version":1,"items":[["a"]]}', '\xff']) {
      fs.writeFileSync(memory, text, 'latin1');
      fs.rmSync(path.join(project.root, 'go.mod'), { force: true });
      const again = await manager().refresh();
      expect(again.dna.stack.languages).toEqual(['Go']);
      expect(again.warnings).toContainEqual(expect.stringContaining('This time, items are only added to the DNA and none are removed.'));
    }
  });

  test('starts again after the DNA was deleted', async () => {
    writeTree(project.root, { 'go.mod': 'module x' });
    await manager().refresh();
    fs.rmSync(project.file);
    expect((await manager().refresh()).dna.stack.languages).toEqual(['Go']);
  });

  test.each([['{'], ['{"header":{}}'], ['']])('never overwrites a broken manifest: %j', async (text) => {
    writeTree(project.root, { '.cortex/manifest.crtx': text, 'go.mod': 'module x' });
    const attempts = [() => manager().refresh(), () => manager().refresh({ dryRun: true }), () => manager().addConstraint(rule('x'))];
    for (const attempt of attempts) expect(await errorOf(attempt())).toMatchObject({ code: 'broken-file', data: { file: project.file } });
    expect(fs.readFileSync(project.file, 'utf8')).toBe(text);
  });

  test('does not write through links in the project', async () => {
    const outside = temporaryFolder();
    fs.mkdirSync(path.join(project.root, '.cortex/.local'), { recursive: true });
    fs.symlinkSync(outside, path.join(project.root, '.cortex/.local/dna'));
    expect(await errorOf(manager().refresh())).toMatchObject({ code: 'outside-root' });
    fs.rmSync(path.join(project.root, '.cortex/.local/dna'));
    fs.symlinkSync(path.join(outside, 'manifest.crtx'), project.file);
    fs.writeFileSync(path.join(outside, 'manifest.crtx'), 'x');
    expect(await errorOf(manager().refresh())).toMatchObject({ code: 'outside-root' });
    expect(fs.readFileSync(path.join(outside, 'manifest.crtx'), 'utf8')).toBe('x');
  });
});

describe('edits', () => {
  beforeEach(async () => {
    await manager().initialize({ id: 'shop', name: 'Shop', purpose: '' });
  });

  test('of rules: equal text updates a rule, and part of its words removes it', async () => {
    await manager().addConstraint(rule('No cloud'));
    await manager().addConstraint(rule('No clouds at all'));
    await manager().addConstraint({ ...rule(' No cloud '), severity: 'prefer' });
    expect(project.read().data.constraints).toEqual([{ ...rule('No cloud'), severity: 'prefer' }, rule('No clouds at all')]);
    expect(await errorOf(manager().removeConstraint('cloud'))).toMatchObject({ code: 'not-found' });
    expect((await manager().removeConstraint('No cloud')).item.rule).toBe('No cloud');
    expect(await errorOf(manager().removeConstraint('all rain'))).toMatchObject({ code: 'not-found' });
    expect((await manager().removeConstraint('ALL no')).item.rule).toBe('No clouds at all');
    expect(await errorOf(manager().removeConstraint('all'))).toMatchObject({ code: 'not-found' });
    const wrong = { ...rule('x'), severity: JSON.parse('"maybe"') };
    expect(await errorOf(manager().addConstraint(wrong))).toMatchObject({ code: 'invalid-input' });
  });

  test('of patterns: learning twice confirms', async () => {
    const lesson = { domain: 'tests', pattern: 'Wait for conditions', learnedFrom: ['a'] };
    const { item } = await manager().learn(lesson);
    expect(item).toMatchObject({ id: expect.stringMatching(/^pat_/), confidence: 0.5, lastValidated: project.now });
    project.now += 1_000;
    expect((await manager().learn({ ...lesson, learnedFrom: ['b'] })).item).toMatchObject({
      id: item.id,
      confidence: 0.6,
      learnedFrom: ['a', 'b'],
      lastValidated: project.now,
    });
    expect((await manager().learn({ ...lesson, domain: 'docs' })).item.id).not.toBe(item.id);
    expect((await manager().doubt(item.id)).item.confidence).toBeCloseTo(0.36);
    expect((await manager().confirm(item.id)).item.confidence).toBeCloseTo(0.488);
    await manager().forget(item.id);
    expect(await errorOf(manager().confirm(item.id))).toMatchObject({ code: 'not-found' });
    expect(project.read().data.patterns).toHaveLength(1);
  });

  test('of risks: manual ones are kept', async () => {
    const risk = { path: 'src/pay.ts', reason: 'money', breakFrequency: 0.5, lastBroken: 0, mitigations: ['ask'] };
    await manager().addRisk(risk);
    await manager().refresh();
    expect((await manager().removeRisk('src/pay.ts')).item).toEqual(risk);
    expect(await errorOf(manager().removeRisk('src/pay.ts'))).toMatchObject({ code: 'not-found' });
  });

  test('keep unknown keys on all levels, and manual values', async () => {
    fs.writeFileSync(
      project.file,
      project.edited(
        (value) =>
          Object.assign(value, { extra: 1 }) && Object.assign(value.data, { team: ['x'], constraints: [{ ...rule('a'), by: 'kim' }] }),
      ),
    );
    await manager().addConstraint({ ...rule('a'), severity: 'should' });
    await manager().setPurpose('Sells');
    expect(project.read()).toMatchObject({
      extra: 1,
      data: { team: ['x'], constraints: [{ severity: 'should', by: 'kim' }], project: { purpose: 'Sells' } },
    });
  });
});

test('later writes of other files use the project name of the DNA', async () => {
  await manager().initialize({ id: 'shop-1', name: 'Shop', purpose: '' });
  const real = nodeRuntime({});
  const store = await TimelineStore.open(real, project.root);
  await store.recordAll([makeEntry(real, { agentId: 'ann', type: 'fix', action: 'x', reasoning: '' })]);
  await store.close();
  expect(JSON.parse(fs.readFileSync(path.join(project.root, '.cortex/timeline.crtx'), 'utf8')).header.project).toBe('shop-1');
});
