import * as z from 'zod';
import { onDemand } from '../../platform/on-demand.ts';
import { amount, degree, type Known, text, texts, time } from './parts.ts';

/** Seed 1, "StackFingerprint". */
export const stackFingerprintSchema = onDemand(() =>
  z
    .looseObject({
      languages: texts('Programming languages in use.'),
      frameworks: texts('Frameworks in use.'),
      databases: texts('Databases in use.'),
      infrastructure: texts('Where and on what it runs.'),
      aiProviders: texts('Providers of AI models in use.'),
      buildTools: texts('Tools that build, test and package it.'),
    })
    .meta({ id: 'StackFingerprint', title: 'StackFingerprint', description: 'What the project is built with.' }),
);

/** Seed 1, "ArchitectureMap". */
export const architectureBoundarySchema = onDemand(() =>
  z
    .looseObject({
      name: text('The name of this part of the project.'),
      paths: texts('The paths that belong to it, relative to the project root.'),
      owns: texts('What it alone is responsible for.'),
      exposesTo: texts('The boundaries that may use it.'),
    })
    .meta({ id: 'ArchitectureBoundary', title: 'ArchitectureBoundary', description: 'A part of the project with an owner of its own.' }),
);

/** Seed 1, "ArchitectureMap". */
export const dataFlowEdgeSchema = onDemand(() =>
  z
    .looseObject({
      from: text('Where the data comes from.'),
      to: text('Where the data goes.'),
      protocol: text('How it travels.'),
      description: text('What flows, and why.'),
    })
    .meta({ id: 'DataFlowEdge', title: 'DataFlowEdge', description: 'Data that flows from one part to another.' }),
);

/** Seed 1, "ArchitectureMap". */
export const architectureMapSchema = onDemand(() =>
  z
    .looseObject({
      type: z.enum(['monorepo', 'polyrepo', 'monolith', 'microservices']).describe('The shape of the project.'),
      entryPoints: texts('Where execution starts.'),
      boundaries: z.array(architectureBoundarySchema()).describe('The parts of the project.'),
      dataFlow: z.array(dataFlowEdgeSchema()).describe('How data flows between them.'),
    })
    .meta({
      id: 'ArchitectureMap',
      title: 'ArchitectureMap',
      description: 'How the project is divided, and what flows between its parts.',
    }),
);

/** Seed 1, "ProjectConstraint". */
export const projectConstraintSchema = onDemand(() =>
  z
    .looseObject({
      type: z.enum(['memory', 'cost', 'latency', 'security', 'compliance', 'convention']).describe('What the rule is about.'),
      rule: text('The rule itself.'),
      severity: z.enum(['must', 'should', 'prefer']).describe('How binding it is.'),
      reason: text('Why it exists.'),
    })
    .meta({ id: 'ProjectConstraint', title: 'ProjectConstraint', description: 'A rule that work on this project keeps to.' }),
);

/** Seed 1, "LearnedPattern". */
export const learnedPatternSchema = onDemand(() =>
  z
    .looseObject({
      id: text('The identity of this pattern.'),
      domain: text('The area where it applies.'),
      pattern: text('What was learned.'),
      confidence: degree('How sure we are of it.'),
      learnedFrom: texts('The timeline entries or files that taught it.'),
      lastValidated: time('When it last proved right.'),
    })
    .meta({ id: 'LearnedPattern', title: 'LearnedPattern', description: 'Something that work on this project has taught.' }),
);

/** Seed 1, "RiskZone". */
export const riskZoneSchema = onDemand(() =>
  z
    .looseObject({
      path: text('The path at risk, relative to the project root.'),
      reason: text('Why it is risky.'),
      breakFrequency: amount('How often a change to it breaks something: fixes and reverts per change.'),
      lastBroken: time('When it last broke; 0 when it never did.'),
      mitigations: texts('What to do before changing it.'),
    })
    .meta({ id: 'RiskZone', title: 'RiskZone', description: 'A place that breaks when it is changed.' }),
);

/** Seed 1, "ProjectDNA". */
export const projectDnaSchema = onDemand(() =>
  z
    .looseObject({
      version: z.literal(1).describe('The version of this shape.'),
      project: z
        .looseObject({
          id: text('The identity of the project; also stands in the header of every Cortex file.'),
          name: text('What people call the project.'),
          purpose: text('What it is for.'),
          created: time('When this description was made.'),
          updated: time('When this description last changed.'),
        })
        .describe('Which project this is.'),
      stack: stackFingerprintSchema(),
      architecture: architectureMapSchema(),
      constraints: z.array(projectConstraintSchema()).describe('Rules that work on this project keeps to.'),
      patterns: z.array(learnedPatternSchema()).describe('What work on this project has taught.'),
      risks: z.array(riskZoneSchema()).describe('Places that break when they are changed.'),
      owner: z
        .looseObject({
          style: text('How the owner likes work to be done.'),
          preferences: texts('What the owner prefers.'),
          timezone: text('The time zone of the owner, such as Europe/Paris.').optional(),
        })
        .describe('Whose project it is.'),
    })
    .meta({
      id: 'ProjectDNA',
      title: 'ProjectDNA',
      description: 'The invisible knowledge that senior developers carry in their heads, encoded as structured data.',
    }),
);

export type StackFingerprint = Known<z.infer<ReturnType<typeof stackFingerprintSchema>>>;
export type ArchitectureBoundary = Known<z.infer<ReturnType<typeof architectureBoundarySchema>>>;
export type DataFlowEdge = Known<z.infer<ReturnType<typeof dataFlowEdgeSchema>>>;
export type ArchitectureMap = Known<z.infer<ReturnType<typeof architectureMapSchema>>>;
export type ProjectConstraint = Known<z.infer<ReturnType<typeof projectConstraintSchema>>>;
export type LearnedPattern = Known<z.infer<ReturnType<typeof learnedPatternSchema>>>;
export type RiskZone = Known<z.infer<ReturnType<typeof riskZoneSchema>>>;
export type ProjectDNA = Known<z.infer<ReturnType<typeof projectDnaSchema>>>;
