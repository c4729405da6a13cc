import { defineOperation, type Operation } from '../../platform/operation.ts';
import { KEEP_BOTH } from '../../text/conflict-words.ts';
import { settledOutput } from '../../text/settling-conflicts.ts';
import {
  doctorInput,
  doctorOutput,
  indexInput,
  indexOutput,
  layersInput,
  layersOutput,
  linkedOutput,
  linkInput,
  migrateInput,
  migrateOutput,
  mocInput,
  mocOutput,
  reportInput,
  reportOutput,
  settleInput,
  watchInput,
  watchOutput,
} from '../schemas/upkeep.ts';

const derived = () => import('../use-cases/derived.ts');
const rewriting = () => import('../use-cases/rewriting.ts');

/** Seed 2, "Index Builder", "Layers", "Auto-linker", "MOC", "Migration"; RULINGS, vault 2 to 8. */
export const vaultUpkeepOperations: readonly Operation[] = [
  defineOperation({
    name: 'vault index',
    description: 'Write the indexes and layers, as far as they changed, and print what the vault holds',
    effect: 'write',
    input: indexInput,
    output: indexOutput,
    load: async () => (await derived()).indexVault,
  }),
  defineOperation({
    name: 'vault layers',
    description: 'Write the layers (hot, warm, cold) and the indexes, and print the layers',
    effect: 'write',
    input: layersInput,
    output: layersOutput,
    load: async () => (await derived()).writeLayers,
  }),
  defineOperation({
    name: 'vault report',
    description: 'Show orphans, hubs, and links that lead nowhere or to several notes',
    effect: 'read',
    input: reportInput,
    output: reportOutput,
    load: async () => (await derived()).reportLinks,
  }),
  defineOperation({
    name: 'vault link',
    description: 'Turn references to files and mentions of notes into wikilinks; shows them unless told --write',
    effect: 'write',
    input: linkInput,
    output: linkedOutput,
    load: async () => (await rewriting()).linkNotes,
  }),
  defineOperation({
    name: 'vault moc',
    description: 'Bring the marked sections of _moc/*.md and MEMORY.md up to date',
    effect: 'write',
    input: mocInput,
    output: mocOutput,
    load: async () => (await rewriting()).refreshMaps,
  }),
  defineOperation({
    name: 'vault migrate',
    description: 'Give every note the standard header, and keep what it has; shows the difference unless told --write',
    effect: 'write',
    input: migrateInput,
    output: migrateOutput,
    load: async () => (await import('../use-cases/migrate.ts')).migrateNotes,
  }),
  defineOperation({
    name: 'vault doctor',
    description: 'List everything that is wrong or waits for a person; exit code 1 for errors',
    effect: 'read',
    input: doctorInput,
    output: doctorOutput,
    load: async () => (await import('../use-cases/doctor.ts')).examineVault,
  }),
  defineOperation({
    name: 'vault settle',
    description: KEEP_BOTH,
    effect: 'write',
    input: settleInput,
    output: settledOutput,
    load: async () => (await import('../use-cases/settle.ts')).settleFile,
  }),
  defineOperation({
    name: 'vault watch',
    description: 'Keep the indexes up to date while notes change, until it is ended (Ctrl-C)',
    effect: 'write',
    input: watchInput,
    output: watchOutput,
    load: async () => (await import('../use-cases/watch.ts')).watchVault,
  }),
];
