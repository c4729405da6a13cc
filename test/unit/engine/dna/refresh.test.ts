import { describe, expect, test } from 'vitest';
import type { ArchitectureBoundary, ProjectDNA, RiskZone } from '../../../../src/engine/crtx/schema.ts';
import type { Detection } from '../../../../src/engine/dna/detection.ts';
import { Memory } from '../../../../src/engine/dna/memory.ts';
import { newDna } from '../../../../src/engine/dna/new-dna.ts';
import { beginMemory, refreshDna } from '../../../../src/engine/dna/refresh.ts';

interface Found {
  readonly frameworks?: string[];
  readonly boundaries?: ArchitectureBoundary[];
  readonly risks?: RiskZone[] | null;
  readonly allRisks?: boolean;
  readonly type?: 'monolith' | 'monorepo';
  readonly complete?: boolean;
}

function detection(found: Found): Detection {
  const { frameworks = [], boundaries = [], risks = [], allRisks = true, type = 'monolith', complete = true } = found;
  return {
    purpose: undefined,
    stack: { languages: [], frameworks, databases: [], infrastructure: [], aiProviders: [], buildTools: [] },
    architecture: { type, entryPoints: [], boundaries, dataFlow: [] },
    risks,
    allRisks,
    complete,
    notes: [],
  };
}

/** A DNA that is detected again and again, with edits by hand between. */
class Project {
  dna: ProjectDNA = newDna({ id: 'x', name: 'x', purpose: '' }, 1);
  memory = beginMemory('monolith');

  detect(found: Found): string[] {
    const { dna, memory, changes } = refreshDna(this.dna, detection(found), this.memory);
    this.dna = JSON.parse(JSON.stringify(dna));
    this.memory = memory;
    return changes.map(({ change, place, value }) => `${change} ${place} ${value}`);
  }

  get frameworks(): string[] {
    return this.dna.stack.frameworks;
  }
}

const boundary = (name: string, ...paths: string[]) => ({ name, paths, owns: [], exposesTo: [] });
const risk = (path: string, breakFrequency: number) => ({ path, reason: 'r', breakFrequency, lastBroken: 1, mitigations: [] });

describe('names', () => {
  test('come when they are found and go when they are no longer', () => {
    const project = new Project();
    expect(project.detect({ frameworks: ['A', 'B'] })).toEqual(['added stack.frameworks A', 'added stack.frameworks B']);
    expect(project.detect({ frameworks: ['B', 'C'] })).toEqual(['removed stack.frameworks A', 'added stack.frameworks C']);
    expect(project.frameworks).toEqual(['B', 'C']);
    expect(project.detect({ frameworks: ['C', 'B'] })).toEqual([]);
  });

  test('that were typed stay, found or not, also those that were found before they were typed again', () => {
    const project = new Project();
    project.dna.stack.frameworks.push('Typed', 'Both');
    project.detect({ frameworks: ['Both'] });
    project.detect({});
    expect(project.frameworks).toEqual(['Typed', 'Both']);
  });

  test('that somebody took out do not come back, until they were gone for a while', () => {
    const project = new Project();
    project.detect({ frameworks: ['A'] });
    project.dna.stack.frameworks = [];
    for (let n = 0; n < 3; n += 1) expect(project.detect({ frameworks: ['A'] })).toEqual([]);
    project.detect({});
    expect(project.detect({ frameworks: ['A'] })).toEqual(['added stack.frameworks A']);
  });

  test('that somebody took out and typed again are typed', () => {
    const project = new Project();
    project.detect({ frameworks: ['A'] });
    project.dna.stack.frameworks = [];
    project.detect({ frameworks: ['A'] });
    project.dna.stack.frameworks = ['A'];
    project.detect({ frameworks: ['A'] });
    expect(project.detect({})).toEqual([]);
    expect(project.frameworks).toEqual(['A']);
  });

  test('stay where something could not be looked at, and go when it could', () => {
    const project = new Project();
    project.detect({ frameworks: ['A'] });
    expect(project.detect({ complete: false })).toEqual([]);
    expect(project.frameworks).toEqual(['A']);
    expect(project.detect({})).toEqual(['removed stack.frameworks A']);
  });

  test('without a memory only come', () => {
    const project = new Project();
    project.detect({ frameworks: ['A'] });
    project.memory = new Memory();
    expect(project.detect({ frameworks: ['B'] })).toEqual(['added stack.frameworks B']);
    expect(project.frameworks).toEqual(['A', 'B']);
  });
});

