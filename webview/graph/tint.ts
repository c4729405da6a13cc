import type { GraphSnapshot, SceneEdge, SceneNode } from '../../src/host/dashboards/graph/protocol.ts';
import type { Colouring } from './saved-graph.ts';

type Rgb = readonly [red: number, green: number, blue: number];
export type Locks = GraphSnapshot['locks'];

/** Who has a file. It may be called as what every object has: `constructor`. */
export const lockOn = (locks: Locks, path: string): Locks[string] | undefined => (Object.hasOwn(locks, path) ? locks[path] : undefined);

/** The colours of the editor's theme that the picture is drawn with. */
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
/** Clusters beyond the first six have the same colours, each time a little nearer to that of text. */
const NEARER = 0.3;
const ROUNDS = 3;

/** A colour of CSS as numbers: the canvas understands whatever a theme says. */
function toRgb(context: CanvasRenderingContext2D | null, css: string): Rgb | null {
  if (context === null || css === '') return null;
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = css;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

/** Reads the colours of the theme that shows now. */
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

/** @param share of the other one, from 0 to 1 */
function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2): number => Math.round(one[at] + (other[at] - one[at]) * share);
  return [part(0), part(1), part(2)];
}

export const css = ([red, green, blue]: Rgb): string => `rgb(${red}, ${green}, ${blue})`;

/** What is nothing special, and still to be seen. */
const plainNode = ({ background, foreground, isHighContrast }: Palette): Rgb => mixed(background, foreground, isHighContrast ? 0.7 : 0.5);

function clusterColour({ clusters, foreground }: Palette, cluster: number): Rgb {
  const round = Math.floor(cluster / clusters.length) % ROUNDS;
  return mixed(clusters[cluster % clusters.length] ?? foreground, foreground, round * NEARER);
}

/** Differences between small shares are seen, too. */
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

/** What is not looked at just now. */
export const fadedColour = (palette: Palette): string =>
  css(mixed(palette.background, palette.foreground, palette.isHighContrast ? 0.35 : 0.16));

/** How strongly an edge is drawn, as shares of the text's colour: those of no weight, and those of the most. */
const STRENGTHS = { lit: [0.75, 0.75], plain: [0.12, 0.34], faint: [0.06, 0.16] } as const;
const MORE_CONTRAST = 0.16;

/** @param strength `lit`: it is at what is looked at; `faint`: there are very many */
export function edgeColour({ type, weight }: SceneEdge, palette: Palette, strength: keyof typeof STRENGTHS): string {
  const towards = type === 'breaks_if_changed' ? palette.changes : palette.foreground;
  const [least, most] = STRENGTHS[strength];
  const share = least + (most - least) * weight + (palette.isHighContrast ? MORE_CONTRAST : 0);
  return css(mixed(palette.background, towards, share));
}

/** What a colour may say more or less of. Where one looks at what may break, likelihood stands in the place of importance. */
export type Scaled = 'importance' | 'fragility' | 'likelihood';

/** The two ends of a scale, and what is between them, for a legend. */
export function scaleColours(colouring: Scaled, palette: Palette): readonly string[] {
  const end = colouring === 'importance' ? palette.important : palette.fragile;
  return [0, 0.25, 0.5, 0.75, 1].map((share) => css(mixed(plainNode(palette), end, seen(share))));
}

/** The colours of a legend in words. */
export function lockColours(palette: Palette): Readonly<Record<'exclusive' | 'shared' | 'free', string>> {
  return { exclusive: css(palette.exclusive), shared: css(palette.shared), free: css(plainNode(palette)) };
}

/** Of lines between what was changed together. */
export const changesColour = ({ changes }: Palette): string => css(changes);

export const clusterCss = (palette: Palette, cluster: number): string => css(clusterColour(palette, cluster));
