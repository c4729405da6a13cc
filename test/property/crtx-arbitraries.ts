import fc from 'fast-check';
import type { CortexData, SemanticGraph, SwarmManifest, TaskNode, TimelineEntry } from '../../src/engine/crtx/schema.ts';
import { jsonValues } from '../support/json-values.ts';

/** Hostile text of any kind, except lone surrogates, which have no checksum. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '"', '\\', '\\ud83d', '\ufeff', '\u2028', '</script>', '__proto__', '}\n]', '\0', '日本😀'),
);
const texts = fc.array(text, { maxLength: 3 });
const integer = fc.maxSafeInteger();
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
const degree = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => (value === 0 ? 0 : value));
const json = jsonValues({ stringUnit: 'binary', maxDepth: 3 });
const unknownKeys = fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'toString', 'x-1', '1', 'é'), json, { maxKeys: 2 });

/** An object with the given fields and unknown keys. */
function loose<T extends object, Required extends keyof T>(fields: { [Key in keyof T]: fc.Arbitrary<T[Key]> }, requiredKeys: Required[]) {
  return fc.tuple(fc.record(fields, { requiredKeys }), unknownKeys).map(([known, unknown]) => ({ ...unknown, ...known }));
}

/** Like `loose`, with all fields. */
function full<T extends object>(fields: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) {
  return fc.tuple(fc.record(fields), unknownKeys).map(([known, unknown]) => ({ ...unknown, ...known }));
}

const context = loose(
  { files: texts, task: text, branch: text, trigger: text, dependencies: texts, state: fc.dictionary(text, json, { maxKeys: 3 }) },
  ['files', 'state'],
);

const entry: fc.Arbitrary<TimelineEntry> = loose(
  {
    id: text,
    timestamp: integer,
    agentId: text,
    type: fc.constantFrom(
      'decision',
      'discovery',
      'fix',
      'refactor',
      'experiment',
      'failure',
      'learning',
      'delegation',
      'escalation',
      'merge',
      'conflict',
    ),
    action: text,
    reasoning: text,
    confidence: degree,
    context,
    refs: texts,
    outcome: fc.constantFrom('success', 'failure', 'pending', 'abandoned'),
    outcomeDetail: text,
    parent: text,
    children: texts,
  },
  ['id', 'timestamp', 'agentId', 'type', 'action', 'reasoning', 'confidence', 'context', 'refs', 'outcome'],
);

const graph: fc.Arbitrary<SemanticGraph> = full({
  nodes: fc.array(
    full({
      id: text,
      type: fc.constantFrom('file', 'function', 'type', 'module', 'feature', 'api', 'test'),
      path: text,
      name: text,
      importance: degree,
      fragility: degree,
      lastTouched: integer,
      touchCount: integer,
    }),
    { maxLength: 3 },
  ),
  edges: fc.array(
    full({
      from: text,
      to: text,
      type: fc.constantFrom('depends', 'tests', 'implements', 'extends', 'configures', 'breaks_if_changed'),
      weight: degree,
      description: text,
    }),
    { maxLength: 3 },
  ),
  clusters: fc.array(full({ id: text, name: text, nodes: texts, cohesion: degree, coupling: degree }), { maxLength: 2 }),
});

const task = fc.letrec<{ task: TaskNode }>((tie) => ({
  task: loose(
    {
      id: text,
      description: text,
      assignedTo: text,
      status: fc.constantFrom('pending', 'active', 'done', 'failed', 'skipped'),
      priority: number,
      estimatedTokens: integer,
      actualTokens: integer,
      dependencies: texts,
      children: fc.oneof({ maxDepth: 3 }, fc.constant<TaskNode[]>([]), fc.array(tie('task'), { maxLength: 3 })),
      output: json,
    },
    ['id', 'description', 'status', 'priority', 'estimatedTokens', 'dependencies', 'children'],
  ),
})).task;

const swarm: fc.Arbitrary<SwarmManifest> = full({
  id: text,
  task: text,
  created: integer,
  coordinator: text,
  strategy: fc.constantFrom('parallel', 'pipeline', 'hierarchical', 'consensus', 'competitive'),
  agents: fc.array(
    loose(
      {
        id: text,
        role: text,
        expertise: texts,
        assignedTasks: texts,
        status: fc.constantFrom('idle', 'working', 'blocked', 'done', 'failed'),
        startedAt: integer,
        completedAt: integer,
        tokensUsed: integer,
        costUsd: number,
      },
      ['id', 'role', 'expertise', 'assignedTasks', 'status', 'tokensUsed', 'costUsd'],
    ),
    { maxLength: 3 },
  ),
  locks: fc.array(
    full({
      path: text,
      agentId: text,
      type: fc.constantFrom('exclusive', 'shared'),
      acquiredAt: integer,
      expiresAt: integer,
      reason: text,
    }),
    { maxLength: 3 },
  ),
  decomposition: task,
  mergePolicy: loose(
    {
      strategy: fc.constantFrom('auto', 'voting', 'coordinator_review', 'human_review'),
      conflictResolution: fc.constantFrom('last_write', 'highest_confidence', 'coordinator_decides', 'vote'),
      minAgreePercent: fc.integer({ min: 0, max: 100 }),
      requireHumanApproval: fc.boolean(),
    },
    ['strategy', 'conflictResolution', 'requireHumanApproval'],
  ),
  budget: full({
    maxAgents: integer,
    maxTokens: integer,
    maxCostUsd: number,
    maxDurationMs: integer,
    spent: full({ agents: integer, tokens: integer, costUsd: number, durationMs: integer }),
  }),
});

const dna = full({
  version: fc.constant<1>(1),
  project: full({ id: text, name: text, purpose: text, created: integer, updated: integer }),
  stack: full({ languages: texts, frameworks: texts, databases: texts, infrastructure: texts, aiProviders: texts, buildTools: texts }),
  architecture: full({
    type: fc.constantFrom('monorepo', 'polyrepo', 'monolith', 'microservices'),
    entryPoints: texts,
    boundaries: fc.array(full({ name: text, paths: texts, owns: texts, exposesTo: texts }), { maxLength: 2 }),
    dataFlow: fc.array(full({ from: text, to: text, protocol: text, description: text }), { maxLength: 2 }),
  }),
  constraints: fc.array(
    full({
      type: fc.constantFrom('memory', 'cost', 'latency', 'security', 'compliance', 'convention'),
      rule: text,
      severity: fc.constantFrom('must', 'should', 'prefer'),
      reason: text,
    }),
    { maxLength: 2 },
  ),
  patterns: fc.array(full({ id: text, domain: text, pattern: text, confidence: degree, learnedFrom: texts, lastValidated: integer }), {
    maxLength: 2,
  }),
  risks: fc.array(full({ path: text, reason: text, breakFrequency: number, lastBroken: integer, mitigations: texts }), { maxLength: 2 }),
  owner: loose({ style: text, preferences: texts, timezone: text }, ['style', 'preferences']),
});

const entries = fc.array(entry, { maxLength: 3 });

/** Valid data for a file of each type, with unknown keys. */
export const dataOf: { [Type in keyof CortexData]: fc.Arbitrary<CortexData[Type]> } = {
  dna,
  timeline: entries,
  graph,
  swarm,
  reasoning: entries,
};

/** Keys that a foreign tool may add next to `header` and `data`. */
export const besideOf = unknownKeys;

export const projectOf = text;
