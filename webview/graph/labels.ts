import type { Settings } from 'sigma/settings';
import type { NodeDisplayData, PartialButFor } from 'sigma/types';
import { css, type Palette } from './tint.ts';

type Lettering = Pick<Settings, 'labelFont' | 'labelSize' | 'labelWeight'>;
type Labelled = PartialButFor<NodeDisplayData, 'x' | 'y' | 'size' | 'label' | 'color'>;

/** Between a node and its name, in pixels. */
const GAP = 4;
const HALO = 3;
const PADDING = 3;
/** Around the node that is chosen, or under the mouse. */
const RING = 3;

/** Where a name begins: to the right of its node, and to the left of it where there is no room. */
function startOf({ canvas }: CanvasRenderingContext2D, { x, size }: Labelled, width: number): number {
  const right = x + size + GAP;
  return right + width <= canvas.clientWidth ? right : Math.max(0, x - size - GAP - width);
}

const fontOf = ({ labelWeight, labelSize, labelFont }: Lettering): string => `${labelWeight} ${labelSize}px ${labelFont}`;

/** Draws names so that lines behind them do not disturb. */
export function labelDrawer(palette: Palette) {
  return (context: CanvasRenderingContext2D, node: Labelled, settings: Lettering): void => {
    const { label, y } = node;
    if (!label) return;
    context.font = fontOf(settings);
    context.lineJoin = 'round';
    context.lineWidth = HALO;
    context.strokeStyle = css(palette.background);
    context.fillStyle = css(palette.foreground);
    const [left, base] = [startOf(context, node, context.measureText(label).width), y + settings.labelSize / 3];
    context.strokeText(label, left, base);
    context.fillText(label, left, base);
  };
}

/** Draws a ring around a node, and its name on a ground of its own. */
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
