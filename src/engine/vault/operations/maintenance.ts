import { defineOperation, type Operation } from '../../platform/operation.ts';
import { KEEP_BOTH } from '../../text/conflicts/conflict-words.ts';
import { resolvedConflictsOutput } from '../../text/conflicts/resolved-conflicts.ts';
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
} from '../schemas/maintenance.ts';

const derived = () => import('../use-cases/derived.ts');
const rewriting = () => import('../use-cases/rewriting.ts');

/** Maintenance operations: seed 2, "Index Builder", "Layers", "Auto-linker", "MOC", "Migration"; RULINGS, vault 2 to 8. */
export const vaultMaintenanceOperations: readonly Operation[] = [
  defineOperation({
    name: 'vault index',
    description: 'Update indexes and layers, and print statistics',
    effect: 'write',
    input: indexInput,
    output: indexOutput,
    load: async () => (await derived()).indexVault,
  }),
  defineOperation({
    name: 'vault layers',
    description: 'Print the layers (hot, warm, cold); updates the indexes first',
    effect: 'write',
    input: layersInput,
    output: layersOutput,
    load: async () => (await derived()).writeLayers,
  }),
  defineOperation({
    name: 'vault report',
    description: 'Report orphans, hubs, and broken or ambiguous links',
    effect: 'read',
    input: reportInput,
    output: reportOutput,
    load: async () => (await derived()).reportLinks,
  }),
  defineOperation({
    name: 'vault link',
    description: 'Turn file references and mentions of notes into wikilinks (dry run without --write)',
    effect: 'write',
    input: linkInput,
    output: linkedOutput,
    load: async () => (await rewriting()).linkNotes,
  }),
  defineOperation({
    name: 'vault moc',
    description: 'Update the maps of content (_moc/*.md) and MEMORY.md',
    effect: 'write',
    input: mocInput,
    output: mocOutput,
    load: async () => (await rewriting()).refreshMaps,
  }),
  defineOperation({
    name: 'vault migrate',
    description: 'Migrate notes to the standard header (dry run without --write)',
    effect: 'write',
    input: migrateInput,
    output: migrateOutput,
    load: async () => (await import('../use-cases/migrate.ts')).migrateNotes,
  }),
  defineOperation({
    name: 'vault doctor',
    description: 'Check the vault; exit code 1 if there are errors',
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
    output: resolvedConflictsOutput,
    load: async () => (await import('../use-cases/resolve-conflicts.ts')).resolveConflicts,
  }),
  defineOperation({
    name: 'vault watch',
    description: 'Keep the indexes up to date until interrupted (Ctrl-C)',
    effect: 'write',
    input: watchInput,
    output: watchOutput,
    load: async () => (await import('../use-cases/watch.ts')).watchVault,
  }),
];
