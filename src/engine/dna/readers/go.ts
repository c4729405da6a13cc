import { type ManifestFacts, splitLines } from '../facts.ts';

/** Returns the arguments of a directive in a Go file, on its own line or in a block: `require ( … )`, `use ./a`. */
function listed(text: string, directive: string): string[] {
  const found: string[] = [];
  let inside = false;
  for (const line of splitLines(text, '//')) {
    const [first = '', second = ''] = line.split(/\s+/, 2);
    if (inside && first !== ')' && first !== '') found.push(first);
    if (first === ')') inside = false;
    else if (first === directive && second === '(') inside = true;
    else if (first === directive && second !== '') found.push(second);
  }
  return found.map((word) => word.replace(/^"|"$/g, ''));
}

/** Parses `go.mod`. */
export function readGoMod(text: string): ManifestFacts {
  return { ecosystem: 'go', name: listed(text, 'module')[0], dependencies: listed(text, 'require'), stack: { languages: ['Go'] } };
}

/** Parses `go.work`. */
export function readGoWork(text: string): ManifestFacts {
  return { ecosystem: 'go', members: listed(text, 'use'), stack: { languages: ['Go'] } };
}
