import { aboveView, type Contributions, HAS_PROJECT, onPage, onRow, onRows } from './contribution.ts';

export const knowledge = {
  'cortex.timeline.add': {
    title: 'Add Timeline Entry',
    changes: true,
    palette: HAS_PROJECT,
    menus: [aboveView('swarm', '2_timeline@1', HAS_PROJECT)],
  },
  'cortex.timeline.resolve': { title: 'Resolve Timeline Entry', changes: true, palette: HAS_PROJECT },
  'cortex.timeline.flush': { title: 'Write timeline.crtx as the Log Says', changes: true, palette: HAS_PROJECT },
  'cortex.timeline.list': {
    title: 'List Timeline',
    changes: true,
    palette: HAS_PROJECT,
    menus: [aboveView('swarm', '2_timeline@2', HAS_PROJECT)],
  },
  'cortex.timeline.query': {
    title: 'Search Timeline',
    icon: 'search',
    changes: true,
    palette: HAS_PROJECT,
    menus: [aboveView('swarm', '2_timeline@3', HAS_PROJECT)],
  },
  'cortex.timeline.precedents': {
    title: 'Show What Was Tried Before',
    changes: true,
    palette: HAS_PROJECT,
    menus: [aboveView('swarm', '2_timeline@4', HAS_PROJECT)],
  },
  'cortex.reasoning.show': {
    title: 'Show Reasoning of a Task',
    changes: true,
    palette: HAS_PROJECT,
    menus: [onRow('swarm', /^task\./, '1_open@2'), onPage('swarm', /^task\./, '1_open@2')],
  },
  'cortex.reasoning.add': {
    title: 'Add Reasoning Step to a Task',
    changes: true,
    palette: HAS_PROJECT,
    menus: [...onRows('swarm', /^task\.(pending|active)/, '4_note@1')],
  },
  'cortex.dna.show': {
    title: 'Show Project DNA',
    changes: true,
    palette: HAS_PROJECT,
    menus: [aboveView('swarm', '3_dna@1', HAS_PROJECT)],
  },
  'cortex.dna.describe': {
    title: 'Describe Project to Agents (DNA)',
    changes: true,
    palette: HAS_PROJECT,
    menus: [aboveView('swarm', '3_dna@2', HAS_PROJECT)],
  },
  'cortex.dna.detect': {
    title: 'Detect Project DNA',
    changes: true,
    palette: HAS_PROJECT,
    menus: [aboveView('swarm', '3_dna@3', HAS_PROJECT)],
  },
  'cortex.dna.purpose': { title: 'Say What the Project Is For (DNA)', changes: true, palette: HAS_PROJECT },
  'cortex.dna.constrain': { title: 'Add Rule to Project DNA', changes: true, palette: HAS_PROJECT },
  'cortex.dna.unconstrain': { title: 'Take Rule Out of Project DNA', changes: true, palette: HAS_PROJECT },
  'cortex.dna.learn': { title: 'Add Pattern to Project DNA', changes: true, palette: HAS_PROJECT },
  'cortex.dna.confirm': { title: 'Confirm Pattern of Project DNA', changes: true, palette: HAS_PROJECT },
  'cortex.dna.doubt': { title: 'Doubt Pattern of Project DNA', changes: true, palette: HAS_PROJECT },
  'cortex.dna.forget': { title: 'Forget Pattern of Project DNA', changes: true, palette: HAS_PROJECT },
} as const satisfies Contributions;
