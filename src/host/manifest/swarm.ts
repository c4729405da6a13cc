import { type Contributions, HAS_PROJECT, HAS_SWARM, pageEntry, rowEntries, rowEntry, viewTitleEntry } from './contribution.ts';

export const swarm = {
  'cortex.swarm.create': {
    title: 'Create Swarm',
    icon: 'add',
    changes: 'operation',
    palette: HAS_PROJECT,
    menus: [viewTitleEntry('swarm', '1_swarm@1', HAS_PROJECT), rowEntry('swarm', /^swarm\.(ended|aborted)$/, '2_change@3')],
  },
  'cortex.swarm.status': {
    title: 'Show Swarm Status',
    icon: 'info',
    palette: HAS_PROJECT,
    menus: [viewTitleEntry('swarm', '1_swarm@2', "cortex.state == 'swarm'"), rowEntry('swarm', /^swarm\./, '1_open@2')],
  },
  'cortex.swarm.replay': {
    title: 'Replay Swarm',
    icon: 'history',
    changes: true,
    palette: HAS_PROJECT,
    menus: [viewTitleEntry('swarm', '1_swarm@4', "cortex.state == 'swarm'"), rowEntry('swarm', /^swarm\./, '1_open@3')],
  },
  'cortex.swarm.recruit': {
    title: 'Recruit Agent',
    icon: 'person-add',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [
      viewTitleEntry('swarm', 'navigation@2', "cortex.state == 'swarm' && isWorkspaceTrusted"),
      rowEntry('swarm', /^(swarm\.|agents$)/, '2_change@1'),
    ],
  },
  'cortex.swarm.admit': { title: 'Admit Agent', icon: 'person-add', changes: 'operation', palette: HAS_SWARM },
  'cortex.swarm.retire': {
    title: 'Retire Agent',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...rowEntries('swarm', 'agent', '3_end@1')],
  },
  'cortex.swarm.assign': {
    title: 'Assign Task',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...rowEntries('swarm', /^task\.pending/, '2_change@1')],
  },
  'cortex.swarm.claim': {
    title: 'Claim Task',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...rowEntries('swarm', /^task\.pending/, '2_change@2'), ...rowEntries('swarm', 'agent', '2_change@1')],
  },
  'cortex.swarm.start': {
    title: 'Start Task',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...rowEntries('swarm', /^task\.pending\.assigned/, '2_change@3')],
  },
  'cortex.swarm.complete': {
    title: 'Complete Task',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...rowEntries('swarm', /^task\.active/, '2_change@4')],
  },
  'cortex.swarm.fail': {
    title: 'Fail Task',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...rowEntries('swarm', /^task\.active/, '2_change@5')],
  },
  'cortex.swarm.usage': {
    title: 'Report Usage',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...rowEntries('swarm', 'agent', '2_change@2')],
  },
  'cortex.swarm.heartbeat': { title: 'Send Heartbeat of Agent', changes: 'operation', palette: HAS_SWARM },
  'cortex.swarm.propose': {
    title: 'Propose Approach for Task',
    changes: 'operation',
    palette: "cortex.strategy == 'consensus' && cortex.phase =~ /^(running|paused|deciding)$/",
    menus: [...rowEntries('swarm', /^task\.(parent\.)?(pending|active)/, '2_change@6', "cortex.strategy == 'consensus'")],
  },
  'cortex.swarm.vote': {
    title: 'Vote',
    changes: 'operation',
    palette: 'cortex.canVote',
    menus: [...rowEntries('swarm', /^(task|decision)\..*vote/, '3_decide@1')],
  },
  'cortex.swarm.merge': {
    title: 'Choose Between Results',
    changes: 'operation',
    palette: 'cortex.canPick',
    menus: [...rowEntries('swarm', /^(task|decision)\..*pick/, '3_decide@2')],
  },
  'cortex.swarm.approve': {
    title: 'Approve Merge',
    changes: 'operation',
    palette: 'cortex.canApprove',
    menus: [...rowEntries('swarm', /^(task|decision)\..*approve/, '3_decide@3')],
  },
  'cortex.swarm.pause': {
    title: 'Pause Swarm',
    icon: 'debug-pause',
    changes: 'operation',
    palette: 'cortex.phase =~ /^(running|deciding)$/',
    menus: [
      viewTitleEntry('swarm', 'navigation@3', "cortex.phase == 'running' && isWorkspaceTrusted"),
      rowEntry('swarm', /^swarm\.(running|deciding)$/, '2_change@2'),
    ],
  },
  'cortex.swarm.resume': {
    title: 'Resume Swarm',
    icon: 'debug-continue',
    changes: 'operation',
    palette: "cortex.phase == 'paused'",
    menus: [
      viewTitleEntry('swarm', 'navigation@3', "cortex.phase == 'paused' && isWorkspaceTrusted"),
      rowEntry('swarm', /^swarm\.paused$/, '2_change@2'),
    ],
  },
  'cortex.swarm.abort': {
    title: 'Abort Swarm',
    changes: 'operation',
    palette: 'cortex.phase =~ /^(running|paused|deciding)$/',
    menus: [
      viewTitleEntry('swarm', '1_swarm@3', 'cortex.phase =~ /^(running|paused|deciding)$/'),
      rowEntry('swarm', /^swarm\.(running|paused|deciding)$/, '3_end@1'),
    ],
  },
  'cortex.swarm.budget': {
    title: 'Change Swarm Budget',
    changes: 'operation',
    palette: 'cortex.phase =~ /^(running|paused|deciding)$/',
    menus: [rowEntry('swarm', /^swarm\.(running|paused|deciding)$/, '2_change@4')],
  },
  'cortex.swarm.retry': {
    title: 'Retry Task',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...rowEntries('swarm', /^task\.(failed|skipped)/, '2_change@8')],
  },
  'cortex.swarm.decompose': {
    title: 'Split Task into Subtasks',
    changes: 'operation',
    palette: HAS_SWARM,
    menus: [...rowEntries('swarm', /^task\.pending($|\.(vote|pick|approve))/, '2_change@7')],
  },
  'cortex.task.show': {
    title: 'Show Task in swarm.crtx',
    palette: HAS_SWARM,
    menus: [rowEntry('swarm', /^task\./, '1_open@1'), pageEntry('swarm', /^task\./, '1_open@1')],
  },
} as const satisfies Contributions;
