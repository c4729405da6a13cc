import type { showDnaOutput } from '../../../engine/dna/index.ts';
import type { Checked } from '../../../engine/platform/on-demand.ts';
import type { JsonPath } from '../../../engine/text/json/json-position.ts';

/** An item of the DNA. */
export interface DnaItem {
  /** Codicon. */
  readonly icon: string;
  readonly text: string;
  readonly about: string;
  /** Path below `data` in manifest.crtx. */
  readonly at: JsonPath;
}

type Shown = Checked<typeof showDnaOutput>;

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Returns the items of the DNA, most binding first (seed 1, "ProjectDNA"). */
export function dnaItems({ dna, confidence }: Shown): DnaItem[] {
  const { project, constraints, patterns, risks, owner } = dna;
  const purpose: DnaItem = { icon: 'target', text: project.purpose, about: 'purpose of the project', at: ['project', 'purpose'] };
  return [
    ...(project.purpose === '' ? [] : [purpose]),
    ...constraints.map(({ severity, type, rule, reason }, n): DnaItem => {
      return { icon: 'law', text: rule, about: `${severity} · ${type}${reason === '' ? '' : ` · ${reason}`}`, at: ['constraints', n] };
    }),
    ...patterns.map(({ domain, pattern }, n): DnaItem => {
      return { icon: 'lightbulb', text: pattern, about: `${domain} · confidence ${percent(confidence[n] ?? 0)}`, at: ['patterns', n] };
    }),
    ...risks.map(({ path, reason, breakFrequency }, n): DnaItem => {
      return {
        icon: 'flame',
        text: path,
        about: `${percent(breakFrequency)} of its changes were fixes or reverts · ${reason}`,
        at: ['risks', n],
      };
    }),
    ...builtWith(dna),
    ...owner.preferences.map((text, n): DnaItem => ({ icon: 'heart', text, about: 'preferred', at: ['owner', 'preferences', n] })),
  ];
}

const STACK: Readonly<Record<string, string>> = {
  languages: 'languages',
  frameworks: 'frameworks',
  databases: 'databases',
  infrastructure: 'infrastructure',
  aiProviders: 'AI providers',
  buildTools: 'build tools',
};

function builtWith({ stack, architecture }: Shown['dna']): DnaItem[] {
  const parts = Object.entries(stack).flatMap(([key, names]): DnaItem[] => {
    const about = STACK[key];
    if (about === undefined || !Array.isArray(names) || names.length === 0) return [];
    return [{ icon: 'layers', text: names.join(', '), about, at: ['stack', key] }];
  });
  const boundaries = architecture.boundaries.map(({ name, paths }, n): DnaItem => {
    return { icon: 'package', text: name, about: paths.join(' '), at: ['architecture', 'boundaries', n] };
  });
  const entryPoints = architecture.entryPoints.map((text, n): DnaItem => {
    return { icon: 'debug-start', text, about: 'entry point', at: ['architecture', 'entryPoints', n] };
  });
  return [
    ...parts,
    { icon: 'home', text: architecture.type, about: 'architecture', at: ['architecture', 'type'] },
    ...boundaries,
    ...entryPoints,
  ];
}
