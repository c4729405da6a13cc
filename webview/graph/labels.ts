import type { Settings } from 'sigma/settings';
import type { NodeDisplayData, PartialButFor } from 'sigma/types';
import type { LabelBox, LabelPlaces } from './label-places.ts';
import { css, type Palette } from './tint.ts';

type Lettering = Pick<Settings, 'labelFont' | 'labelSize' | 'labelWeight'>;
type Labelled = PartialButFor<NodeDisplayData, 'x' | 'y' | 'size' | 'label' | 'color'>;

/** Space between a node and its label, in pixels. */
const GAP = 4;
const HALO = 3;
const PADDING = 3;
/** Width of the ring around a selected or hovered node. */
const RING = 3;

/** Returns the left edge of a label: right of its node, or left of it when there is no room. */
function startOf({ canvas }: CanvasRenderingContext2D, { x, size }: Labelled, width: number): number {
  const right = x + size + GAP;
  return right + width <= canvas.clientWidth ? right : Math.max(0, x - size - GAP - width);
}

const fontOf = ({ labelWeight, labelSize, labelFont }: Lettering): string => `${labelWeight} ${labelSize}px ${labelFont}`;

/** Returns the possible places of a node's label that are inside the drawing: beside, below or above the node. */
function boxesFor({ canvas }: CanvasRenderingContext2D, { x, y, size }: Labelled, width: number, height: number): LabelBox[] {
  const [far, middle] = [size + GAP, x - width / 2];
  const sides = [
    { left: x + far, top: y - height / 2 },
    { left: x - far - width, top: y - height / 2 },
    { left: middle, top: y + far },
    { left: middle, top: y - far - height },
  ];
  return sides.filter(({ left }) => left >= 0 && left + width <= canvas.clientWidth).map((side) => ({ ...side, width, height }));
}

/**
 * Returns a function that draws labels, with a halo over lines and without overlaps. A label without room is in the list, and shown on
 * hover.
 */
export function labelDrawer(palette: Palette, places: LabelPlaces) {
  return (context: CanvasRenderingContext2D, node: Labelled, settings: Lettering): void => {
    const { label, x, y, size, highlighted } = node;
    // A highlighted node's label is drawn by `hoverDrawer`.
    if (!label || highlighted === true) return;
    context.font = fontOf(settings);
    const boxes = boxesFor(context, node, context.measureText(label).width, settings.labelSize);
    const box = places.take(boxes, { left: x - size, top: y - size, width: 2 * size, height: 2 * size });
    if (box === null) return;
    context.lineJoin = 'round';
    context.lineWidth = HALO;
    context.strokeStyle = css(palette.background);
    context.fillStyle = css(palette.foreground);
    const base = box.top + (settings.labelSize * 5) / 6;
    context.strokeText(label, box.left, base);
    context.fillText(label, box.left, base);
  };
}

/** Returns a function that draws a ring around a node, and its label on a background. */
export function hoverDrawer(palette: Palette) {
  return (context: CanvasRenderingContext2D, node: Labelled, settings: Lettering): void => {
    const { label, x, y, size } = node;
    context.font = fontOf(settings);
    const width = label ? context.measureText(label).width + 2 * PADDING : 0;
    const left = startOf(context, node, width);
    context.lineWidth = 2;
    context.strokeStyle = css(palette.focus);
    context.fillStyle = css(palette.background);
    if (label) {
      const height = settings.labelSize + 2 * PADDING;
      context.beginPath();
      context.roundRect(left, y - height / 2, width, height, PADDING);
      context.fill();
      if (palette.isHighContrast) context.stroke();
    }
    context.beginPath();
    context.arc(x, y, size + RING, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    if (!label) return;
    context.fillStyle = css(palette.foreground);
    context.fillText(label, left + PADDING, y + settings.labelSize / 3);
  };
}
