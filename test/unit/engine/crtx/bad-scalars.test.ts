import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CortexIO } from '../../../../src/engine/crtx/index.ts';
import { parseTolerantly } from '../../../../src/engine/crtx/invalid/tolerant-format.ts';
import type { CortexFileType } from '../../../../src/engine/crtx/schema.ts';
import { DNAManager } from '../../../../src/engine/dna/manager.ts';
import { createDna } from '../../../../src/engine/dna/new-dna.ts';
import { PLACEHOLDERS } from '../../../../src/engine/swarm/projection.ts';
import { ownProperty } from '../../../../src/engine/text/foreign-data.ts';
import type { JsonPath } from '../../../../src/engine/text/json/json-position.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const RULE = { type: 'security', severity: 'must', rule: 'R1', reason: 'q' } as const;
const DNA = {
  ...createDna({ id: 'p', name: 'P', purpose: 'to test', constraints: [RULE] }, 1_000),
  stack: { languages: ['Go'], frameworks: ['x'], databases: ['x'], infrastructure: ['x'], aiProviders: ['x'], buildTools: ['x'] },
  architecture: {
    type: 'monorepo',
    entryPoints: ['main.go'],
    boundaries: [{ name: 'b', paths: ['b/'], owns: ['x'], exposesTo: ['c'] }],
    dataFlow: [{ from: 'a', to: 'b', protocol: 'http', description: 'd' }],
  },
  patterns: [{ id: 'pat', domain: 'd', pattern: 'p', confidence: 0.5, learnedFrom: ['x'], lastValidated: 5 }],
  risks: [{ path: 'a', reason: 'r', breakFrequency: 0.5, lastBroken: 5, mitigations: ['m'] }],
  owner: { style: 's', preferences: ['tabs'], timezone: 'UTC' },
};
const NODE = { id: 'n', type: 'file', path: 'a', name: 'a', importance: 0, fragility: 0, lastTouched: 1, touchCount: 1 };
const GRAPH = {
  nodes: [NODE],
  edges: [{ from: 'n', to: 'n', type: 'depends', weight: 1, description: 'd' }],
  clusters: [{ id: 'c', name: 'c', nodes: ['n'], cohesion: 1, coupling: 0 }],
};
const ENTRY = {
  id: 'e',
  timestamp: 1,
  agentId: 'a',
  type: 'fix',
  action: 'x',
  reasoning: 'r',
  confidence: 1,
  refs: ['r'],
  outcome: 'success',
  outcomeDetail: 'd',
  parent: 'p',
  children: ['c'],
  context: { files: ['f'], task: 't', branch: 'b', trigger: 't', dependencies: ['d'], state: {} },
};
const TASK = { id: 't', description: 'd', status: 'pending', priority: 1, estimatedTokens: 1, dependencies: ['u'], children: [] };
const SWARM = {
  ...PLACEHOLDERS,
  id: 's',
  agents: [{ id: 'a', role: 'r', expertise: ['e'], assignedTasks: ['t'], status: 'idle', tokensUsed: 0, costUsd: 0 }],
  locks: [{ path: 'a', agentId: 'a', type: 'shared', acquiredAt: 1, expiresAt: 2, reason: 'r' }],
  decomposition: { ...PLACEHOLDERS.decomposition, children: [TASK] },
  mergePolicy: { ...PLACEHOLDERS.mergePolicy, minAgreePercent: 60 },
};
const DATA: readonly (readonly [CortexFileType, object])[] = [
  ['dna', DNA],
  ['graph', GRAPH],
  ['timeline', [ENTRY]],
  ['reasoning', [ENTRY]],
  ['swarm', SWARM],
];

/** Returns the paths of all values below `data`. */
function pathsIn(value: unknown, at: JsonPath): JsonPath[] {
  if (typeof value !== 'object' || value === null) return [at];
  const below = Object.entries(value).flatMap(([key, each]) => pathsIn(each, [...at, Array.isArray(value) ? Number(key) : key]));
  return [at, ...below];
}

const HEADER = { cortex: 1, project: 'p', created: 1, updated: 1, checksum: '' };
/** No field of any file may be a list that contains `null`. */
const WRONG = [null];

function fileWith(type: CortexFileType, data: object, at: JsonPath): string {
  const file = structuredClone({ header: { ...HEADER, type }, data });
  const parent = at.slice(0, -1).reduce<unknown>(ownProperty, file);
  if (typeof parent === 'object' && parent !== null) Reflect.set(parent, at.at(-1) ?? '', WRONG);
  return JSON.stringify(file, null, 1);
}

