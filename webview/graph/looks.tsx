import type { SceneEdge, SceneNode } from '../../src/host/dashboards/graph/protocol.ts';

/** How a type of node is called, and its codicon. */
export const NODE_LOOKS: Readonly<Record<SceneNode['type'], readonly [name: string, icon: string]>> = {
  cluster: ['cluster', 'type-hierarchy'],
  file: ['file', 'file-code'],
  test: ['test', 'beaker'],
  function: ['function', 'symbol-method'],
  type: ['type', 'symbol-class'],
  module: ['package', 'package'],
  api: ['route or program', 'plug'],
  feature: ['feature', 'lightbulb'],
};

/** What an edge says of the two that it connects, as seen from either end. */
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

/** `42 %`; what is not nothing never reads as nothing. */
export const percent = (share: number): string => (share > 0 && share < 0.005 ? '<1 %' : `${whole(share)} %`);
