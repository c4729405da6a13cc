import { type Contributions, HAS_PROJECT, NEVER, pageEntry, rowEntries, rowEntry, viewTitleEntry } from './contribution.ts';

export const knowledge = {
  'cortex.timeline.add': {
    title: 'Add Timeline Entry',
    changes: 'operation',
    palette: HAS_PROJECT,
    menus: [viewTitleEntry('swarm', '2_timeline@1', HAS_PROJECT)],
  },
  'cortex.timeline.resolve': { title: 'Resolve Timeline Entry', changes: 'operation', palette: NEVER },
  'cortex.timeline.flush': { title: 'Republish timeline.crtx', changes: 'operation', palette: HAS_PROJECT },
  'cortex.timeline.list': {
    title: 'List Timeline',
    changes: true,
    palette: NEVER,
    menus: [viewTitleEntry('swarm', '2_timeline@2', HAS_PROJECT)],
  },
  'cortex.timeline.query': {
    title: 'Search Timeline',
    icon: 'search',
    changes: true,
    palette: HAS_PROJECT,
    menus: [viewTitleEntry('swarm', '2_timeline@3', HAS_PROJECT)],
  },
  'cortex.timeline.precedents': {
    title: 'Show Precedents',
    changes: true,
    palette: HAS_PROJECT,
    menus: [viewTitleEntry('swarm', '2_timeline@4', HAS_PROJECT)],
  },
  'cortex.reasoning.show': {
    title: 'Show Reasoning Trace of Task',
    changes: true,
    palette: NEVER,
    menus: [rowEntry('swarm', /^task\./, '1_open@2'), pageEntry('swarm', /^task\./, '1_open@2')],
  },
  'cortex.reasoning.add': {
    title: 'Add Reasoning Step to Task',
    changes: 'operation',
    palette: NEVER,
    menus: [...rowEntries('swarm', /^task\.(pending|active)/, '4_note@1')],
  },
  'cortex.dna.show': {
    title: 'Show Project DNA',
    changes: true,
    palette: HAS_PROJECT,
    menus: [viewTitleEntry('swarm', '3_dna@1', HAS_PROJECT)],
  },
  'cortex.dna.describe': {
    title: 'Show Project DNA Summary for Agents',
    changes: true,
    palette: NEVER,
    menus: [viewTitleEntry('swarm', '3_dna@2', HAS_PROJECT)],
  },
  'cortex.dna.detect': {
    title: 'Detect Project DNA',
    changes: 'operation',
    palette: HAS_PROJECT,
    menus: [viewTitleEntry('swarm', '3_dna@3', HAS_PROJECT)],
  },
  'cortex.dna.change': {
    title: 'Change Project DNA',
    changes: true,
    palette: HAS_PROJECT,
    menus: [viewTitleEntry('swarm', '3_dna@4', HAS_PROJECT)],
  },
  'cortex.dna.purpose': { title: 'Set Project Purpose', changes: 'operation', palette: NEVER },
  'cortex.dna.constrain': { title: 'Add Rule to Project DNA', changes: 'operation', palette: NEVER },
  'cortex.dna.unconstrain': { title: 'Remove Rule from Project DNA', changes: 'operation', palette: NEVER },
  'cortex.dna.learn': { title: 'Add Project DNA Pattern', changes: 'operation', palette: NEVER },
  'cortex.dna.confirm': { title: 'Confirm Project DNA Pattern', changes: 'operation', palette: NEVER },
  'cortex.dna.doubt': { title: 'Lower Confidence in Project DNA Pattern', changes: 'operation', palette: NEVER },
  'cortex.dna.forget': { title: 'Remove Project DNA Pattern', changes: 'operation', palette: NEVER },
} as const satisfies Contributions;
