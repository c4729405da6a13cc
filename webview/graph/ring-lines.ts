import type Sigma from 'sigma';
import type { GraphScene } from '../../src/host/dashboards/graph/protocol.ts';
import type { LabelBox } from './label-places.ts';
import { percent } from './looks.tsx';
import { css, fadedColour, type Palette } from './tint.ts';

/** A ring around what changes, in which what may break stands. */
export interface Ring {
  /** In the units of the scene. */
  readonly radius: number;
  /** That what stands in it must change, too: of the least likely. */
  readonly least: number;
}

/** Positions are told to so many decimals; those of one ring differ by less. */
const NEAR = 1_000;

/** The rings of a scene of what may break, from the inside; none of another scene. */
export function ringsOf({ place, nodes }: GraphScene): Ring[] {
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
/** Ways out of the middle, the one straight down first, in which texts stand one below the other and not side by side. */
const WAYS = Array.from({ length: 24 }, (_, step) => (step * TURN) / 24 - Math.PI / 2).filter((way) => Math.abs(Math.sin(way)) > 0.55);
/** In the units of the scene: what is nearer than this is as good as under the texts. */
const UNDER = 0.02;

/** How much stands in a way: large nodes and near ones most. */
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

/** Where the likelihoods of the rings cover least. @returns an angle in the plane of the scene, radians */
export function emptiestWay(scene: GraphScene): number {
  const [best = { way: 0 }] = WAYS.map((way) => ({ way, crowd: crowding(way, scene) })).sort((one, other) => one.crowd - other.crowd);
  return best.way;
}

const LABEL_PX = 11;
/** Nobody reads labels that stand closer, one below the other. */
const LEAST_GAP = 18;
const HALO = 3;
/** As wide as `from 100 %` at most is. */
const TEXT_WIDTH_PX = 64;

/** A ring as it is drawn, in pixels. */
interface DrawnRing {
  readonly radius: number;
  /** The middle of what it says; `null` where that has no room. */
  readonly at: { readonly x: number; readonly y: number } | null;
  readonly text: string;
}

/** The rings behind the picture, and over its lines how likely it is at least that what stands in each breaks. */
export class RingLayer {
  readonly #lines: HTMLCanvasElement;
  readonly #texts: HTMLCanvasElement;
  #rings: readonly Ring[] = [];
  #middle = { x: 0.5, y: 0.5 };
  #way = 0;
  #palette: Palette | null = null;

  /** @param sigma draws the scene; the layer ends with it */
  constructor(private readonly sigma: Pick<Sigma, 'createCanvas' | 'graphToViewport' | 'getDimensions'>) {
    this.#lines = sigma.createCanvas('rings', { beforeLayer: 'edges' });
    this.#texts = sigma.createCanvas('ringTexts', { beforeLayer: 'nodes' });
  }

  /** What the next picture shows. */
  show(scene: GraphScene, palette: Palette): void {
    this.#rings = ringsOf(scene);
    this.#middle = scene.nodes[0] ?? this.#middle;
    this.#way = emptiestWay(scene);
    this.#palette = palette;
  }

  /** As large, and where, as the picture is now. */
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

  /** Where its texts stand in the picture as it is now: names are to stand beside them. */
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

  /** As large as the picture, in the pixels of the screen, and empty. */
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

/** What is written stands on a ground of its own. */
function prepare(context: CanvasRenderingContext2D, palette: Palette): void {
  context.font = `${LABEL_PX}px ${palette.font}`;
  context.textAlign = 'center';
  context.lineJoin = 'round';
  context.lineWidth = HALO;
  context.strokeStyle = css(palette.background);
  context.fillStyle = css(palette.foreground);
}
