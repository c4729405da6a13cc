import { useEffect, useRef, useState } from 'react';
import type { GraphSnapshot, SceneNode } from '../../src/host/dashboards/graph/protocol.ts';
import { counted } from '../format.ts';
import { Button, Icon } from '../parts.tsx';
import { plain } from '../text.ts';
import type { Drawing, Gestures } from './drawing.ts';
import type { GraphStore } from './graph-store.ts';
import { useGraph } from './graph-store.ts';
import { Legend } from './legend.tsx';
import { zoomInPlace } from './places.ts';
import type { SavedGraph } from './saved-graph.ts';
import { canDraw, usePalette } from './tint.ts';

/** Enters a node. @returns whether there is anything to enter */
export function enter(store: GraphStore, node: SceneNode | undefined): boolean {
  const place = node === undefined ? null : zoomInPlace(node);
  if (place === null || store.isAwaited) return false;
  store.go(place);
  return true;
}

interface GraphCanvasProps {
  readonly snapshot: GraphSnapshot;
  readonly view: SavedGraph;
}

/** Draws the host's scene, and passes actions in the drawing to the store. */
function useDrawing({ snapshot, view }: GraphCanvasProps) {
  const store = useGraph();
  const palette = usePalette();
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | null>(null);
  const [broken, setBroken] = useState(() => !canDraw());
  const drawn = { scene: snapshot.scene, colouring: view.colouring, chosen: view.chosen, locks: snapshot.locks, palette };
  const latest = useRef(drawn);
  latest.current = drawn;
  useEffect(() => {
    const element = container.current;
    if (element === null || broken) return;
    const gestures: Gestures = {
      choose: (id) => store.pick(id),
      enter: (id) =>
        enter(
          store,
          latest.current.scene.nodes.find((node) => node.id === id),
        ),
      leave: () => store.up(),
    };
    let isOver = false;
    const draw = async (): Promise<void> => {
      const parts = await import('./drawing.ts');
      if (!isOver) drawing.current = new parts.Drawing(element, latest.current, gestures);
    };
    draw().catch(() => setBroken(true));
    // Drawing is impossible once the WebGL context is lost.
    const lost = (): void => setBroken(true);
    element.addEventListener('webglcontextlost', lost, true);
    return () => {
      isOver = true;
      element.removeEventListener('webglcontextlost', lost, true);
      drawing.current?.dispose();
      drawing.current = null;
    };
  }, [store, broken]);
  const { scene, colouring, chosen, locks } = drawn;
  useEffect(() => drawing.current?.show({ scene, colouring, chosen, locks, palette }), [scene, colouring, chosen, locks, palette]);
  return { container, drawing, broken, palette };
}

/** The drawing of the scene. The list beside it has the same content, for keyboards and screen readers. */
export function GraphCanvas(props: GraphCanvasProps) {
  const { snapshot, view } = props;
  const { container, drawing, broken, palette } = useDrawing(props);
  const { nodes, edges, title } = snapshot.scene;
  if (broken) {
    return (
      <p className="no-picture" role="note">
        <Icon name="info" /> The graph cannot be drawn, because WebGL is not available. The list has the same nodes.
      </p>
    );
  }
  const text = `Picture of ${plain(title)}: ${counted(nodes.length, 'node')}, ${counted(edges.length, 'connection')}. The list has the same nodes.`;
  return (
    <section className="picture-section" aria-label="Picture">
      <div className="picture" role="img" aria-label={text} ref={container} />
      <div className="picture-steps">
        <Button label="Zoom In" icon="zoom-in" onPress={() => drawing.current?.zoom(true)} />
        <Button label="Zoom Out" icon="zoom-out" onPress={() => drawing.current?.zoom(false)} />
        <Button label="Fit" icon="screen-full" about="Show the whole graph" onPress={() => drawing.current?.whole()} />
      </div>
      <Legend {...{ snapshot, palette }} colouring={view.colouring} />
    </section>
  );
}
