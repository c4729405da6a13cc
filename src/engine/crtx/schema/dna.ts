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
      infrastructure: texts('Platforms that it runs on.'),
      aiProviders: texts('Providers of AI models in use.'),
      buildTools: texts('Tools that build, test and package it.'),
    })
    .meta({ id: 'StackFingerprint', title: 'StackFingerprint', description: 'Technologies of the project.' }),
);

/** Seed 1, "ArchitectureMap". */
export const architectureBoundarySchema = onDemand(() =>
  z
    .looseObject({
      name: text('Name of this part of the project.'),
      paths: texts('The paths that belong to it, relative to the project root.'),
      owns: texts('Its exclusive responsibilities.'),
      exposesTo: texts('Boundaries that may use it.'),
    })
    .meta({
      id: 'ArchitectureBoundary',
      title: 'ArchitectureBoundary',
      description: 'A part of the project with its own responsibilities.',
    }),
);

/** Seed 1, "ArchitectureMap". */
export const dataFlowEdgeSchema = onDemand(() =>
  z
    .looseObject({
      from: text('Source of the data.'),
      to: text('Destination of the data.'),
      protocol: text('Protocol of the transfer.'),
      description: text('The data, and its purpose.'),
    })
    .meta({ id: 'DataFlowEdge', title: 'DataFlowEdge', description: 'Data that flows from one part to another.' }),
);

/** Seed 1, "ArchitectureMap". */
export const architectureMapSchema = onDemand(() =>
  z
    .looseObject({
      type: z.enum(['monorepo', 'polyrepo', 'monolith', 'microservices']).describe('Structure of the project.'),
      entryPoints: texts('Where execution starts.'),
      boundaries: z.array(architectureBoundarySchema()).describe('The parts of the project.'),
      dataFlow: z.array(dataFlowEdgeSchema()).describe('How data flows between them.'),
    })
    .meta({
      id: 'ArchitectureMap',
      title: 'ArchitectureMap',
      description: 'Parts of the project, and the data that flows between them.',
    }),
);

/** Seed 1, "ProjectConstraint". */
export const projectConstraintSchema = onDemand(() =>
  z
    .looseObject({
      type: z.enum(['memory', 'cost', 'latency', 'security', 'compliance', 'convention']).describe('Category of the rule.'),
      rule: text('Text of the rule.'),
      severity: z.enum(['must', 'should', 'prefer']).describe('Severity of the rule.'),
      reason: text('Reason for the rule.'),
    })
    .meta({ id: 'ProjectConstraint', title: 'ProjectConstraint', description: 'A rule that all work on this project follows.' }),
);

/** Seed 1, "LearnedPattern". */
export const learnedPatternSchema = onDemand(() =>
  z
    .looseObject({
      id: text('Id of this pattern.'),
      domain: text('The area where it applies.'),
      pattern: text('The pattern.'),
      confidence: degree('Confidence in the pattern.'),
      learnedFrom: texts('Timeline entries or files that support it.'),
      lastValidated: time('Time of the last confirmation.'),
    })
    .meta({ id: 'LearnedPattern', title: 'LearnedPattern', description: 'A pattern learned from work on this project.' }),
);

/** Seed 1, "RiskZone". */
export const riskZoneSchema = onDemand(() =>
  z
    .looseObject({
      path: text('The path at risk, relative to the project root.'),
      reason: text('Reason for the risk.'),
      breakFrequency: amount('Share of changes that break something: fixes and reverts per change.'),
      lastBroken: time('Time of the last breakage; 0 if there was none.'),
      mitigations: texts('What to do before changing it.'),
    })
    .meta({ id: 'RiskZone', title: 'RiskZone', description: 'A path where changes often break something.' }),
);

/** Seed 1, "ProjectDNA". */
export const projectDnaSchema = onDemand(() =>
  z
    .looseObject({
      version: z.literal(1).describe('Version of this schema.'),
      project: z
        .looseObject({
          id: text('Id of the project, also in the header of every Cortex file.'),
          name: text('Name of the project.'),
          purpose: text('Purpose of the project.'),
          created: time('Creation time of this description.'),
          updated: time('Time of the last change of this description.'),
        })
        .describe('Identity of the project.'),
      stack: stackFingerprintSchema(),
      architecture: architectureMapSchema(),
      constraints: z.array(projectConstraintSchema()).describe('Rules that all work on this project follows.'),
      patterns: z.array(learnedPatternSchema()).describe('Patterns learned from work on this project.'),
      risks: z.array(riskZoneSchema()).describe('Paths where changes often break something.'),
      owner: z
        .looseObject({
          style: text('Working style of the owner.'),
          preferences: texts('Preferences of the owner.'),
          timezone: text('The time zone of the owner, such as Europe/Paris.').optional(),
        })
        .describe('Owner of the project.'),
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
