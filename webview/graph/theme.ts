import { useEffect, useState } from 'react';
import { type Palette, readPalette } from './tint.ts';

/** The colours of the theme, anew when another one is chosen: the editor changes the page's classes and variables then. */
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

/** Whether a person wants nothing to move that need not. */
export const isStill = (): boolean =>
  document.body.classList.contains('vscode-reduce-motion') || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether this editor can draw the picture at all. */
export function canDraw(): boolean {
  const canvas = document.createElement('canvas');
  return canvas.getContext('webgl2') !== null || canvas.getContext('webgl') !== null;
}
