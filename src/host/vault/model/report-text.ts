import { isDecisionFinding, type LinkReport, type VaultFinding } from '../../../engine/vault/index.ts';
import { counted, oneLine } from '../../model/text.ts';

/** Maximum number of lines per section. */
const MAX_LINES = 1_000;

/** Formats the report of a vault as Markdown: links, open decisions and problems. */
export function reportText({ total, with_links, orphans, hubs }: LinkReport, findings: readonly VaultFinding[]): string {
  const parts = [
    `# Memory report\n\n${counted(total, 'note')}, ${with_links} with links.`,
    section('To decide', findings.filter(isDecisionFinding).map(questionLine)),
    section('Problems', findings.filter((finding) => !isDecisionFinding(finding)).map(problemLine)),
    section('Orphans', orphans.map(code)),
    section(
      'Hubs',
      hubs.map(({ path, links }) => `${code(path)}: ${counted(links, 'link')}`),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

const questionLine = ({ path, message, next }: VaultFinding) => `${code(path)}: ${oneLine(message, 300)}${nextText(next)}`;

function problemLine({ severity, path, line, message, next }: VaultFinding): string {
  const place = path === '' ? '' : ` ${code(line === null ? path : `${path}:${line}`)}`;
  return `${severity}${place}: ${oneLine(message, 300)}${nextText(next)}`;
}

const nextText = (next: string | null) => (next === null ? '' : ` (${oneLine(next, 200)})`);

const code = (path: string) => `\`${oneLine(path, 300).replaceAll('`', "'")}\``;

/** A note that a report mentions: offsets in the report, path, and line in the note (default 1). */
export interface ReportedNote {
  readonly start: number;
  readonly end: number;
  readonly path: string;
  readonly line: number;
}

/** Returns the notes that lines of a report begin with. */
export function notesReported(text: string): ReportedNote[] {
  return Array.from(
    text.matchAll(/^- (?:\w+ )?`(([^`\n]+?)(?::(\d+))?)`/gm),
    ({ index, 0: whole, 1: named = '', 2: path = '', 3: line }) => {
      const end = index + whole.length - 1;
      return { start: end - named.length, end, path, line: Number(line ?? 1) };
    },
  );
}

function section(title: string, lines: readonly string[]): string {
  const shown = lines.slice(0, MAX_LINES).map((line) => `- ${line}`);
  if (lines.length > MAX_LINES) shown.push(`- … ${(lines.length - MAX_LINES).toLocaleString('en')} more`);
  return `## ${title} (${lines.length})\n\n${shown.length === 0 ? 'None.' : shown.join('\n')}`;
}
