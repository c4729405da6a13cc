import { describe, expectTypeOf, it } from 'vitest';
import type * as ours from '../../../../src/engine/crtx/schema.ts';

/** The interfaces of seed 1. `| undefined`: as TypeScript takes `?` by default, absent and undefined are the same. */
declare namespace seed {
  interface CortexFileHeader {
    cortex: 1;
    type: 'dna' | 'timeline' | 'graph' | 'swarm' | 'reasoning';
    project: string;
    created: number;
    updated: number;
    checksum: string;
  }
  interface ProjectDNA {
    version: 1;
    project: { id: string; name: string; purpose: string; created: number; updated: number };
    stack: StackFingerprint;
    architecture: ArchitectureMap;
    constraints: ProjectConstraint[];
    patterns: LearnedPattern[];
    risks: RiskZone[];
    owner: { style: string; preferences: string[]; timezone?: string | undefined };
  }
  interface StackFingerprint {
    languages: string[];
    frameworks: string[];
    databases: string[];
    infrastructure: string[];
    aiProviders: string[];
    buildTools: string[];
  }
  interface ArchitectureMap {
    type: 'monorepo' | 'polyrepo' | 'monolith' | 'microservices';
    entryPoints: string[];
    boundaries: ArchitectureBoundary[];
    dataFlow: DataFlowEdge[];
  }
  interface ArchitectureBoundary {
    name: string;
    paths: string[];
    owns: string[];
    exposesTo: string[];
  }
  interface DataFlowEdge {
    from: string;
    to: string;
    protocol: string;
    description: string;
  }
  interface ProjectConstraint {
    type: 'memory' | 'cost' | 'latency' | 'security' | 'compliance' | 'convention';
    rule: string;
    severity: 'must' | 'should' | 'prefer';
    reason: string;
  }
  interface LearnedPattern {
    id: string;
    domain: string;
    pattern: string;
    confidence: number;
    learnedFrom: string[];
    lastValidated: number;
  }
  interface RiskZone {
    path: string;
    reason: string;
    breakFrequency: number;
    lastBroken: number;
    mitigations: string[];
  }
  interface TimelineEntry {
    id: string;
    timestamp: number;
    agentId: string;
    type: TimelineEntryType;
    action: string;
    reasoning: string;
    confidence: number;
    context: TimelineContext;
    refs: string[];
    outcome: 'success' | 'failure' | 'pending' | 'abandoned';
    outcomeDetail?: string | undefined;
    parent?: string | undefined;
    children?: string[] | undefined;
  }
  type TimelineEntryType =
    | 'decision'
    | 'discovery'
    | 'fix'
    | 'refactor'
    | 'experiment'
    | 'failure'
    | 'learning'
    | 'delegation'
    | 'escalation'
    | 'merge'
    | 'conflict';
  interface TimelineContext {
    files: string[];
    task?: string | undefined;
    branch?: string | undefined;
    trigger?: string | undefined;
    dependencies?: string[] | undefined;
    state: Record<string, unknown>;
  }
  interface SwarmManifest {
    id: string;
    task: string;
    created: number;
    coordinator: string;
    strategy: SwarmStrategy;
    agents: SwarmAgent[];
    locks: SwarmLock[];
    decomposition: TaskNode;
    mergePolicy: MergePolicy;
    budget: SwarmBudget;
  }
  type SwarmStrategy = 'parallel' | 'pipeline' | 'hierarchical' | 'consensus' | 'competitive';
  interface SwarmAgent {
    id: string;
    role: string;
    expertise: string[];
    assignedTasks: string[];
    status: 'idle' | 'working' | 'blocked' | 'done' | 'failed';
    startedAt?: number | undefined;
    completedAt?: number | undefined;
    tokensUsed: number;
    costUsd: number;
  }
  interface TaskNode {
    id: string;
    description: string;
    assignedTo?: string | undefined;
    status: 'pending' | 'active' | 'done' | 'failed' | 'skipped';
    priority: number;
    estimatedTokens: number;
    actualTokens?: number | undefined;
    dependencies: string[];
    children: TaskNode[];
    output?: unknown;
  }
  interface SwarmBudget {
    maxAgents: number;
    maxTokens: number;
    maxCostUsd: number;
    maxDurationMs: number;
    spent: { agents: number; tokens: number; costUsd: number; durationMs: number };
  }
  interface MergePolicy {
    strategy: 'auto' | 'voting' | 'coordinator_review' | 'human_review';
    conflictResolution: 'last_write' | 'highest_confidence' | 'coordinator_decides' | 'vote';
    minAgreePercent?: number | undefined;
    requireHumanApproval: boolean;
  }
  interface SwarmLock {
    path: string;
    agentId: string;
    type: 'exclusive' | 'shared';
    acquiredAt: number;
    expiresAt: number;
    reason: string;
  }
  interface SemanticGraph {
    nodes: SemanticNode[];
    edges: SemanticEdge[];
    clusters: SemanticCluster[];
  }
  interface SemanticNode {
    id: string;
    type: 'file' | 'function' | 'type' | 'module' | 'feature' | 'api' | 'test';
    path: string;
    name: string;
    importance: number;
    fragility: number;
    lastTouched: number;
    touchCount: number;
  }
  interface SemanticEdge {
    from: string;
    to: string;
    type: 'depends' | 'tests' | 'implements' | 'extends' | 'configures' | 'breaks_if_changed';
    weight: number;
    description: string;
  }
  interface SemanticCluster {
    id: string;
    name: string;
    nodes: string[];
    cohesion: number;
    coupling: number;
  }
}