describe('parts and risks', () => {
  test('stay where nobody knows what the graph says, as long as all else was looked at, and go when somebody does', () => {
    const project = new Project();
    project.detect({ risks: [risk('a', 0.2), risk('b', 0.2)], frameworks: ['A'] });
    expect(project.detect({ risks: [risk('b', 0.4)], allRisks: false })).toEqual(['removed stack.frameworks A', 'changed risks b']);
    expect(project.dna.risks).toEqual([risk('a', 0.2), risk('b', 0.4)]);
    expect(project.detect({ risks: [risk('b', 0.4)] })).toEqual(['removed risks a']);
  });

  test('follow what is found, field by field; a field that somebody wrote is his', () => {
    const project = new Project();
    project.detect({ risks: [risk('a', 0.2)] });
    const [zone] = project.dna.risks;
    zone?.mitigations.push('run its tests');
    expect(project.detect({ risks: [risk('a', 0.4)] })).toEqual(['changed risks a']);
    expect(project.dna.risks).toEqual([{ ...risk('a', 0.4), mitigations: ['run its tests'] }]);
    project.detect({ risks: [risk('a', 0.6)] });
    expect(project.dna.risks).toEqual([{ ...risk('a', 0.6), mitigations: ['run its tests'] }]);
  });

  test("a field that happens to be as it was found is still its writer's", () => {
    const project = new Project();
    project.detect({ boundaries: [boundary('a', 'a/')] });
    project.dna.architecture.boundaries = [boundary('a', 'b/')];
    project.detect({ boundaries: [boundary('a', 'a/')] });
    project.detect({ boundaries: [boundary('a', 'b/')] });
    project.detect({ boundaries: [boundary('a', 'c/')] });
    expect(project.dna.architecture.boundaries).toEqual([boundary('a', 'b/')]);
  });

  test('that nobody touched go; those with a word of somebody in them stay, with unknown keys too', () => {
    const project = new Project();
    project.detect({ boundaries: [boundary('a', 'a/'), boundary('b', 'b/'), boundary('c', 'c/')] });
    const [, b, c] = project.dna.architecture.boundaries;
    b?.owns.push('orders');
    Object.assign(c ?? {}, { note: 'mine' });
    expect(project.detect({})).toEqual(['removed architecture.boundaries a']);
    expect(project.dna.architecture.boundaries).toEqual([
      { ...boundary('b', 'b/'), owns: ['orders'] },
      { ...boundary('c', 'c/'), note: 'mine' },
    ]);
  });

  test('stay as they are when git cannot say, and are remembered', () => {
    const project = new Project();
    project.detect({ risks: [risk('a', 0.2)] });
    expect(project.detect({ risks: null })).toEqual([]);
    expect(project.detect({ risks: [] })).toEqual(['removed risks a']);
  });
});

test('the type follows what is found until somebody writes another one', () => {
  const project = new Project();
  expect(project.detect({ type: 'monorepo' })).toEqual(['changed architecture.type monorepo']);
  expect(project.detect({ type: 'monolith' })).toEqual(['changed architecture.type monolith']);
  project.dna.architecture.type = 'microservices';
  expect(project.detect({ type: 'monorepo' })).toEqual([]);
  project.memory = new Memory();
  project.detect({ type: 'monorepo' });
  expect(project.dna.architecture.type).toBe('microservices');
});

test('all else stays: what people wrote, what others added, in its order', () => {
  const project = new Project();
  const before = JSON.parse('{"x":1,"__proto__":{"y":2}}');
  project.dna = { ...before, ...project.dna, stack: { ...project.dna.stack, ...JSON.parse('{"editors":["vi"]}') } };
  const text = JSON.stringify(project.dna);
  project.detect({ frameworks: ['A'] });
  project.detect({});
  expect(JSON.stringify(project.dna)).toBe(text);
});
