import {
  type Contributions,
  HAS_PROJECT,
  HAS_STACKS,
  HAS_TEAM,
  NEVER,
  pageEntry,
  READS_VAULT,
  rowEntry,
  viewTitleEntry,
} from './contribution.ts';

export const dashboards = {
  'cortex.overview.open': { title: 'Open Overview', icon: 'home', menus: [viewTitleEntry('needs', 'navigation@1')] },
  'cortex.dashboard.open': {
    title: 'Open Swarm Dashboard',
    icon: 'dashboard',
    menus: [viewTitleEntry('swarm', 'navigation@1'), rowEntry('swarm', /^swarm\./, '1_open@1')],
  },
  'cortex.locks.open': { title: 'Open Locks Dashboard', icon: 'dashboard', menus: [viewTitleEntry('locks', 'navigation@0')] },
  'cortex.locks.show': {
    title: 'Show in Locks Dashboard',
    icon: 'lock',
    palette: NEVER,
    menus: [rowEntry('locks', /^lock/, '1_open@0'), pageEntry('swarm', /^lock/, '1_open@0')],
  },
  'cortex.timeline.open': {
    title: 'Open Timeline Dashboard',
    icon: 'history',
    menus: [viewTitleEntry('swarm', '2_timeline@0', HAS_PROJECT)],
  },
  'cortex.graph.open': { title: 'Open Graph Dashboard', icon: 'type-hierarchy', menus: [viewTitleEntry('swarm', '1_open@1', HAS_PROJECT)] },
  'cortex.memory.dashboard': {
    title: 'Open Memory Dashboard',
    icon: 'dashboard',
    menus: [viewTitleEntry('memory', 'navigation@0', `(${READS_VAULT})`)],
  },
  'cortex.messages.open': {
    title: 'Open Messages Dashboard',
    icon: 'comment-discussion',
    menus: [viewTitleEntry('stacks', 'navigation@0', HAS_STACKS)],
  },
  'cortex.messages.show': {
    title: 'Show in Messages Dashboard',
    icon: 'comment-discussion',
    palette: NEVER,
    menus: [
      rowEntry('stacks', /^stack-(message\.(unread|read|outbox)|box|outbox)$/, 'inline@0'),
      rowEntry('stacks', /^stack(-message\.(unread|read|outbox)|-box|-outbox)?$/, '1_open@2'),
    ],
  },
  'cortex.workQueues.open': {
    title: 'Open Work Queues Dashboard',
    icon: 'project',
    menus: [viewTitleEntry('team', 'navigation@0', HAS_TEAM)],
  },
} as const satisfies Contributions;
