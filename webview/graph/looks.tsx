import type { SceneEdge, SceneNode } from '../../src/host/dashboards/graph/protocol.ts';

/** Name and codicon of each node type. */
export const NODE_STYLES: Readonly<Record<SceneNode['type'], readonly [name: string, icon: string]>> = {
  cluster: ['cluster', 'type-hierarchy'],
  file: ['file', 'file-code'],
  test: ['test', 'beaker'],
  function: ['function', 'symbol-method'],
  type: ['type', 'symbol-class'],
  module: ['package', 'package'],
  api: ['route or program', 'plug'],
  feature: ['feature', 'lightbulb'],
};

/** Relation that an edge type expresses, seen from either end. */
export const LINK_WORDS: Readonly<Record<SceneEdge['type'], readonly [out: string, into: string]>> = {
  mixed: ['connected with', 'connected with'],
  depends: ['depends on', 'is needed by'],
  tests: ['tests', 'is tested by'],
  implements: ['implements', 'is implemented by'],
  extends: ['extends', 'is extended by'],
  configures: ['configures', 'is configured by'],
  breaks_if_changed: ['changes with', 'changes with'],
};

const whole = (share: number): number => Math.round(share * 100);

/** Formats a share as `42 %`. A positive share is never shown as zero. */
export const percent = (share: number): string => (share > 0 && share < 0.005 ? '<1 %' : `${whole(share)} %`);
