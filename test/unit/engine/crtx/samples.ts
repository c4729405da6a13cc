import type { CortexData, ProjectDNA, SemanticGraph, SwarmManifest, TaskNode, TimelineEntry } from '../../../../src/engine/crtx/schema.ts';

/** Returns new values on each call, with every field of the seed including optional ones. */
export function sampleDna(): ProjectDNA {
  return {
    version: 1,
    project: { id: 'shop', name: 'Shop', purpose: 'Sells things', created: 1_700_000_000_000, updated: 1_700_000_000_001 },
    stack: {
      languages: ['TypeScript'],
      frameworks: ['React'],
      databases: ['PostgreSQL'],
      infrastructure: ['Docker'],
      aiProviders: ['local'],
      buildTools: ['esbuild'],
    },
    architecture: {
      type: 'monorepo',
      entryPoints: ['src/index.ts'],
      boundaries: [{ name: 'cart', paths: ['src/cart/'], owns: ['the cart'], exposesTo: ['shop'] }],
      dataFlow: [{ from: 'shop', to: 'cart', protocol: 'http', description: 'orders' }],
    },
    constraints: [{ type: 'security', rule: 'No secrets in logs', severity: 'must', reason: 'audit' }],
    patterns: [
      { id: 'p1', domain: 'tests', pattern: 'real files', confidence: 0.9, learnedFrom: ['ent_1'], lastValidated: 1_700_000_000_000 },
    ],
    risks: [{ path: 'src/cart/', reason: 'old', breakFrequency: 0.25, lastBroken: 0, mitigations: ['run its tests'] }],
    owner: { style: 'terse', preferences: ['small commits'], timezone: 'Europe/Warsaw' },
  };
}

export function sampleEntry(id = 'ent_1'): TimelineEntry {
  return {
    id,
    timestamp: 1_700_000_000_000,
    agentId: 'ada',
    type: 'decision',
    action: 'Chose the queue',
    reasoning: 'Fewer moving parts',
    confidence: 0.8,
    context: {
      files: ['src/queue.ts'],
      task: 't1',
      branch: 'main',
      trigger: 'review',
      dependencies: ['t0'],
      state: { tried: ['a', 2, null] },
    },
    refs: ['ent_0'],
    outcome: 'success',
    outcomeDetail: 'merged',
    parent: 'ent_0',
    children: ['ent_2'],
  };
}

export function sampleGraph(): SemanticGraph {
  return {
    nodes: [
      { id: 'n1', type: 'file', path: 'src/a.ts', name: 'a', importance: 1, fragility: 0, lastTouched: 1_700_000_000_000, touchCount: 3 },
      { id: 'n2', type: 'test', path: 'test/a.test.ts', name: 'a', importance: 0.5, fragility: 0.5, lastTouched: 0, touchCount: 0 },
    ],
    edges: [{ from: 'n2', to: 'n1', type: 'tests', weight: 0.75, description: 'covers' }],
    clusters: [{ id: 'c1', name: 'a', nodes: ['n1', 'n2'], cohesion: 0.9, coupling: 0.1 }],
  };
}

export function sampleTask(id = 'root', children: TaskNode[] = []): TaskNode {
  return {
    id,
    description: 'Build it',
    assignedTo: 'ada',
    status: 'active',
    priority: 1,
    estimatedTokens: 1_000,
    actualTokens: 900,
    dependencies: [],
    children,
    output: { votes: [1, { by: 'ada' }] },
  };
}

export function sampleSwarm(): SwarmManifest {
  return {
    id: 'swm_1',
    task: 'Build it',
    created: 1_700_000_000_000,
    coordinator: 'ada',
    strategy: 'hierarchical',
    agents: [
      {
        id: 'bob',
        role: 'worker',
        expertise: ['css'],
        assignedTasks: ['t1'],
        status: 'working',
        startedAt: 1_700_000_000_000,
        completedAt: 1_700_000_000_001,
        tokensUsed: 5,
        costUsd: 0.01,
      },
    ],
    locks: [{ path: 'src/a.ts', agentId: 'bob', type: 'exclusive', acquiredAt: 1, expiresAt: 2, reason: 'edit' }],
    decomposition: sampleTask('root', [sampleTask('t1')]),
    mergePolicy: { strategy: 'voting', conflictResolution: 'vote', minAgreePercent: 51, requireHumanApproval: false },
    budget: {
      maxAgents: 10_000,
      maxTokens: 100_000_000,
      maxCostUsd: 50,
      maxDurationMs: 3_600_000,
      spent: { agents: 1, tokens: 5, costUsd: 0.01, durationMs: 60_000 },
    },
  };
}

export function samples(): CortexData {
  return { dna: sampleDna(), timeline: [sampleEntry()], graph: sampleGraph(), swarm: sampleSwarm(), reasoning: [sampleEntry('ent_9')] };
}
