import { type Contributions, HAS_PROJECT, NEVER, pageEntry, rowEntry, TRUSTED, viewTitleEntry } from './contribution.ts';

export const locks = {
  'cortex.lock.acquire': {
    title: 'Acquire Lock',
    icon: 'add',
    changes: 'operation',
    palette: HAS_PROJECT,
    menus: [viewTitleEntry('locks', 'navigation@1', `${TRUSTED} && ${HAS_PROJECT}`)],
  },
  'cortex.lock.renew': {
    title: 'Renew Lock',
    changes: 'operation',
    palette: NEVER,
    menus: [rowEntry('locks', 'lock.person', '2_change@1'), pageEntry(/^cortex\.(swarm|locks)$/, 'lock.person', '2_change@1', 'canWrite')],
  },
  'cortex.lock.release': {
    title: 'Release Lock',
    changes: 'operation',
    palette: NEVER,
    menus: [rowEntry('locks', 'lock.person', '2_change@2'), pageEntry(/^cortex\.(swarm|locks)$/, 'lock.person', '2_change@2', 'canWrite')],
  },
  'cortex.lock.list': { title: 'List Locks', palette: HAS_PROJECT },
  'cortex.lock.break': {
    title: 'Break Lock',
    changes: 'operation',
    palette: HAS_PROJECT,
    menus: [rowEntry('locks', /^lock/, '3_end@1'), pageEntry(/^cortex\.(swarm|locks)$/, /^lock/, '3_end@1', 'canWrite')],
  },
  'cortex.lock.resolve': {
    title: 'Resolve Change to Held File',
    changes: 'operation',
    palette: NEVER,
    menus: [],
  },
  'cortex.lock.open': {
    title: 'Open Locked File',
    palette: NEVER,
    menus: [rowEntry('locks', /^lock/, '1_open@1'), pageEntry(/^cortex\.(swarm|locks)$/, /^lock/, '1_open@1')],
  },
  'cortex.lock.copyPath': {
    title: 'Copy Path',
    palette: NEVER,
    menus: [rowEntry('locks', /^lock/, '1_open@2'), pageEntry(/^cortex\.(swarm|locks)$/, /^lock/, '1_open@2')],
  },
} as const satisfies Contributions;
