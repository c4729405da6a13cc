import { CARD_PX } from './card.tsx';

/** Number of frames to retry. New cards have their final height one frame after rendering, and their final position after one more. */
const FRAMES = 3;

/** Scrolls a card into view, even if it is not rendered yet. */
export function showCard(list: string, index: number, frames = FRAMES): void {
  const card = document.getElementById(`${list}-${index}`);
  const grid = document.querySelector(`.${list}-grid`);
  if (card !== null) card.scrollIntoView({ block: 'nearest' });
  else if (grid !== null) grid.scrollTop = index * CARD_PX;
  if (frames > 0) requestAnimationFrame(() => showCard(list, index, frames - 1));
}
