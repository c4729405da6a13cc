import type { Checked } from '../../platform/on-demand.ts';
import { defineOperation, type Operation } from '../../platform/operation.ts';
import type { Summary } from '../../platform/summary.ts';
import { percent } from '../../text/amounts.ts';
import {
  confirmInput,
  constrainInput,
  constraintOutput,
  describeInput,
  describeOutput,
  detectInput,
  detectOutput,
  learnInput,
  nothing,
  patternInput,
  patternOutput,
  purposeInput,
  purposeOutput,
  showDnaOutput,
  unconstrainInput,
} from '../schemas/dna.ts';

const ruleSummary =
  (verb: string): Summary<Checked<typeof constraintOutput>> =>
  ({ constraint: { severity, type, rule } }, { text }) =>
    `${verb} (${severity}, ${type}): ${text(rule)}`;
const patternSummary =
  (verb: string): Summary<Checked<typeof patternOutput>> =>
  ({ pattern: { id, pattern }, confidence }, { name, text }) =>
    `${verb} ${name(id)}, confidence ${percent(confidence)}: ${text(pattern)}`;

const useCases = () => import('../use-cases/dna.ts');

/** Seed 1, "ProjectDNA"; RULINGS, crtx 4 and 11. */
export const dnaOperations: readonly Operation[] = [
  defineOperation({
    name: 'dna detect',
    description: 'Detect technologies, structure and risk zones; keeps what people entered',
    effect: 'write',
    input: detectInput,
    output: detectOutput,
    load: async () => (await useCases()).detectDna,
  }),
  defineOperation({
    name: 'dna show',
    description: 'Show the project DNA',
    effect: 'read',
    input: nothing,
    output: showDnaOutput,
    load: async () => (await useCases()).showDna,
  }),
  defineOperation({
    name: 'dna describe',
    description: 'Print a summary for an agent, limited to --tokens',
    effect: 'read',
    input: describeInput,
    output: describeOutput,
    load: async () => (await useCases()).describeProject,
  }),
  defineOperation({
    name: 'dna purpose',
    description: 'Set the purpose of the project',
    effect: 'write',
    input: purposeInput,
    output: purposeOutput,
    summary: ({ purpose }, { text }) => `Set the purpose: ${text(purpose)}`,
    load: async () => (await useCases()).setPurpose,
  }),
  defineOperation({
    name: 'dna constrain',
    description: 'Add or change a rule of the project',
    effect: 'write',
    input: constrainInput,
    output: constraintOutput,
    summary: ruleSummary('Added rule'),
    load: async () => (await useCases()).constrain,
  }),
  defineOperation({
    name: 'dna unconstrain',
    description: 'Remove a rule',
    effect: 'write',
    input: unconstrainInput,
    output: constraintOutput,
    summary: ruleSummary('Removed rule'),
    load: async () => (await useCases()).unconstrain,
  }),
  defineOperation({
    name: 'dna learn',
    description: 'Record a pattern learned in this project',
    effect: 'write',
    input: learnInput,
    output: patternOutput,
    summary: patternSummary('Learned'),
    load: async () => (await useCases()).learnPattern,
  }),
  defineOperation({
    name: 'dna confirm',
    description: 'Raise the confidence in a pattern',
    effect: 'write',
    input: confirmInput,
    output: patternOutput,
    summary: patternSummary('Confirmed'),
    load: async () => (await useCases()).confirmPattern,
  }),
  defineOperation({
    name: 'dna doubt',
    description: 'Lower the confidence in a pattern',
    effect: 'write',
    input: patternInput,
    output: patternOutput,
    summary: patternSummary('Doubted'),
    load: async () => (await useCases()).doubtPattern,
  }),
  defineOperation({
    name: 'dna forget',
    description: 'Remove a pattern',
    effect: 'write',
    input: patternInput,
    output: patternOutput,
    summary: patternSummary('Forgot'),
    load: async () => (await useCases()).forgetPattern,
  }),
];
