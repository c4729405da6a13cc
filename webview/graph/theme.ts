import { useEffect, useState } from 'react';
import { type Palette, readPalette } from './tint.ts';

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
