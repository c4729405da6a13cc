import Sigma from 'sigma';
import type { Settings } from 'sigma/settings';
import type { Coordinates, EdgeDisplayData, NodeDisplayData, SigmaStageEventPayload } from 'sigma/types';
import type { GraphScene, SceneEdge } from '../../src/host/dashboards/graph/protocol.ts';
import { LabelPlaces } from './label-places.ts';
import { hoverDrawer, labelDrawer } from './labels.ts';
import { samePlace } from './places.ts';
import { RingLayer } from './ring-lines.ts';
import type { Colouring } from './saved-graph.ts';
import { type DrawnNode, drawingKey, nodeCircles, type SceneGraph, toSceneGraph } from './scene-graph.ts';
import { edgeColour, fadedColour, isStill, type Locks, nodeColour, type Palette } from './tint.ts';
import { ZoomSteps } from './zoom-steps.ts';

/** Input of the drawing. */
export interface Drawn {
  readonly scene: GraphScene;
  readonly colouring: Colouring;
  readonly chosen: string | null;
  readonly locks: Locks;
  readonly palette: Palette;
}

/** Callbacks for a person's actions in the drawing. */
export interface Gestures {
  choose(id: string | null): void;
  enter(id: string): boolean;
  leave(): boolean;
}

const LABEL_PX = 12;
/** Sizes of the smallest and the largest node, in pixels. With many nodes, they are smaller. */
const SIZES = { few: [5, 22], many: [2.5, 12] } as const;
const MANY = 250;
const MANY_EDGES = 1_200;
/** Width or height of the drawing, in pixels, from which nodes have their full size. */
const FULL_PX = 520;
/** Up to this number of nodes, all labels are shown. */
const ALL_NAMED = 30;
const ZOOM_MS = 200;
const EDGES_PX = [0.6, 3] as const;

const between = ([least, most]: readonly [number, number], share: number): number => least + (most - least) * share;

/** Draws a scene with WebGL. */
export class Drawing {
  readonly #sigma: Sigma<DrawnNode, SceneEdge>;
  readonly #steps = new ZoomSteps();
  readonly #labels = new LabelPlaces();
  readonly #rings: RingLayer;
  readonly #resizing: ResizeObserver;
  #graph: SceneGraph;
  #drawn: Drawn;
  /** Key of the node under the mouse, and the keys of that node and its neighbours. */
  #under: string | null = null;
  #lit: ReadonlySet<string> = new Set();

  /** @throws Error without WebGL */
  constructor(
    private readonly container: HTMLElement,
    drawn: Drawn,
    private readonly gestures: Gestures,
  ) {
    this.#drawn = drawn;
    this.#graph = toSceneGraph(drawn.scene);
    this.#sigma = new Sigma(this.#graph, container, { ...this.#look(), ...this.#ways() });
    this.#rings = new RingLayer(this.#sigma);
    this.#ring();
    this.#listen();
    this.#light();
    this.#resizing = new ResizeObserver(() => this.#sigma.resize().scheduleRefresh());
    this.#resizing.observe(container);
  }

  dispose(): void {
    this.#resizing.disconnect();
    this.#sigma.kill();
  }

  show(drawn: Drawn): void {
    const before = this.#drawn;
    this.#drawn = drawn;
    this.#ring();
    if (drawn.scene !== before.scene) {
      this.#under = null;
      this.#graph = toSceneGraph(drawn.scene);
      this.#sigma.setGraph(this.#graph);
      if (!samePlace(drawn.scene.place, before.scene.place)) this.whole(false);
    }
    if (drawn.palette !== before.palette) this.#sigma.setSettings(this.#look());
    this.#light();
  }

  /** Zooms in or out. */
  zoom(nearer: boolean): void {
    const camera = this.#sigma.getCamera();
    const options = { duration: isStill() ? 0 : ZOOM_MS };
    void (nearer ? camera.animatedZoom(options) : camera.animatedUnzoom(options));
  }

  /** Shows the whole scene. */
  whole(calmly = true): void {
    const camera = this.#sigma.getCamera();
    const all = { x: 0.5, y: 0.5, angle: 0, ratio: 1 };
    if (calmly && !isStill()) void camera.animate(all, { duration: ZOOM_MS });
    else camera.setState(all);
  }

  /** Settings that depend on the theme. */
  #look(): Partial<Settings<DrawnNode, SceneEdge>> {
    const { palette } = this.#drawn;
    return {
      labelFont: palette.font,
      labelSize: LABEL_PX,
      labelWeight: 'normal',
      defaultDrawNodeLabel: labelDrawer(palette, this.#labels),
      defaultDrawNodeHover: hoverDrawer(palette),
    };
  }

