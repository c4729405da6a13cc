import { type Contributions, HAS_VAULT, NEVER, READS_VAULT, rowEntries, rowEntry, viewTitleEntry } from './contribution.ts';

export const memory = {
  'cortex.memory.search': {
    title: 'Search Memory',
    icon: 'search',
    palette: HAS_VAULT,
    menus: [viewTitleEntry('memory', 'navigation@1', `(${READS_VAULT})`)],
  },
  'cortex.memory.new': {
    title: 'New Note',
    icon: 'add',
    changes: true,
    palette: HAS_VAULT,
    menus: [viewTitleEntry('memory', 'navigation@2', `(${READS_VAULT})`)],
  },
  'cortex.memory.accept': {
    title: 'Accept Note',
    icon: 'check',
    changes: true,
    palette: NEVER,
    menus: [rowEntry('memory', /^note\.review$/, 'inline@1'), ...rowEntries('memory', /^note\.review$/, '2_change@1')],
  },
  'cortex.memory.archive': {
    title: 'Archive Note',
    icon: 'archive',
    changes: true,
    palette: NEVER,
    menus: [...rowEntries('memory', /^note\.(active|review|superseded|other)$/, '2_change@3')],
  },
  'cortex.memory.supersede': {
    title: 'Supersede Note',
    changes: true,
    palette: NEVER,
    menus: [...rowEntries('memory', /^note\.(active|review|other)$/, '2_change@2')],
  },
  'cortex.memory.confirm': {
    title: 'Confirm Note',
    changes: true,
    palette: NEVER,
    menus: [...rowEntries('memory', /^note\.(active|review|other)$/, '2_change@4')],
  },
  'cortex.memory.contradict': {
    title: 'Mark Notes as Contradicting',
    changes: true,
    palette: NEVER,
    menus: [...rowEntries('memory', /^note\.(active|review|other)$/, '2_change@5')],
  },
  'cortex.memory.pack': {
    title: 'Pack Memory for a Task',
    icon: 'package',
    palette: HAS_VAULT,
    menus: [viewTitleEntry('memory', '1_memory@1', `(${READS_VAULT})`)],
  },
  'cortex.memory.report': {
    title: 'Show Memory Report',
    palette: HAS_VAULT,
    menus: [viewTitleEntry('memory', '1_memory@2', `(${READS_VAULT})`)],
  },
  'cortex.memory.index': {
    title: 'Rebuild Memory Index',
    changes: true,
    palette: HAS_VAULT,
    menus: [viewTitleEntry('memory', '1_memory@3', `(${READS_VAULT})`)],
  },
  'cortex.memory.create': { title: 'Create Memory Vault', changes: true, palette: "cortex.memory != 'vault' && cortex.memory != 'empty'" },
  'cortex.memory.choose': { title: 'Choose Memory Vault Folder', menus: [viewTitleEntry('memory', '2_vault@1')] },
  'cortex.memory.problem': { title: 'Show Memory Vault Problem', palette: "cortex.memory == 'broken'" },
} as const satisfies Contributions;
