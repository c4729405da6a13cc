import { describe, expect, it } from 'vitest';
import type { CortexFileType } from '../../../../src/engine/crtx/schema.ts';
import { dataProblems, MAX_TASK_DEPTH } from '../../../../src/engine/crtx/validate.ts';
import { sampleEntry, sampleSwarm, samples, sampleTask } from './samples.ts';

const types: CortexFileType[] = ['dna', 'timeline', 'graph', 'swarm', 'reasoning'];

/** Returns the path of every value, parents first. */
function places(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => places(item, [...path, Array.isArray(value) ? Number(key) : key]))];
}

/** Returns the value with a replacement at a path. Undefined removes it. */
function changed(value: unknown, path: readonly (string | number)[], to: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? changed(item, rest, to) : item));
  if (typeof value !== 'object' || value === null) throw new Error('no such place');
  const entries = Object.entries(value).map(([name, item]) => [name, name === key ? changed(item, rest, to) : item]);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

/** Returns a tree of tasks of this depth. */
function deepTask(depth: number) {
  let task = sampleTask('leaf');
  for (let level = 1; level < depth; level += 1) task = sampleTask(`t${level}`, [task]);
  return task;
}

const OPTIONAL =
  /(owner\.timezone|task|branch|trigger|context\.dependencies|outcomeDetail|parent|children|startedAt|completedAt|assignedTo|actualTokens|output|minAgreePercent)$/;
/** Free-form: any content is valid. */
const FREE = /(state|output)(\.|$)/;

describe.each(types)('a %s', (type) => {
  const sample = samples()[type];

  it('is valid with all fields of the seed', () => {
    expect(dataProblems(type, sample)).toEqual([]);
  });

  it('is invalid without any required field, and the problem has its path', () => {
    for (const path of places(sample)) {
      if (path.length === 0 || typeof path.at(-1) === 'number') continue;
      const name = path.join('.');
      const problems = dataProblems(type, changed(sample, path, undefined));
      // A task has children, an entry may have some.
      const optional = name.endsWith('children') ? type !== 'swarm' : OPTIONAL.test(name) && name !== 'task';
      if (optional || FREE.test(path.slice(0, -1).join('.'))) expect(problems, name).toEqual([]);
      else expect(problems, name).toContainEqual(expect.objectContaining({ path, message: 'is missing' }));
    }
  });

  it('is invalid with a value of another type in any field', () => {
    for (const path of places(sample)) {
      if (FREE.test(path.join('.')) && !path.join('.').endsWith('state')) continue;
      expect(
        dataProblems(type, changed(sample, path, { wrong: true })).length > 0 || path.join('.').endsWith('state'),
        path.join('.'),
      ).toBe(true);
      expect(dataProblems(type, changed(sample, path, [[]])).length, path.join('.')).toBeGreaterThan(0);
    }
  });

  it('is valid with unknown keys in every object', () => {
    for (const path of places(sample)) {
      const object = path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), sample);
      if (typeof object !== 'object' || object === null || Array.isArray(object)) continue;
      expect(dataProblems(type, changed(sample, path, { ...object, 'x-unknown': { y: 1 } })), path.join('.')).toEqual([]);
    }
  });
});

