import { expect, test } from 'vitest';
import type { ProjectDNA, TimelineEntry } from '../../../src/engine/crtx/index.ts';
import type { PastOutput } from '../../../src/engine/swarm/index.ts';
import { filterText } from '../../../src/host/model/entry-filter.ts';
import { traceText, traceTitle } from '../../../src/host/model/entry-text.ts';
import { dnaItems } from '../../../src/host/model/swarm/dna-items.ts';
import { pastText, pastTitle } from '../../../src/host/model/swarm/past-text.ts';
import { agent, lock, manifest, NOW, task } from './view-models.ts';

const entry: TimelineEntry = {
  id: 'tml_1',
  timestamp: NOW,
  agentId: 'ada',
  type: 'decision',
  action: 'Took one table',
  reasoning: 'It is short.',
  confidence: 0.8,
  context: { files: [], state: {} },
  refs: [],
  outcome: 'pending',
};

test('a filter of entries is described in words, in a fixed order', () => {
  expect(filterText({})).toBe('');
  expect(filterText({ outcome: 'failure', file: 'src/one.ts', text: 'tax' })).toBe('with “tax”, about src/one.ts, that ended in failure');
  expect(filterText({ since: '1h', agent: 'a\nb' })).toBe('of a b, of the last 1h');
});

test('the text of a trace lists its steps from first to last', () => {
  const text = traceText('tax', [entry, { ...entry, action: 'Threw it away' }]);
  expect(text).toMatch(/^Reasoning trace of tax: 2 steps\n\n─+\n1\. Took one table\n[\s\S]*It is short\.[\s\S]*─+\n2\. Threw it away\n/);
  expect(traceTitle('a/b')).toBe('a∕b – Reasoning');
});

const dna: ProjectDNA = {
  version: 1,
  project: { id: 'till', name: 'till', purpose: 'Sell things', created: 1, updated: 1 },
  stack: { languages: ['TypeScript'], frameworks: [], databases: [], infrastructure: [], aiProviders: [], buildTools: ['npm'] },
  architecture: {
    type: 'monolith',
    entryPoints: ['src/main.ts'],
    boundaries: [{ name: 'ui', paths: ['src/ui/'], owns: [], exposesTo: [] }],
    dataFlow: [],
  },
  constraints: [{ type: 'security', rule: 'No secrets in logs', severity: 'must', reason: 'Logs are shared' }],
  patterns: [{ id: 'pat_1', domain: 'tests', pattern: 'Wait for conditions', confidence: 0.9, learnedFrom: [], lastValidated: 1 }],
  risks: [{ path: 'src/tax.ts', reason: 'many cases', breakFrequency: 0.25, lastBroken: 1, mitigations: [] }],
  owner: { style: '', preferences: ['short names'] },
};

test('each item of the DNA has its path in the file', () => {
  const items = dnaItems({ dna, confidence: [0.5] });
  expect(items.map(({ text, at }) => [text, at.join('.')])).toEqual([
    ['Sell things', 'project.purpose'],
    ['No secrets in logs', 'constraints.0'],
    ['Wait for conditions', 'patterns.0'],
    ['src/tax.ts', 'risks.0'],
    ['TypeScript', 'stack.languages'],
    ['npm', 'stack.buildTools'],
    ['monolith', 'architecture.type'],
    ['ui', 'architecture.boundaries.0'],
    ['src/main.ts', 'architecture.entryPoints.0'],
    ['short names', 'owner.preferences.0'],
  ]);
  expect(items[2]?.about, 'the current confidence').toBe('tests · confidence 50 %');
  expect(dnaItems({ dna: { ...dna, project: { ...dna.project, purpose: '' } }, confidence: [] })[0]?.text).toBe('No secrets in logs');
});

test('the text of a past swarm lists the tasks, agents and locks of that moment', () => {
  const tree = task('root', { status: 'active', children: [task('x', { status: 'done', assignedTo: 'ada' }), task('y')] });
  const past: PastOutput = {
    moment: { ordinal: 42, time: NOW, at: new Date(NOW).toISOString() },
    swarm: manifest(tree, { agents: [agent('ada', { tokensUsed: 2_500, costUsd: 0.5 })] }),
    progress: null,
    seen: [],
    end: null,
    pause: { by: 'person:eve', reason: '', at: NOW - 1 },
    applicants: null,
    locks: [{ ...lock('src/one.ts', 'ada'), fence: 1 }],
    waiting: [],
  };
  const text = pastText(past);
  expect(text).toContain(
    '(record 42 of the log)\n\nBuild it\nparallel, coordinated by queen; merged automatically, the last result wins\nPaused by person:eve\n50 %',
  );
  expect(text).toContain('duration 1m of 1m');
  expect(text).toMatch(/Tasks\n {2}root +active +do root\n {4}x +done +ada +do x\n {4}y +pending +do y\n/);
  expect(text).toMatch(/Agents\n {2}ada +worker +idle +2\.5k tokens +\$0\.50\n/);
  expect(text).toMatch(/Locks\n {2}src\/one\.ts +ada +1m left\n$/);
  const unnamed = past.swarm && { ...past.swarm, task: '', coordinator: '' };
  expect(pastText({ ...past, swarm: unnamed })).toContain('\n\nswm_1\nparallel; merged automatically');
  expect(pastText({ ...past, swarm: null, locks: [] })).toContain('There was no swarm.');
  expect(pastTitle(past)).toMatch(/^Swarm at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d – Replay$/);
});
