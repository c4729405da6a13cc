import { aboveView, type Contributions, HAS_PROJECT, HAS_SWARM, onPage, onRow, onRows } from './contribution.ts';

export const swarm = {
  'cortex.swarm.create': {
    title: 'Create Swarm',
    icon: 'add',
    changes: 'operation',
    palette: HAS_PROJECT,
    menus: [aboveView('swarm', '1_swarm@1', HAS_PROJECT), onRow('swarm', /^swarm\.(ended|aborted)$/, '2_change@3')],
  },
  'cortex.swarm.status': {
    title: 'Show Swarm Status',
    icon: 'info',
    palette: HAS_PROJECT,
    menus: [aboveView('swarm', '1_swarm@2', "cortex.state == 'swarm'"), onRow('swarm', /^swarm\./, '1_open@2')],
  },
  'cortex.swarm.replay': {
    title: 'Replay Swarm',
    icon: 'history',
    changes: true,
    palette: HAS_PROJECT,
    menus: [aboveView('swarm', '1_swarm@4', "cortex.state == 'swarm'"), onRow('swarm', /^swarm\./, '1_open@3')],
  },
  'cortex.swarm.recruit': {
    title: 'Recruit Agent',
    icon: 'person-add',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [
      aboveView('swarm', 'navigation@2', "cortex.state == 'swarm' && isWorkspaceTrusted"),
      onRow('swarm', /^(swarm\.|agents$)/, '2_change@1'),
    ],
  },
  'cortex.swarm.admit': { title: 'Admit Agent', icon: 'person-add', changes: 'operation', palette: HAS_SWARM },
  'cortex.swarm.retire': {
    title: 'Retire Agent',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...onRows('swarm', 'agent', '3_end@1')],
  },
  'cortex.swarm.assign': {
    title: 'Assign Task',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...onRows('swarm', /^task\.pending/, '2_change@1')],
  },
  'cortex.swarm.claim': {
    title: 'Claim Task',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...onRows('swarm', /^task\.pending/, '2_change@2'), ...onRows('swarm', 'agent', '2_change@1')],
  },
  'cortex.swarm.start': {
    title: 'Start Task',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...onRows('swarm', /^task\.pending\.assigned/, '2_change@3')],
  },
  'cortex.swarm.complete': {
    title: 'Complete Task',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...onRows('swarm', /^task\.active/, '2_change@4')],
  },
  'cortex.swarm.fail': {
    title: 'Fail Task',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...onRows('swarm', /^task\.active/, '2_change@5')],
  },
  'cortex.swarm.usage': {
    title: 'Report Usage',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...onRows('swarm', 'agent', '2_change@2')],
  },
  'cortex.swarm.heartbeat': { title: 'Send Heartbeat of Agent', changes: 'operation', palette: HAS_SWARM },
  'cortex.swarm.propose': {
    title: 'Propose Approach for Task',
    changes: 'operation',
    palette: "cortex.strategy == 'consensus' && cortex.phase =~ /^(running|paused|deciding)$/",
    menus: [...onRows('swarm', /^task\.(parent\.)?(pending|active)/, '2_change@6', "cortex.strategy == 'consensus'")],
  },
  'cortex.swarm.vote': {
    title: 'Vote',
    changes: 'operation',
    palette: 'cortex.canVote',
    menus: [...onRows('swarm', /^(task|decision)\..*vote/, '3_decide@1')],
  },
  'cortex.swarm.merge': {
    title: 'Decide Between Results',
    changes: 'operation',
    palette: 'cortex.canPick',
    menus: [...onRows('swarm', /^(task|decision)\..*pick/, '3_decide@2')],
  },
  'cortex.swarm.approve': {
    title: 'Approve Merge',
    changes: 'operation',
    palette: 'cortex.canApprove',
    menus: [...onRows('swarm', /^(task|decision)\..*approve/, '3_decide@3')],
  },
  'cortex.swarm.pause': {
    title: 'Pause Swarm',
    icon: 'debug-pause',
    changes: 'operation',
    palette: 'cortex.phase =~ /^(running|deciding)$/',
    menus: [
      aboveView('swarm', 'navigation@3', "cortex.phase == 'running' && isWorkspaceTrusted"),
      onRow('swarm', /^swarm\.(running|deciding)$/, '2_change@2'),
    ],
  },
  'cortex.swarm.resume': {
    title: 'Resume Swarm',
    icon: 'debug-continue',
    changes: 'operation',
    palette: "cortex.phase == 'paused'",
    menus: [
      aboveView('swarm', 'navigation@3', "cortex.phase == 'paused' && isWorkspaceTrusted"),
      onRow('swarm', /^swarm\.paused$/, '2_change@2'),
    ],
  },
  'cortex.swarm.abort': {
    title: 'Abort Swarm',
    changes: 'operation',
    palette: 'cortex.phase =~ /^(running|paused|deciding)$/',
    menus: [
      aboveView('swarm', '1_swarm@3', 'cortex.phase =~ /^(running|paused|deciding)$/'),
      onRow('swarm', /^swarm\.(running|paused|deciding)$/, '3_end@1'),
    ],
  },
  'cortex.swarm.budget': {
    title: 'Change Swarm Budget',
    changes: 'operation',
    palette: 'cortex.phase =~ /^(running|paused|deciding)$/',
    menus: [onRow('swarm', /^swarm\.(running|paused|deciding)$/, '2_change@4')],
  },
  'cortex.swarm.retry': {
    title: 'Retry Task',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...onRows('swarm', /^task\.(failed|skipped)/, '2_change@8')],
  },
  'cortex.swarm.decompose': {
    title: 'Split Task into Subtasks',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...onRows('swarm', /^task\.pending($|\.(vote|pick|approve))/, '2_change@7')],
  },
  'cortex.task.show': {
    title: 'Show Task in swarm.crtx',
    palette: HAS_SWARM,
    menus: [onRow('swarm', /^task\./, '1_open@1'), onPage('swarm', /^task\./, '1_open@1')],
  },
} as const satisfies Contributions;