/** Same keys, required or optional in both, with mutually assignable values. */
type Agree<Seed, Ours> = [keyof Seed, Seed, Ours] extends [keyof Ours, Ours, Seed]
  ? [keyof Ours] extends [keyof Seed]
    ? true
    : false
  : false;

/** Values that are read may contain unknown words. Values that are written contain those of the seed. */
type WrittenEntry = Omit<ours.TimelineEntry, 'type' | 'outcome'> & { type: ours.TimelineEntryType; outcome: ours.TimelineOutcome };

describe('the types', () => {
  it('match the seed', () => {
    expectTypeOf<Agree<seed.CortexFileHeader, ours.CortexFileHeader>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.ProjectDNA, ours.ProjectDNA>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.StackFingerprint, ours.StackFingerprint>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.ArchitectureMap, ours.ArchitectureMap>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.ArchitectureBoundary, ours.ArchitectureBoundary>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.DataFlowEdge, ours.DataFlowEdge>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.ProjectConstraint, ours.ProjectConstraint>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.LearnedPattern, ours.LearnedPattern>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.RiskZone, ours.RiskZone>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.TimelineEntry, WrittenEntry>>().toEqualTypeOf<true>();
    expectTypeOf<seed.TimelineEntry>().toExtend<ours.TimelineEntry>();
    expectTypeOf<Agree<seed.TimelineContext, ours.TimelineContext>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.SwarmManifest, ours.SwarmManifest>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.SwarmAgent, ours.SwarmAgent>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.TaskNode, ours.TaskNode>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.SwarmBudget, ours.SwarmBudget>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.MergePolicy, ours.MergePolicy>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.SwarmLock, ours.SwarmLock>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.SemanticGraph, ours.SemanticGraph>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.SemanticNode, ours.SemanticNode>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.SemanticEdge, ours.SemanticEdge>>().toEqualTypeOf<true>();
    expectTypeOf<Agree<seed.SemanticCluster, ours.SemanticCluster>>().toEqualTypeOf<true>();
    expectTypeOf<ours.TimelineEntryType>().toEqualTypeOf<seed.TimelineEntryType>();
    expectTypeOf<ours.SwarmStrategy>().toEqualTypeOf<seed.SwarmStrategy>();
    expectTypeOf<ours.CortexFile<string[]>>().toEqualTypeOf<{ header: ours.CortexFileHeader; data: string[] }>();
  });
});
