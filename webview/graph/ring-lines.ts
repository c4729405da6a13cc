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

const LABEL_PX = 11;
/** Nobody reads labels that stand closer. */
const LEAST_GAP = 18;
const HALO = 3;

/** The rings behind the picture, and over its lines how likely it is at least that what stands in each breaks. */
export class RingLayer {
  readonly #lines: HTMLCanvasElement;
  readonly #texts: HTMLCanvasElement;
  #rings: readonly Ring[] = [];
  #middle = { x: 0.5, y: 0.5 };
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
    this.#palette = palette;
  }

  /** As large, and where, as the picture is now. */
  draw(): void {
    const [lines, texts] = [this.#cleared(this.#lines), this.#cleared(this.#texts)];
    if (lines === null || texts === null || this.#palette === null || this.#rings.length === 0) return;
    const { x: left, y } = this.#middle;
    const middle = this.sigma.graphToViewport({ x: left, y });
    lines.strokeStyle = fadedColour(this.#palette);
    prepare(texts, this.#palette);
    let last = 0;
    for (const { radius, least } of this.#rings) {
      const at = this.sigma.graphToViewport({ x: left + radius, y });
      const pixels = Math.hypot(at.x - middle.x, at.y - middle.y);
      lines.beginPath();
      lines.arc(middle.x, middle.y, pixels, 0, 2 * Math.PI);
      lines.stroke();
      if (pixels - last < LEAST_GAP) continue;
      last = pixels;
      const [text, below] = [`from ${percent(least)}`, middle.y + pixels + LABEL_PX / 3];
      texts.strokeText(text, middle.x, below);
      texts.fillText(text, middle.x, below);
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
