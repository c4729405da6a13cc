import type Sigma from 'sigma';
import type { GraphScene } from '../../src/host/dashboards/graph/protocol.ts';
import type { LabelBox } from './label-places.ts';
import { percent } from './looks.tsx';
import { css, fadedColour, type Palette } from './tint.ts';

/** A ring around the changed node, on which affected nodes are placed. */
export interface Ring {
  /** Radius in units of the scene. */
  readonly radius: number;
  /** Lowest likelihood on the ring. */
  readonly least: number;
}

/** Rounding factor for radii. Positions are rounded to a few decimals, so radii of one ring differ by less. */
const NEAR = 1_000;

/** Returns the rings of an impact scene, innermost first; none for other scenes. */
export function findRings({ place, nodes }: GraphScene): Ring[] {
  const [middle, ...others] = nodes;
  if (place.kind !== 'blast' || middle === undefined) return [];
  const rings = new Map<number, Ring>();
  for (const { x, y, likelihood } of others) {
    const radius = Math.round(Math.hypot(x - middle.x, y - middle.y) * NEAR) / NEAR;
    rings.set(radius, { radius, least: Math.min(likelihood ?? 0, rings.get(radius)?.least ?? 1) });
  }
  return [...rings.values()].sort((one, other) => one.radius - other.radius);
}

const TURN = 2 * Math.PI;
/**
 * Candidate directions for the ring labels, starting straight down. Only steep ones, so that labels are below each other and not side by
 * side.
 */
const WAYS = Array.from({ length: 24 }, (_, step) => (step * TURN) / 24 - Math.PI / 2).filter((way) => Math.abs(Math.sin(way)) > 0.55);
/** Distance, in units of the scene, below which a node counts as behind the labels. */
const UNDER = 0.02;

/** Rates how much a direction is crowded; large and near nodes count most. */
function crowding(way: number, { nodes: [middle, ...others] }: GraphScene): number {
  if (middle === undefined) return 0;
  const crowds = others.map(({ x, y, size }) => {
    const [right, up] = [x - middle.x, y - middle.y];
    const along = right * Math.cos(way) + up * Math.sin(way);
    const aside = Math.abs(up * Math.cos(way) - right * Math.sin(way));
    return size / Math.max(UNDER, along > 0 ? aside : Math.hypot(right, up)) ** 2;
  });
  return crowds.reduce((sum, crowd) => sum + crowd, 0);
}

/** Returns the direction in which ring labels cover least. @returns an angle in the plane of the scene, in radians */
export function emptiestDirection(scene: GraphScene): number {
  const [best = { way: 0 }] = WAYS.map((way) => ({ way, crowd: crowding(way, scene) })).sort((one, other) => one.crowd - other.crowd);
  return best.way;
}

const LABEL_PX = 11;
/** Smallest readable vertical distance between labels, in pixels. */
const LEAST_GAP = 18;
const HALO = 3;
/** Width of the longest label, `from 100 %`. */
const TEXT_WIDTH_PX = 64;

/** A ring in pixels. */
interface DrawnRing {
  readonly radius: number;
  /** Centre of its label; `null` when there is no room. */
  readonly at: { readonly x: number; readonly y: number } | null;
  readonly text: string;
}

/** Draws rings behind the nodes, with the lowest likelihood on each as its label. */
export class RingLayer {
  readonly #lines: HTMLCanvasElement;
  readonly #texts: HTMLCanvasElement;
  #rings: readonly Ring[] = [];
  #middle = { x: 0.5, y: 0.5 };
  #way = 0;
  #palette: Palette | null = null;

  /** @param sigma draws the scene, and removes the canvases of this layer when it is killed */
  constructor(private readonly sigma: Pick<Sigma, 'createCanvas' | 'graphToViewport' | 'getDimensions'>) {
    this.#lines = sigma.createCanvas('rings', { beforeLayer: 'edges' });
    this.#texts = sigma.createCanvas('ringTexts', { beforeLayer: 'nodes' });
  }

  /** Sets the scene to draw. */
  show(scene: GraphScene, palette: Palette): void {
    this.#rings = findRings(scene);
    this.#middle = scene.nodes[0] ?? this.#middle;
    this.#way = emptiestDirection(scene);
    this.#palette = palette;
  }

  /** Draws the rings for the present camera. */
  draw(): void {
    const [lines, texts] = [this.#cleared(this.#lines), this.#cleared(this.#texts)];
    if (lines === null || texts === null || this.#palette === null || this.#rings.length === 0) return;
    lines.strokeStyle = fadedColour(this.#palette);
    prepare(texts, this.#palette);
    const middle = this.sigma.graphToViewport(this.#middle);
    for (const { radius, at, text } of this.#drawn()) {
      lines.beginPath();
      lines.arc(middle.x, middle.y, radius, 0, TURN);
      lines.stroke();
      if (at === null) continue;
      texts.strokeText(text, at.x, at.y + LABEL_PX / 3);
      texts.fillText(text, at.x, at.y + LABEL_PX / 3);
    }
  }

  /** Returns the boxes of the labels for the present camera, which node labels must avoid. */
  places(): LabelBox[] {
    const [width, height] = [TEXT_WIDTH_PX, LABEL_PX + HALO];
    return this.#drawn().flatMap(({ at }) => (at === null ? [] : { left: at.x - width / 2, top: at.y - height / 2, width, height }));
  }

  #drawn(): DrawnRing[] {
    const { x, y } = this.#middle;
    const middle = this.sigma.graphToViewport({ x, y });
    let last = middle.y;
    return this.#rings.map(({ radius, least }) => {
      const at = this.sigma.graphToViewport({ x: x + radius * Math.cos(this.#way), y: y + radius * Math.sin(this.#way) });
      const hasRoom = Math.abs(at.y - last) >= LEAST_GAP;
      if (hasRoom) last = at.y;
      return { radius: Math.hypot(at.x - middle.x, at.y - middle.y), at: hasRoom ? at : null, text: `from ${percent(least)}` };
    });
  }

  /** Resizes a canvas to the drawing, in device pixels, and clears it. */
  #cleared(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
    const { width, height } = this.sigma.getDimensions();
    const scale = window.devicePixelRatio;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext('2d');
    context?.scale(scale, scale);
    return context;
  }
}

/** Sets the style of the labels, which have a halo in the background colour. */
function prepare(context: CanvasRenderingContext2D, palette: Palette): void {
  context.font = `${LABEL_PX}px ${palette.font}`;
  context.textAlign = 'center';
  context.lineJoin = 'round';
  context.lineWidth = HALO;
  context.strokeStyle = css(palette.background);
  context.fillStyle = css(palette.foreground);
}
