import type { CommandId } from '../manifest/manifest.ts';
import type { PageStep } from './page-content.ts';
import type { Step } from './swarm/protocol.ts';

/** Commands that requests of pages run. The dashboards handle requests that are not listed here. */
export const STEP_COMMANDS = {
  overview: { 'choose-project': 'cortex.project.choose', 'pause-all': 'cortex.pauseAll', 'resume-all': 'cortex.resumeAll' },
  swarm: {
    init: 'cortex.init',
    'create-swarm': 'cortex.swarm.create',
    pick: 'cortex.swarm.merge',
    'show-task': 'cortex.task.show',
    'break-lock': 'cortex.lock.break',
    'open-file': 'cortex.lock.open',
  },
  locks: {
    init: 'cortex.init',
    'open-file': 'cortex.lock.open',
    break: 'cortex.lock.break',
    renew: 'cortex.lock.renew',
    release: 'cortex.lock.release',
    'end-wait': 'cortex.lock.break',
  },
  timeline: {
    init: 'cortex.init',
    add: 'cortex.timeline.add',
    'choose-project': 'cortex.project.choose',
    resolve: 'cortex.timeline.resolve',
  },
  graph: { init: 'cortex.init', build: 'cortex.graph.build' },
  messages: { init: 'cortex.stack.init' },
  memory: {
    create: 'cortex.memory.create',
    choose: 'cortex.memory.choose',
    new: 'cortex.memory.new',
    report: 'cortex.memory.report',
    pack: 'cortex.memory.pack',
    open: 'cortex.memory.open',
    accept: 'cortex.memory.accept',
    archive: 'cortex.memory.archive',
    supersede: 'cortex.memory.supersede',
  },
  queues: { 'set-up': 'cortex.team.setup', register: 'cortex.team.register' },
  crtx: {
    swarm: 'cortex.dashboard.open',
    locks: 'cortex.locks.open',
    timeline: 'cortex.timeline.open',
    graph: 'cortex.graph.open',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, CommandId>>>>;

/** Returns the command of a request of the Swarm dashboard. One that is not listed above runs the operation of its name. */
export function swarmCommand(kind: PageStep<Step>['kind']): CommandId {
  return isListed(kind) ? STEP_COMMANDS.swarm[kind] : `cortex.swarm.${kind}`;
}

function isListed(kind: string): kind is keyof typeof STEP_COMMANDS.swarm {
  return Object.hasOwn(STEP_COMMANDS.swarm, kind);
}
