import { useEffect, useState } from 'react';
import type { GraphSnapshot, SceneEdge, SceneNode } from '../../src/host/dashboards/graph/protocol.ts';
import type { Colouring } from './saved-graph.ts';

type Rgb = readonly [red: number, green: number, blue: number];
export type Locks = GraphSnapshot['locks'];

/** Returns the lock on a file. Own properties only, since a path may equal an inherited key such as `constructor`. */
export const lockOn = (locks: Locks, path: string): Locks[string] | undefined => (Object.hasOwn(locks, path) ? locks[path] : undefined);

/** Colours of the editor's theme for the drawing. */
export interface Palette {
  readonly background: Rgb;
  readonly foreground: Rgb;
  readonly focus: Rgb;
  readonly important: Rgb;
  readonly fragile: Rgb;
  readonly exclusive: Rgb;
  readonly shared: Rgb;
  readonly changes: Rgb;
  readonly clusters: readonly Rgb[];
  readonly font: string;
  readonly isHighContrast: boolean;
}

const CHARTS = ['blue', 'orange', 'green', 'purple', 'yellow', 'red'];
/** Clusters beyond the first six repeat their colours, each round mixed more with the text colour. */
const NEARER = 0.3;
const ROUNDS = 3;

/** Converts a CSS colour to RGB through a canvas, which accepts every notation that a theme may use. */
function toRgb(context: CanvasRenderingContext2D | null, css: string): Rgb | null {
  if (context === null || css === '') return null;
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = css;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

/** Reads the colours of the current theme. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const read = (name: string): Rgb | null => toRgb(context, style.getPropertyValue(`--vscode-${name}`).trim());
  const foreground = read('foreground') ?? [128, 128, 128];
  const chart = (name: string): Rgb => read(`charts-${name}`) ?? foreground;
  return {
    background: read('editor-background') ?? [0, 0, 0],
    foreground,
    focus: read('focusBorder') ?? foreground,
    important: chart('blue'),
    fragile: chart('red'),
    exclusive: chart('red'),
    shared: chart('yellow'),
    changes: chart('orange'),
    clusters: CHARTS.map(chart),
    font: style.getPropertyValue('--vscode-font-family'),
    isHighContrast: document.body.classList.contains('vscode-high-contrast'),
  };
}

/** @param share of `other`, from 0 to 1 */
function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2): number => Math.round(one[at] + (other[at] - one[at]) * share);
  return [part(0), part(1), part(2)];
}

export const css = ([red, green, blue]: Rgb): string => `rgb(${red}, ${green}, ${blue})`;

/** Returns the colour of an ordinary node, which must still be visible. */
const plainNode = ({ background, foreground, isHighContrast }: Palette): Rgb => mixed(background, foreground, isHighContrast ? 0.7 : 0.5);

function clusterColour({ clusters, foreground }: Palette, cluster: number): Rgb {
  const round = Math.floor(cluster / clusters.length) % ROUNDS;
  return mixed(clusters[cluster % clusters.length] ?? foreground, foreground, round * NEARER);
}

/** Maps a share so that differences between small shares are visible. */
const seen = (share: number): number => Math.sqrt(Math.min(1, Math.max(0, share)));

function nodeRgb(node: SceneNode, colouring: Colouring, palette: Palette, locks: Locks): Rgb {
  const plain = plainNode(palette);
  switch (colouring) {
    case 'importance':
      return node.likelihood === null
        ? mixed(plain, palette.important, seen(node.importance))
        : mixed(plain, palette.fragile, seen(node.likelihood));
    case 'fragility':
      return mixed(plain, palette.fragile, seen(node.fragility));
    case 'cluster':
      return node.cluster === null ? plain : clusterColour(palette, node.cluster);
    case 'lock': {
      const lock = lockOn(locks, node.path);
      return lock === undefined ? plain : lock.mode === 'exclusive' ? palette.exclusive : palette.shared;
    }
  }
}

export const nodeColour = (node: SceneNode, colouring: Colouring, palette: Palette, locks: Locks): string =>
  css(nodeRgb(node, colouring, palette, locks));

/** Returns the colour of nodes outside the focus. */
export const fadedColour = (palette: Palette): string =>
  css(mixed(palette.background, palette.foreground, palette.isHighContrast ? 0.35 : 0.16));

/** Shares of the text colour for edges of the lowest and the highest weight. */
const STRENGTHS = { lit: [0.75, 0.75], plain: [0.12, 0.34], faint: [0.06, 0.16] } as const;
const MORE_CONTRAST = 0.16;

/** @param strength `lit` for an edge of the focused node; `faint` when there are very many edges */
export function edgeColour({ type, weight }: SceneEdge, palette: Palette, strength: keyof typeof STRENGTHS): string {
  const towards = type === 'breaks_if_changed' ? palette.changes : palette.foreground;
  const [least, most] = STRENGTHS[strength];
  const share = least + (most - least) * weight + (palette.isHighContrast ? MORE_CONTRAST : 0);
  return css(mixed(palette.background, towards, share));
}

/** Values with a colour scale. In an impact scene, likelihood replaces importance. */
export type Scaled = 'importance' | 'fragility' | 'likelihood';

/** Returns the colours of a scale from low to high, for a legend. */
export function scaleColours(colouring: Scaled, palette: Palette): readonly string[] {
  const end = colouring === 'importance' ? palette.important : palette.fragile;
  return [0, 0.25, 0.5, 0.75, 1].map((share) => css(mixed(plainNode(palette), end, seen(share))));
}

/** Returns the colours of locks for a legend. */
export function lockColours(palette: Palette): Readonly<Record<'exclusive' | 'shared' | 'free', string>> {
  return { exclusive: css(palette.exclusive), shared: css(palette.shared), free: css(plainNode(palette)) };
}

/** Returns the colour of edges between files that change together. */
export const changesColour = ({ changes }: Palette): string => css(changes);

export const clusterCss = (palette: Palette, cluster: number): string => css(clusterColour(palette, cluster));

/** Returns the colours of the theme, updated when the theme changes. VS Code then changes classes and CSS variables of the page. */
export function usePalette(): Palette {
  const [palette, setPalette] = useState(readPalette);
  useEffect(() => {
    const observer = new MutationObserver(() => setPalette(readPalette()));
    observer.observe(document.body, { attributeFilter: ['class'] });
    observer.observe(document.documentElement, { attributeFilter: ['style', 'class'] });
    return () => observer.disconnect();
  }, []);
  return palette;
}

/** Reports whether the person prefers reduced motion. */
export const isStill = (): boolean =>
  document.body.classList.contains('vscode-reduce-motion') || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Reports whether WebGL is available. */
export function canDraw(): boolean {
  const canvas = document.createElement('canvas');
  return canvas.getContext('webgl2') !== null || canvas.getContext('webgl') !== null;
}
