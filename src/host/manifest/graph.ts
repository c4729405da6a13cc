import { type Contributions, HAS_PROJECT, menuEntry, NEVER } from './contribution.ts';

export const graph = {
  'cortex.graph.show': {
    title: 'Show in Graph',
    changes: true,
    palette: HAS_PROJECT,
    menus: [
      menuEntry(
        'explorer/context',
        "resourceScheme =~ /^(file|vscode-remote)$/ && cortex.state != 'no-folder' && cortex.state != 'no-project'",
        '6_cortex@1',
      ),
      menuEntry(
        'editor/title/context',
        "resourceScheme =~ /^(file|vscode-remote)$/ && cortex.state != 'no-folder' && cortex.state != 'no-project'",
        '6_cortex@1',
      ),
    ],
  },
  'cortex.graph.build': { title: 'Build Semantic Graph', changes: true, palette: HAS_PROJECT },
  'cortex.graph.blast': {
    title: 'Show Impact',
    changes: true,
    palette: HAS_PROJECT,
    menus: [
      menuEntry(
        'explorer/context',
        "resourceScheme =~ /^(file|vscode-remote)$/ && cortex.state != 'no-folder' && cortex.state != 'no-project'",
        '6_cortex@2',
      ),
      menuEntry(
        'editor/title/context',
        "resourceScheme =~ /^(file|vscode-remote)$/ && cortex.state != 'no-folder' && cortex.state != 'no-project'",
        '6_cortex@2',
      ),
    ],
  },
  'cortex.graph.path': { title: 'Show Dependency Path', changes: true, palette: HAS_PROJECT },
  'cortex.graph.report': { title: 'Show Graph Report', changes: true, palette: HAS_PROJECT },
  'cortex.graph.hotspots': { title: 'Show Riskiest Files', changes: true, palette: NEVER },
  'cortex.graph.couplings': { title: 'Show Files That Change Together', changes: true, palette: NEVER },
  'cortex.graph.cycles': { title: 'Show Circular Dependencies', changes: true, palette: NEVER },
  'cortex.graph.deadEnds': { title: 'Show Unused Files', changes: true, palette: NEVER },
  'cortex.graph.unresolved': { title: 'Show Unresolved Imports', changes: true, palette: NEVER },
} as const satisfies Contributions;
