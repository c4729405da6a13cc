import type { GraphPlace, SceneNode } from '../../src/host/dashboards/graph/protocol.ts';
import { useGraph } from './graph-store.ts';

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