describe('dataProblems', () => {
  it.each<[string, unknown, object]>([
    ['too sure', { ...sampleEntry(), confidence: 1.5 }, { path: [0, 'confidence'], value: 1.5, allowed: 'at most 1' }],
    ['less than unsure', { ...sampleEntry(), confidence: -0.1 }, { path: [0, 'confidence'], value: -0.1, allowed: 'at least 0' }],
    ['a fraction of a millisecond', { ...sampleEntry(), timestamp: 1.5 }, { path: [0, 'timestamp'], value: 1.5, allowed: 'an integer' }],
    ['a time in words', { ...sampleEntry(), timestamp: 'now' }, { path: [0, 'timestamp'], value: 'now', allowed: 'a finite number' }],
    [
      'an infinite number',
      { ...sampleEntry(), confidence: Number.POSITIVE_INFINITY },
      { path: [0, 'confidence'], allowed: 'a finite number' },
    ],
    ['a list for text', { ...sampleEntry(), action: [] }, { path: [0, 'action'], message: 'is a list', allowed: 'a string' }],
    ['an object for a list', { ...sampleEntry(), refs: {} }, { path: [0, 'refs'], message: 'is an object', allowed: 'a list' }],
    [
      'null',
      { ...sampleEntry(), parent: null },
      { path: [0, 'parent'], message: 'is not an allowed value', value: null, allowed: 'a string' },
    ],
    ['no entry at all', 7, { path: [0], value: 7, allowed: 'an object' }],
  ])('%s', (_, entry, problem) => {
    expect(dataProblems('timeline', [entry])).toEqual([expect.objectContaining(problem)]);
  });

  it('accepts unknown types and outcomes of entries', () => {
    expect(dataProblems('timeline', [{ ...sampleEntry(), type: 'guess', outcome: 'partial' }])).toEqual([]);
  });

  it('reports an unknown strategy', () => {
    expect(dataProblems('swarm', { ...sampleSwarm(), strategy: 'guess' })).toEqual([
      {
        path: ['strategy'],
        message: 'is not an allowed value',
        value: 'guess',
        allowed: expect.stringContaining('"parallel", "pipeline"'),
      },
    ]);
  });

  it('shortens long values', () => {
    const [problem] = dataProblems('swarm', { ...sampleSwarm(), strategy: 'x'.repeat(10_000) });
    expect(problem?.value).toHaveLength(200);
  });

  it('reports a percentage over a hundred', () => {
    const swarm = { ...sampleSwarm(), mergePolicy: { ...sampleSwarm().mergePolicy, minAgreePercent: 101 } };
    expect(dataProblems('swarm', swarm)).toEqual([
      expect.objectContaining({ path: ['mergePolicy', 'minAgreePercent'], allowed: 'at most 100' }),
    ]);
  });

  it('reports any task of the tree, with its path', () => {
    const bad = { ...sampleTask('bad'), status: 'lost' };
    const swarm = {
      ...sampleSwarm(),
      decomposition: { ...sampleTask(), children: [sampleTask('a'), { ...sampleTask('b'), children: [bad, 5] }] },
    };
    const path = ['decomposition', 'children', 1, 'children'];
    expect(dataProblems('swarm', swarm)).toEqual([
      expect.objectContaining({ path: [...path, 0, 'status'], value: 'lost' }),
      expect.objectContaining({ path: [...path, 1], value: 5 }),
    ]);
  });
});

describe('deep task trees', () => {
  it('are checked completely with little stack left', () => {
    const deep = { ...sampleSwarm(), decomposition: deepTask(MAX_TASK_DEPTH) };
    const low = (depth: number): unknown => (depth === 0 ? dataProblems('swarm', deep) : [low(depth - 1)][0]);
    expect(low(5_000)).toEqual([]);
  });

  it('are rejected beyond the limit, at any depth', () => {
    for (const depth of [MAX_TASK_DEPTH + 1, 100_000]) {
      const [problem] = dataProblems('swarm', { ...sampleSwarm(), decomposition: deepTask(depth) });
      expect(problem).toMatchObject({ message: 'is nested too deep', allowed: 'at most 1000 levels of tasks' });
      expect(problem?.path).toHaveLength(1 + 2 * MAX_TASK_DEPTH);
    }
  });

  it('may have any width', () => {
    const wide = sampleTask(
      'root',
      Array.from({ length: 10_000 }, (_, index) => sampleTask(`t${index}`)),
    );
    expect(dataProblems('swarm', { ...sampleSwarm(), decomposition: wide })).toEqual([]);
  });
});
