import { useEffect } from 'react';
import type { GraphPlace, SceneEdge, SceneNode } from '../../src/host/dashboards/graph/protocol.ts';
import type { Cursor } from '../cursor.ts';
import { useGraph } from './graph-store.ts';

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

/** Scrolls the selected row of a list into view when it was selected elsewhere, e.g. in the drawing. @param rowPx height of its rows */
export function useInView(list: string, cursor: Cursor | null, rowPx: number): void {
  const index = cursor?.index ?? -1;
  useEffect(() => {
    const grid = document.querySelector<HTMLElement>(`.${list}-grid`);
    if (grid === null || index < 0 || grid === document.activeElement) return;
    const { scrollTop, clientHeight } = grid;
    const top = index * rowPx;
    if (top < scrollTop || top + 2 * rowPx > scrollTop + clientHeight) grid.scrollTop = Math.max(0, top - clientHeight / 2);
  }, [list, index, rowPx]);
}

/** Returns the actions on a node for buttons and keys. */
export function useSteps() {
  const store = useGraph();
  const open = (node: string): void => store.take({ kind: 'open', node });
  const show = (kind: 'around' | 'blast', node: string): void => {
    const place: GraphPlace = { kind, node };
    store.go(place);
  };
  /** @returns whether the key was handled */
  const onKey = (key: string, id: string, type: SceneNode['type']): boolean => {
    if (key === 'Backspace') return store.up();
    if (type === 'cluster') return false;
    if (key === 'o') open(id);
    else if (key === 'a') show('around', id);
    else if (key === 'b') show('blast', id);
    else return false;
    return true;
  };
  return { open, show, onKey };
}
