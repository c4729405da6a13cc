import { defineOperation, type Operation } from '../../platform/operation.ts';
import {
  acceptInput,
  addInput,
  addNoteOutput,
  archiveInput,
  confirmInput,
  contradictInput,
  noteStatusOutput,
  supersedeInput,
} from '../schemas/notes.ts';

const reviewing = () => import('../use-cases/reviewing.ts');

/** Operations on single notes: seed 2, "Atom Writer"; RULINGS, vault 6; decision 0010. */
export const vaultNoteOperations: readonly Operation[] = [
  defineOperation({
    name: 'vault add',
    description: 'Add a note, and report similar notes',
    effect: 'write',
    input: addInput,
    output: addNoteOutput,
    load: async () => (await import('../use-cases/add.ts')).addNote,
  }),
  defineOperation({
    name: 'vault accept',
    description: 'Accept a note that an agent wrote (only a person may)',
    effect: 'write',
    input: acceptInput,
    output: noteStatusOutput,
    load: async () => (await reviewing()).acceptNote,
  }),
  defineOperation({
    name: 'vault archive',
    description: 'Archive a note, which lowers its score in searches',
    effect: 'write',
    input: archiveInput,
    output: noteStatusOutput,
    load: async () => (await reviewing()).archiveNote,
  }),
  defineOperation({
    name: 'vault confirm',
    description: 'Confirm that a note is still correct, and update its citations',
    effect: 'write',
    input: confirmInput,
    output: noteStatusOutput,
    load: async () => (await import('../use-cases/confirm.ts')).confirmNote,
  }),
  defineOperation({
    name: 'vault supersede',
    description: 'Mark a note as superseded by another one',
    effect: 'write',
    input: supersedeInput,
    output: noteStatusOutput,
    load: async () => (await reviewing()).supersedeNote,
  }),
  defineOperation({
    name: 'vault contradict',
    description: 'Record that two notes contradict each other',
    effect: 'write',
    input: contradictInput,
    output: noteStatusOutput,
    load: async () => (await import('../use-cases/contradict.ts')).contradictNotes,
  }),
];