/** Without these, the rest has no meaning. */
const isWhole = (type: CortexFileType, at: string) => (type === 'swarm' && at === 'data.id') || (at === 'data' && !LISTS.includes(type));
const LISTS: readonly CortexFileType[] = ['timeline', 'reasoning'];
/** Fields of any JSON value. */
const ANY = /context\.state$|data\.decomposition\.output$/;

const cases = DATA.flatMap(([type, data]) =>
  pathsIn(data, ['data'])
    .filter((at) => !ANY.test(at.join('.')))
    .map((at) => [`${type} ${at.join('.')}`, type, at, fileWith(type, data, at)] as const),
);

test.each(cases)('a wrong value at %s is named with its line, and the rest is read', (_, type, at, text) => {
  const read = () => parseTolerantly(text, 'f.crtx', type, type === 'swarm' ? { placeholders: PLACEHOLDERS } : {});
  if (isWhole(type, at.join('.'))) return expect(read).toThrow(/is a list|is missing/);
  const { errors, bad } = read();
  const line = text.slice(0, text.search(/\[\s*null\s*\]/)).split('\n').length;
  expect(errors.map(({ data }) => data.line)).toEqual([expect.toSatisfy((found) => found === line || found === line + 1)]);
  // Only the entry or field itself is left out.
  const [left, wrong] = [bad[0]?.join('.') ?? '-', at.join('.')];
  expect([left.startsWith(wrong), wrong.startsWith(left)]).toContain(true);
  expect(bad).toHaveLength(1);
});

const commandsOn = async (text: string) => {
  const root = temporaryFolder();
  const file = path.join(root, '.cortex/manifest.crtx');
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, text);
  const manager = new DNAManager(new CortexIO(root));
  return { file, manager, after: (): unknown => JSON.parse(fs.readFileSync(file, 'utf8')) };
};

test.each(cases.filter(([, type, at]) => type === 'dna' && at.length > 1))(
  'a DNA with a wrong value at %s is described and gets a rule; the wrong value stays',
  async (_, _type, at, text) => {
    const { manager, after } = await commandsOn(text);
    expect((await manager.describe({ maxTokens: 500 })).text).toContain('# ');
    expect(await manager.leftOut()).toHaveLength(1);
    await manager.addConstraint({ ...RULE, rule: 'R2' });
    expect(JSON.stringify(at.reduce<unknown>(ownProperty, after()))).toMatch(/^\[null/);
    expect(JSON.stringify(after())).toContain('"R2"');
  },
);

test('a missing field of a DNA is named, and added by the next edit', async () => {
  const { owner: _owner, ...rest } = DNA;
  const { manager, after } = await commandsOn(JSON.stringify({ header: { ...HEADER, type: 'dna' }, data: rest }));
  expect(await manager.leftOut()).toEqual([expect.stringContaining('data.owner is missing')]);
  await manager.addConstraint({ ...RULE, rule: 'R2' });
  expect(after()).toMatchObject({ data: { owner: { style: '', preferences: [] } } });
  expect(await manager.leftOut()).toEqual([]);
});

test('an edit of a list that is none is refused with its line', async () => {
  const { manager, after } = await commandsOn(JSON.stringify({ header: { ...HEADER, type: 'dna' }, data: { ...DNA, constraints: 'R1' } }));
  const before = after();
  await expect(manager.addConstraint({ ...RULE, rule: 'R2' })).rejects.toMatchObject({ message: expect.stringContaining('constraints') });
  await manager.setPurpose('new');
  expect([before, after()]).toMatchObject([{ data: { constraints: 'R1' } }, { data: { constraints: 'R1', project: { purpose: 'new' } } }]);
});

test.each(['nodes', 'edges', 'clusters'])('a graph whose %s are no list must be built again', (key) => {
  const text = JSON.stringify({ header: { ...HEADER, type: 'graph' }, data: { ...GRAPH, [key]: 7 } });
  const read = () => parseTolerantly(text, 'graph.crtx', 'graph');
  expect(read).toThrow(expect.objectContaining({ data: expect.objectContaining({ next: expect.stringContaining('cortex graph build') }) }));
});

test('an edit of a field that cannot be read is refused with its line', async () => {
  const { manager, after } = await commandsOn(fileWith('dna', DNA, ['data', 'project', 'purpose']));
  const before = after();
  await expect(manager.setPurpose('new')).rejects.toMatchObject({ code: 'broken-file', message: expect.stringContaining('purpose') });
  expect(after()).toEqual(before);
});
