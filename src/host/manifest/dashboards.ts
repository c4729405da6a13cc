import { aboveView, type Contributions, HAS_PROJECT, HAS_STACKS, HAS_TEAM, NEVER, onPage, onRow, READS_VAULT } from './contribution.ts';

export const dashboards = {
  'cortex.overview.open': { title: 'Open Overview', icon: 'home', menus: [aboveView('needs', 'navigation@1')] },
  'cortex.dashboard.open': {
    title: 'Open Swarm Dashboard',
    icon: 'dashboard',
    menus: [aboveView('swarm', 'navigation@1'), onRow('swarm', /^swarm\./, '1_open@1')],
  },
  'cortex.locks.open': { title: 'Open Locks Dashboard', icon: 'dashboard', menus: [aboveView('locks', 'navigation@0')] },
  'cortex.locks.show': {
    title: 'Show in Locks Dashboard',
    icon: 'lock',
    palette: NEVER,
    menus: [onRow('locks', /^lock/, '1_open@0'), onPage('swarm', /^lock/, '1_open@0')],
  },
  'cortex.timeline.open': { title: 'Open Timeline Dashboard', icon: 'history', menus: [aboveView('swarm', '2_timeline@0', HAS_PROJECT)] },
  'cortex.graph.open': { title: 'Open Graph Dashboard', icon: 'type-hierarchy', menus: [aboveView('swarm', '1_open@1', HAS_PROJECT)] },
  'cortex.memory.dashboard': {
    title: 'Open Memory Dashboard',
    icon: 'dashboard',
    menus: [aboveView('memory', 'navigation@0', `(${READS_VAULT})`)],
  },
  'cortex.messages.open': {
    title: 'Open Messages Dashboard',
    icon: 'comment-discussion',
    menus: [aboveView('stacks', 'navigation@0', HAS_STACKS)],
  },
  'cortex.messages.show': {
    title: 'Show in Messages Dashboard',
    icon: 'comment-discussion',
    palette: NEVER,
    menus: [
      onRow('stacks', /^stack-(message\.(unread|read|outbox)|box|outbox)$/, 'inline@0'),
      onRow('stacks', /^stack(-message\.(unread|read|outbox)|-box|-outbox)?$/, '1_open@2'),
    ],
  },
  'cortex.workQueues.open': { title: 'Open Work Queues Dashboard', icon: 'project', menus: [aboveView('team', 'navigation@0', HAS_TEAM)] },
} as const satisfies Contributions;
