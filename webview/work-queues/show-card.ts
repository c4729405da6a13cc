import { CARD_PX } from './card.tsx';

/** Cards that have come are as high as they are one frame after they are drawn, and stand where they stand in the next one. */
const FRAMES = 3;

/** Brings a card into view, also when it is to be drawn yet. */
export function showCard(list: string, index: number, frames = FRAMES): void {
  const card = document.getElementById(`${list}-${index}`);
  const grid = document.querySelector(`.${list}-grid`);
  if (card !== null) card.scrollIntoView({ block: 'nearest' });
  else if (grid !== null) grid.scrollTop = index * CARD_PX;
  if (frames > 0) requestAnimationFrame(() => showCard(list, index, frames - 1));
}