  /** Updates the rings, and makes the view contain them whole even where they have no nodes. */
  #ring(): void {
    const { scene, palette } = this.#drawn;
    this.#rings.show(scene, palette);
    this.#sigma.setCustomBBox(scene.place.kind === 'blast' ? { x: [0, 1], y: [0, 1] } : null);
  }

  #ways(): Partial<Settings<DrawnNode, SceneEdge>> {
    return {
      allowInvalidContainer: true,
      hideEdgesOnMove: true,
      renderEdgeLabels: false,
      zIndex: true,
      labelDensity: 0.5,
      labelGridCellSize: 110,
      labelRenderedSizeThreshold: 5,
      stagePadding: 44,
      minCameraRatio: 0.1,
      maxCameraRatio: 1.4,
      zoomDuration: isStill() ? 0 : ZOOM_MS,
      inertiaDuration: isStill() ? 0 : ZOOM_MS,
      nodeReducer: (key, node) => this.#node(key, node),
      edgeReducer: (id, edge) => this.#edge(id, edge),
    };
  }

  #node(key: string, node: DrawnNode): Partial<NodeDisplayData> {
    const { scene, colouring, chosen, locks, palette } = this.#drawn;
    const count = scene.nodes.length;
    const isFaded = this.#under !== null && !this.#lit.has(key);
    return {
      x: node.x,
      y: node.y,
      label: isFaded ? null : node.label,
      size: this.#room() * between(count > MANY ? SIZES.many : SIZES.few, Math.sqrt(node.size)),
      color: isFaded ? fadedColour(palette) : nodeColour(node, colouring, palette, locks),
      highlighted: node.id === chosen || key === this.#under,
      forceLabel: count <= ALL_NAMED || (this.#under !== null && this.#lit.has(key) && this.#lit.size <= ALL_NAMED),
      zIndex: isFaded ? 0 : 1,
    };
  }

  /** Returns a scale factor that makes nodes smaller in a small drawing. */
  #room(): number {
    const { clientWidth, clientHeight } = this.container;
    return Math.min(1, Math.max(0.5, Math.min(clientWidth, clientHeight) / FULL_PX));
  }

  #edge(id: string, edge: SceneEdge): Partial<EdgeDisplayData> {
    const { palette, chosen, scene } = this.#drawn;
    const focus = this.#under ?? (chosen === null ? null : drawingKey(chosen));
    const isLit = focus !== null && this.#graph.hasNode(focus) && this.#graph.hasExtremity(id, focus);
    return {
      size: between(EDGES_PX, edge.weight),
      color: edgeColour(edge, palette, isLit ? 'lit' : scene.edges.length > MANY_EDGES ? 'faint' : 'plain'),
      hidden: this.#under !== null && !isLit,
      type: edge.type === 'mixed' ? 'line' : 'arrow',
      zIndex: isLit ? 1 : 0,
    };
  }

  /** Redraws after the highlighted node changed. */
  #light(): void {
    const focus = this.#under;
    this.#lit = focus === null || !this.#graph.hasNode(focus) ? new Set() : new Set([focus, ...this.#graph.neighbors(focus)]);
    this.#sigma.refresh({ schedule: true });
  }

  #point(key: string | null): void {
    this.#under = key;
    this.#sigma.getContainer().classList.toggle('over-node', key !== null);
    this.#light();
  }

  #idOf(key: string): string {
    return this.#graph.getNodeAttribute(key, 'id');
  }

  #listen(): void {
    const { gestures } = this;
    const occupied = () => ({ texts: this.#rings.places(), cycles: nodeCircles(this.#sigma, this.#graph) });
    this.#sigma.on('beforeRender', () => this.#labels.begin(occupied));
    this.#sigma.on('afterRender', () => this.#rings.draw());
    const turn = ({ event }: SigmaStageEventPayload): void => {
      if (event.original instanceof WheelEvent) this.#turn(event.original, event);
    };
    this.#sigma.on('enterNode', ({ node }) => this.#point(node));
    this.#sigma.on('leaveNode', () => this.#point(null));
    this.#sigma.on('clickNode', ({ node }) => gestures.choose(this.#idOf(node)));
    this.#sigma.on('clickStage', () => gestures.choose(null));
    this.#sigma.on('doubleClickNode', ({ node, preventSigmaDefault }) => {
      preventSigmaDefault();
      gestures.enter(this.#idOf(node));
    });
    this.#sigma.on('doubleClickStage', ({ preventSigmaDefault }) => preventSigmaDefault());
    this.#sigma.on('wheelNode', turn);
    this.#sigma.on('wheelStage', turn);
  }

  /** Turning the wheel beyond the zoom limits enters the node under the mouse, or leaves the present place. */
  #turn({ deltaY, timeStamp }: WheelEvent, mouse: Coordinates): void {
    const { ratio } = this.#sigma.getCamera().getState();
    const meant = this.#steps.turn({ at: timeStamp, delta: -deltaY, ratio });
    if (meant === null) return;
    const node = this.#near(mouse);
    const isTaken = meant === 'out' ? this.gestures.leave() : node !== null && this.gestures.enter(node);
    if (isTaken) this.#steps.spend();
  }

  /**
   * Returns the id of the nearest visible node to a point in pixels. Nearest, because on zooming in, nodes move apart faster than they
   * grow.
   */
  #near(point: Coordinates): string | null {
    const { width, height } = this.#sigma.getDimensions();
    let [nearest, least]: [string | null, number] = [null, Math.max(width, height)];
    this.#graph.forEachNode((_, { id, x, y }) => {
      const at = this.#sigma.graphToViewport({ x, y });
      const distance = Math.hypot(at.x - point.x, at.y - point.y);
      if (distance < least) [nearest, least] = [id, distance];
    });
    return nearest;
  }
}
