import { type Contributions, HAS_PROJECT, menuEntry } from './contribution.ts';

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
  'cortex.graph.hotspots': { title: 'Show Riskiest Files', changes: true, palette: HAS_PROJECT },
  'cortex.graph.couplings': { title: 'Show Files That Change Together', changes: true, palette: HAS_PROJECT },
  'cortex.graph.cycles': { title: 'Show Circular Dependencies', changes: true, palette: HAS_PROJECT },
  'cortex.graph.deadEnds': { title: 'Show Unused Files', changes: true, palette: HAS_PROJECT },
  'cortex.graph.unresolved': { title: 'Show Unresolved Imports', changes: true, palette: HAS_PROJECT },
} as const satisfies Contributions;
