import { defineOperation, type Operation } from '../../platform/operation.ts';
import { STACK_COMMANDS } from '../schemas/common.ts';
import {
  initInput,
  nothing,
  recvInput,
  recvOutput,
  sendInput,
  sendOutput,
  stackInitOutput,
  stackStatusOutput,
  watchInboxOutput,
  watchInput,
} from '../schemas/messages.ts';

/** Seed 3; seed 4, "CLI Commands"; RULINGS, stack 4 and 7. */
export const messageOperations: readonly Operation[] = [
  defineOperation({
    name: 'init',
    description: STACK_COMMANDS.init,
    effect: 'write',
    input: initInput,
    output: stackInitOutput,
    load: async () => (await import('../use-cases/init.ts')).initialiseStack,
  }),
  defineOperation({
    name: 'send',
    description: STACK_COMMANDS.send,
    effect: 'write',
    input: sendInput,
    output: sendOutput,
    load: async () => (await import('../use-cases/send.ts')).sendOne,
  }),
  defineOperation({
    name: 'recv',
    description: STACK_COMMANDS.recv,
    effect: 'write',
    input: recvInput,
    output: recvOutput,
    load: async () => (await import('../use-cases/recv.ts')).receive,
  }),
  defineOperation({
    name: 'status',
    description: STACK_COMMANDS.status,
    effect: 'read',
    input: nothing,
    output: stackStatusOutput,
    load: async () => (await import('../use-cases/status.ts')).showStatus,
  }),
  defineOperation({
    name: 'watch',
    description: STACK_COMMANDS.watch,
    effect: 'read',
    input: watchInput,
    output: watchInboxOutput,
    load: async () => (await import('../use-cases/watch.ts')).watchInbox,
  }),
];
