import { describe, expect, test } from 'vitest';
import type { ArchitectureBoundary, ProjectDNA, RiskZone } from '../../../../src/engine/crtx/schema.ts';
import type { Detection } from '../../../../src/engine/dna/detection.ts';
import { DetectionMemory } from '../../../../src/engine/dna/memory.ts';
import { createDna } from '../../../../src/engine/dna/new-dna.ts';
import { initialMemory, refreshDna } from '../../../../src/engine/dna/refresh.ts';

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

/** A DNA that is detected repeatedly, with manual edits in between. */
class Project {
  dna: ProjectDNA = createDna({ id: 'x', name: 'x', purpose: '' }, 1);
  memory = initialMemory('monolith');

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
  test('are added when found, and removed when no longer found', () => {
    const project = new Project();
    expect(project.detect({ frameworks: ['A', 'B'] })).toEqual(['added stack.frameworks A', 'added stack.frameworks B']);
    expect(project.detect({ frameworks: ['B', 'C'] })).toEqual(['removed stack.frameworks A', 'added stack.frameworks C']);
    expect(project.frameworks).toEqual(['B', 'C']);
    expect(project.detect({ frameworks: ['C', 'B'] })).toEqual([]);
  });

  test('that were added manually stay, found or not, also if found before', () => {
    const project = new Project();
    project.dna.stack.frameworks.push('Typed', 'Both');
    project.detect({ frameworks: ['Both'] });
    project.detect({});
    expect(project.frameworks).toEqual(['Typed', 'Both']);
  });

  test('that were removed manually do not return until they were missing once', () => {
    const project = new Project();
    project.detect({ frameworks: ['A'] });
    project.dna.stack.frameworks = [];
    for (let n = 0; n < 3; n += 1) expect(project.detect({ frameworks: ['A'] })).toEqual([]);
    project.detect({});
    expect(project.detect({ frameworks: ['A'] })).toEqual(['added stack.frameworks A']);
  });

  test('that were removed and added manually count as manual', () => {
    const project = new Project();
    project.detect({ frameworks: ['A'] });
    project.dna.stack.frameworks = [];
    project.detect({ frameworks: ['A'] });
    project.dna.stack.frameworks = ['A'];
    project.detect({ frameworks: ['A'] });
    expect(project.detect({})).toEqual([]);
    expect(project.frameworks).toEqual(['A']);
  });

  test('stay after an incomplete detection, and are removed by a complete one', () => {
    const project = new Project();
    project.detect({ frameworks: ['A'] });
    expect(project.detect({ complete: false })).toEqual([]);
    expect(project.frameworks).toEqual(['A']);
    expect(project.detect({})).toEqual(['removed stack.frameworks A']);
  });

  test('are only added without a memory', () => {
    const project = new Project();
    project.detect({ frameworks: ['A'] });
    project.memory = new DetectionMemory();
    expect(project.detect({ frameworks: ['B'] })).toEqual(['added stack.frameworks B']);
    expect(project.frameworks).toEqual(['A', 'B']);
  });
});

describe('parts and risks', () => {
  test('stay while risks are incomplete, and are removed by a complete detection', () => {
    const project = new Project();
    project.detect({ risks: [risk('a', 0.2), risk('b', 0.2)], frameworks: ['A'] });
    expect(project.detect({ risks: [risk('b', 0.4)], allRisks: false })).toEqual(['removed stack.frameworks A', 'changed risks b']);
    expect(project.dna.risks).toEqual([risk('a', 0.2), risk('b', 0.4)]);
    expect(project.detect({ risks: [risk('b', 0.4)] })).toEqual(['removed risks a']);
  });

  test('are updated by field, except fields that were edited manually', () => {
    const project = new Project();
    project.detect({ risks: [risk('a', 0.2)] });
    const [zone] = project.dna.risks;
    zone?.mitigations.push('run its tests');
    expect(project.detect({ risks: [risk('a', 0.4)] })).toEqual(['changed risks a']);
    expect(project.dna.risks).toEqual([{ ...risk('a', 0.4), mitigations: ['run its tests'] }]);
    project.detect({ risks: [risk('a', 0.6)] });
    expect(project.dna.risks).toEqual([{ ...risk('a', 0.6), mitigations: ['run its tests'] }]);
  });

  test('a manually edited field stays manual even if it matches the detected value', () => {
    const project = new Project();
    project.detect({ boundaries: [boundary('a', 'a/')] });
    project.dna.architecture.boundaries = [boundary('a', 'b/')];
    project.detect({ boundaries: [boundary('a', 'a/')] });
    project.detect({ boundaries: [boundary('a', 'b/')] });
    project.detect({ boundaries: [boundary('a', 'c/')] });
    expect(project.dna.architecture.boundaries).toEqual([boundary('a', 'b/')]);
  });

  test('are removed if untouched, and stay with manual values or unknown keys', () => {
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

  test('stay and are remembered if git fails', () => {
    const project = new Project();
    project.detect({ risks: [risk('a', 0.2)] });
    expect(project.detect({ risks: null })).toEqual([]);
    expect(project.detect({ risks: [] })).toEqual(['removed risks a']);
  });
});

test('the type is updated until it is edited manually', () => {
  const project = new Project();
  expect(project.detect({ type: 'monorepo' })).toEqual(['changed architecture.type monorepo']);
  expect(project.detect({ type: 'monolith' })).toEqual(['changed architecture.type monolith']);
  project.dna.architecture.type = 'microservices';
  expect(project.detect({ type: 'monorepo' })).toEqual([]);
  project.memory = new DetectionMemory();
  project.detect({ type: 'monorepo' });
  expect(project.dna.architecture.type).toBe('microservices');
});

test('manual values and unknown keys stay in their order', () => {
  const project = new Project();
  const before = JSON.parse('{"x":1,"__proto__":{"y":2}}');
  project.dna = { ...before, ...project.dna, stack: { ...project.dna.stack, ...JSON.parse('{"editors":["vi"]}') } };
  const text = JSON.stringify(project.dna);
  project.detect({ frameworks: ['A'] });
  project.detect({});
  expect(JSON.stringify(project.dna)).toBe(text);
});
