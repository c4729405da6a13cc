import { isQuestion, type LinkReport, type VaultFinding } from '../../../engine/vault/index.ts';
import { counted, oneLine } from '../../model/text.ts';

/** So many of a kind are written down: a person mends no more at once. */
const MOST_LINES = 1_000;

/** How the notes of a vault are connected, what waits for a decision, and what is wrong, as Markdown. */
export function reportText({ total, with_links, orphans, hubs }: LinkReport, findings: readonly VaultFinding[]): string {
  const parts = [
    `# Memory report\n\n${counted(total, 'note')}, ${with_links} with links.`,
    section('To decide', findings.filter(isQuestion).map(questionLine)),
    section('Problems', findings.filter((finding) => !isQuestion(finding)).map(problemLine)),
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

function section(title: string, lines: readonly string[]): string {
  const shown = lines.slice(0, MOST_LINES).map((line) => `- ${line}`);
  if (lines.length > MOST_LINES) shown.push(`- … ${(lines.length - MOST_LINES).toLocaleString('en')} more`);
  return `## ${title} (${lines.length})\n\n${shown.length === 0 ? 'None.' : shown.join('\n')}`;
}
