import type { LinkReport, VaultFinding } from '../../../engine/vault/index.ts';
import { counted, oneLine } from '../../model/text.ts';

/** So many of a kind are written down: a person mends no more at once. */
const MOST_LINES = 1_000;

/** How the notes of a vault are connected, and what is wrong with them, as Markdown. */
export function reportText({ total, with_links, orphans, hubs }: LinkReport, findings: readonly VaultFinding[]): string {
  const parts = [
    `# Memory report\n\n${counted(total, 'note')}, ${with_links} with links.`,
    section(
      'Problems',
      findings.map(({ severity, path, line, message, next }) => {
        const place = path === '' ? '' : ` ${code(line === null ? path : `${path}:${line}`)}`;
        return `${severity}${place}: ${oneLine(message, 300)}${next === null ? '' : ` (${oneLine(next, 200)})`}`;
      }),
    ),
    section('Orphans', orphans.map(code)),
    section(
      'Hubs',
      hubs.map(({ path, links }) => `${code(path)}: ${counted(links, 'link')}`),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

const code = (path: string) => `\`${oneLine(path, 300).replaceAll('`', "'")}\``;

function section(title: string, lines: readonly string[]): string {
  const shown = lines.slice(0, MOST_LINES).map((line) => `- ${line}`);
  if (lines.length > MOST_LINES) shown.push(`- … ${(lines.length - MOST_LINES).toLocaleString('en')} more`);
  return `## ${title} (${lines.length})\n\n${shown.length === 0 ? 'None.' : shown.join('\n')}`;
}
