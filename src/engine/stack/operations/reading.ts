import { defineOperation, type Operation } from '../../platform/operation.ts';
import { STACK_COMMANDS } from '../schemas/common.ts';
import {
  compactInput,
  compactOutput,
  hooksOutput,
  noInput,
  overdueOutput,
  searchInput,
  stackDoctorOutput,
  stackSearchOutput,
  threadInput,
  threadOutput,
} from '../schemas/reading.ts';
import { settleOperation } from './settle.ts';

const useCases = () => import('../use-cases/reading.ts');

/** Seed 4, "Thread Support" and "Agent-Specific Hooks"; rulings, all protocols 9; decision 0013. */
export const readingOperations: readonly Operation[] = [
  defineOperation({
    name: 'thread',
    description: STACK_COMMANDS.thread,
    effect: 'read',
    input: threadInput,
    output: threadOutput,
    load: async () => (await useCases()).showThread,
  }),
  defineOperation({
    name: 'search',
    description: STACK_COMMANDS.search,
    effect: 'read',
    input: searchInput,
    output: stackSearchOutput,
    load: async () => (await useCases()).searchAll,
  }),
  defineOperation({
    name: 'overdue',
    description: STACK_COMMANDS.overdue,
    effect: 'read',
    input: noInput,
    output: overdueOutput,
    load: async () => (await useCases()).listOverdue,
  }),
  defineOperation({
    name: 'hooks',
    description: STACK_COMMANDS.hooks,
    effect: 'read',
    input: noInput,
    output: hooksOutput,
    load: async () => (await useCases()).listAllHooks,
  }),
  defineOperation({
    name: 'compact',
    description: STACK_COMMANDS.compact,
    effect: 'write',
    input: compactInput,
    output: compactOutput,
    load: async () => (await import('../use-cases/compact.ts')).compact,
  }),
  defineOperation({
    name: 'doctor',
    description: STACK_COMMANDS.doctor,
    effect: 'read',
    input: noInput,
    output: stackDoctorOutput,
    load: async () => (await import('../use-cases/doctor.ts')).examineStacks,
  }),
  settleOperation,
];
