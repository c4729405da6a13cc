import {
  CAN_PAUSE_ALL,
  CAN_RESUME_ALL,
  type Contributions,
  HAS_PROJECT,
  menuEntry,
  NEVER,
  rowEntry,
  TRUSTED,
  viewTitleEntry,
} from './contribution.ts';

export const project = {
  // The title has the words that a person types who wants everything to stop.
  'cortex.pauseAll': {
    title: 'Pause All (Stop, Cancel)',
    icon: 'debug-pause',
    changes: true,
    palette: CAN_PAUSE_ALL,
    menus: [
      viewTitleEntry('needs', 'navigation@2', `${CAN_PAUSE_ALL} && ${TRUSTED}`),
      viewTitleEntry('team', '1_team@1', `${CAN_PAUSE_ALL} && ${TRUSTED}`),
    ],
  },
  'cortex.resumeAll': {
    title: 'Resume All (Undo Pause)',
    icon: 'debug-continue',
    changes: true,
    palette: CAN_RESUME_ALL,
    menus: [
      viewTitleEntry('needs', 'navigation@2', `!${CAN_PAUSE_ALL} && ${CAN_RESUME_ALL} && ${TRUSTED}`),
      viewTitleEntry('team', '1_team@2', `${CAN_RESUME_ALL} && ${TRUSTED}`),
    ],
  },
  'cortex.needs.settle': {
    title: 'Resolve Item',
    icon: 'check',
    changes: true,
    palette: "cortex.needs == 'some'",
    menus: [rowEntry('needs', /^need\.actions$/, 'inline@1'), rowEntry('needs', /^need\.actions$/, '1_needs@1')],
  },
  'cortex.needs.snooze': {
    title: 'Snooze Item',
    icon: 'bell-slash',
    palette: NEVER,
    menus: [rowEntry('needs', /^need/, 'inline@2'), rowEntry('needs', /^need/, '1_needs@2')],
  },
  'cortex.needs.wake': {
    title: 'Unsnooze Items',
    icon: 'bell',
    palette: 'cortex.needs =~ /^(some|snoozed)$/',
    menus: [viewTitleEntry('needs', '1_needs@1')],
  },
  'cortex.refresh': {
    title: 'Refresh',
    icon: 'refresh',
    menus: [
      menuEntry('view/title', 'view == cortex.swarm || view == cortex.locks', 'navigation@9'),
      viewTitleEntry('memory', 'navigation@3'),
      viewTitleEntry('stacks', 'navigation@9'),
      viewTitleEntry('team', 'navigation@9'),
    ],
  },
  'cortex.project.choose': {
    title: 'Choose Project',
    icon: 'root-folder',
    palette: 'cortex.severalProjects',
    menus: [viewTitleEntry('swarm', 'navigation@8', 'cortex.severalProjects')],
  },
  'cortex.init': { title: 'Initialize Cortex', changes: true },
  'cortex.verify': {
    title: 'Verify Files',
    icon: 'verified',
    changes: true,
    palette: HAS_PROJECT,
    menus: [viewTitleEntry('swarm', '4_files@1', HAS_PROJECT)],
  },
  'cortex.settle': { title: 'Resolve Merge Conflicts', changes: 'operation', palette: HAS_PROJECT },
  'cortex.crtx.open': {
    title: 'Open Readable View',
    icon: 'open-preview',
    palette: 'resourceExtname == .crtx && activeCustomEditorId != cortex.crtx',
    menus: [
      menuEntry('editor/title', 'resourceExtname == .crtx && activeCustomEditorId != cortex.crtx && !isInDiffEditor', 'navigation'),
      menuEntry('explorer/context', 'resourceScheme =~ /^(file|vscode-remote)$/ && resourceExtname == .crtx', 'navigation@50'),
    ],
  },
  'cortex.crtx.text': {
    title: 'Open as Text',
    icon: 'go-to-file',
    palette: 'activeCustomEditorId == cortex.crtx',
    menus: [menuEntry('editor/title', 'activeCustomEditorId == cortex.crtx', 'navigation')],
  },
  'cortex.problem.open': { title: 'Go to Problem', palette: NEVER, menus: [rowEntry('swarm', 'problem', '1_open@1')] },
  'cortex.log.show': { title: 'Show Log' },
} as const satisfies Contributions;
