import type Sigma from 'sigma';
import type { GraphScene } from '../../src/contract/graph.ts';
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

/** One below the other has room from here on, one beside the other does not: a tenth of a turn off the horizontal. */
const LEAST_SLOPE = Math.sin(Math.PI / 5);
const TURN = 2 * Math.PI;

/**
 * Where the likelihoods of the rings stand: where nodes and their lines leave most room, and not side by side.
 * @returns an angle in the plane of the scene, radians
 */
export function emptiestWay({ nodes }: GraphScene): number {
  const [middle, ...others] = nodes;
  const angles = middle === undefined ? [] : others.map(({ x, y }) => Math.atan2(y - middle.y, x - middle.x)).sort((one, two) => one - two);
  const gaps = angles.map((from, index) => {
    const to = angles[index + 1] ?? (angles[0] ?? 0) + TURN;
    return { width: to - from, way: (from + to) / 2 };
  });
  const [widest] = gaps.filter(({ way }) => Math.abs(Math.sin(way)) >= LEAST_SLOPE).sort((one, two) => two.width - one.width);
  return widest?.way ?? -Math.PI / 2;
}

const LABEL_PX = 11;
/** Nobody reads labels that stand closer, one below the other. */
const LEAST_GAP = 18;
const HALO = 3;

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
    const { x, y } = this.#middle;
    const middle = this.sigma.graphToViewport({ x, y });
    lines.strokeStyle = fadedColour(this.#palette);
    prepare(texts, this.#palette);
    let last = middle.y;
    for (const { radius, least } of this.#rings) {
      const at = this.sigma.graphToViewport({ x: x + radius * Math.cos(this.#way), y: y + radius * Math.sin(this.#way) });
      const pixels = Math.hypot(at.x - middle.x, at.y - middle.y);
      lines.beginPath();
      lines.arc(middle.x, middle.y, pixels, 0, TURN);
      lines.stroke();
      if (Math.abs(at.y - last) < LEAST_GAP) continue;
      last = at.y;
      const text = `from ${percent(least)}`;
      texts.strokeText(text, at.x, at.y + LABEL_PX / 3);
      texts.fillText(text, at.x, at.y + LABEL_PX / 3);
    }
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
