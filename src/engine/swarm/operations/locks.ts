import { defineOperation, type Operation } from '../../platform/operation.ts';
import { changesInput, changesOutput, resolveInput, resolveOutput } from '../schemas/held-files.ts';
import {
  acquireInput,
  acquireOutput,
  breakInput,
  checkInput,
  checkOutput,
  endedOutput,
  heldOutput,
  listInput,
  listOutput,
  releaseInput,
  renewInput,
} from '../schemas/locks.ts';

const useCases = () => import('../use-cases/locks/locks.ts');
const changeUseCases = () => import('../use-cases/held-file-changes.ts');
const contexts = () => import('../use-cases/context.ts');

/** Operations on locks: seed 1, "SwarmLock"; RULINGS, crtx 6. */
export const lockOperations: readonly Operation[] = [
  defineOperation({
    name: 'lock acquire',
    description: 'Acquire locks on paths, all or none',
    effect: 'write',
    input: acquireInput,
    output: acquireOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).acquireLocks),
  }),
  defineOperation({
    name: 'lock renew',
    description: 'Renew locks, so that they last longer',
    effect: 'write',
    input: renewInput,
    output: heldOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).renewLocks),
  }),
  defineOperation({
    name: 'lock release',
    description: 'Release locks',
    effect: 'write',
    input: releaseInput,
    output: endedOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).releaseLocks),
  }),
  defineOperation({
    name: 'lock check',
    description: 'Check whether another agent holds a lock on paths (exit code 1 if so)',
    effect: 'read',
    input: checkInput,
    output: checkOutput,
    load: async () => (await contexts()).readingOperation((await import('../use-cases/locks/lock-check.ts')).checkLocks),
  }),
  defineOperation({
    name: 'lock list',
    description: 'List locks, and the agents that wait for them',
    effect: 'read',
    input: listInput,
    output: listOutput,
    load: async () => (await contexts()).readingOperation((await useCases()).listLocks),
  }),
  defineOperation({
    name: 'lock break',
    description: 'Break the lock of another agent, or end waits for it',
    effect: 'write',
    input: breakInput,
    output: endedOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).breakLock),
  }),
  defineOperation({
    name: 'lock changes',
    description: 'List the changes to held files that were made while commands of other agents ran',
    effect: 'read',
    input: changesInput,
    output: changesOutput,
    load: async () => (await contexts()).readingOperation((await changeUseCases()).listChanges),
  }),
  defineOperation({
    name: 'lock resolve',
    description: 'Resolve a change to a held file: restore the previous content, or keep the change',
    effect: 'write',
    input: resolveInput,
    output: resolveOutput,
    load: async () => (await contexts()).readingOperation((await changeUseCases()).resolveChange),
  }),
];
