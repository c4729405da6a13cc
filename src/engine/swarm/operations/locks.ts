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
import { heldLines } from '../summaries.ts';
import { reading, writing } from '../swarm-operation.ts';

const useCases = () => import('../use-cases/locks/locks.ts');
const changeUseCases = () => import('../use-cases/held-file-changes.ts');

/** Operations on locks: seed 1, "SwarmLock"; RULINGS, crtx 6. */
export const locks = {
  acquire: writing({
    name: 'lock acquire',
    description: 'Acquire locks on paths, all or none',
    input: acquireInput,
    output: acquireOutput,
    useCase: async () => (await useCases()).acquireLocks,
  }),
  renew: writing({
    name: 'lock renew',
    description: 'Renew locks, so that they last longer',
    input: renewInput,
    output: heldOutput,
    summary: (output, style) => heldLines('Renewed', output, style),
    useCase: async () => (await useCases()).renewLocks,
  }),
  release: writing({
    name: 'lock release',
    description: 'Release locks',
    input: releaseInput,
    output: endedOutput,
    summary: (output, style) => heldLines('Released', output, style),
    useCase: async () => (await useCases()).releaseLocks,
  }),
  check: reading({
    name: 'lock check',
    description: 'Check whether another agent holds a lock on paths (exit code 1 if so)',
    input: checkInput,
    output: checkOutput,
    useCase: async () => (await import('../use-cases/locks/lock-check.ts')).checkLocks,
  }),
  list: reading({
    name: 'lock list',
    description: 'List locks, and the agents that wait for them',
    input: listInput,
    output: listOutput,
    useCase: async () => (await useCases()).listLocks,
  }),
  break: writing({
    name: 'lock break',
    description: 'Break the lock of another agent, or end waits for it',
    input: breakInput,
    output: endedOutput,
    summary: (output, style) => heldLines('Broke', output, style),
    useCase: async () => (await useCases()).breakLock,
  }),
  changes: reading({
    name: 'lock changes',
    description: 'List changes to locked files by commands of other agents',
    input: changesInput,
    output: changesOutput,
    useCase: async () => (await changeUseCases()).listChanges,
  }),
  resolve: defineOperation({
    name: 'lock resolve',
    description: 'Resolve a change to a held file: restore the previous content, or keep the change',
    effect: 'write',
    input: resolveInput,
    output: resolveOutput,
    summary: ({ change: { path, before }, done }, { name }) => {
      if (done === 'kept') return `Kept the change to ${name(path)}.`;
      return before === null ? `Removed ${name(path)}, which did not exist before.` : `Restored ${name(path)}.`;
    },
    load: async () => (await import('../use-cases/context.ts')).readingOperation((await changeUseCases()).resolveChange),
  }),
};

export const lockOperations: readonly Operation[] = Object.values(locks);
