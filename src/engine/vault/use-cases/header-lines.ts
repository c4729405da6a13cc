import { onDemand } from '../../platform/on-demand.ts';
import { splitHeader } from '../../text/frontmatter/split-header.ts';
import { lineAndColumnAt, lineStarts } from '../../text/markdown/markdown.ts';
import { ambiguousLinkFinding, deadLinkFinding, type Finding } from '../doctor.ts';
import { headerKeyAt } from '../headers/header-position.ts';
import { findPlacedLinks } from '../links/placed-links.ts';
import { examineText, type TextFinding } from '../notes/examine-text.ts';
import { readNoteText, UNREAD } from '../notes/format.ts';
import { readTextInFile } from '../notes/note-file.ts';
import type { AmbiguousLink, BadLink } from '../report.ts';
import type { OpenVault } from './open-vault.ts';

/** Findings about values of a header that the text of the note locates. */
const LOCATED: ReadonlySet<string> = new Set(['dead-link', 'ambiguous-link', 'dead-reference', 'duplicate-id']);
/** Header keys that other findings are about, the first one that exists. */
const KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['review', ['status']],
  ['not-superseded', ['status']],
  ['contradiction', ['contradicts']],
  ['supersession-cycle', ['supersedes', 'superseded_by']],
]);

interface HeaderText {
  readonly text: string;
  readonly starts: readonly number[];
  /** Findings in the header. Only some kinds of findings need them, and they cost more than reading the file. */
  readonly findings: () => readonly TextFinding[];
}

/** Finds the lines of findings about headers. The index has no positions, so the notes with such findings are read again. */
export class HeaderLines {
  readonly #known = new Map<string, HeaderText | null>();

  constructor(private readonly vault: Pick<OpenVault, 'runtime' | 'config' | 'store'>) {}

  /** Returns the finding with its line in the header; unchanged if it is not about a header, or cannot be located. */
  placed(finding: Finding): Finding {
    const { code, path, line } = finding;
    const keys = KEYS.get(code);
    if (line !== 1 || (keys === undefined && !LOCATED.has(code))) return finding;
    const header = this.#headerOf(path);
    if (header === null) return finding;
    const at = keys === undefined ? locatedAt(header, finding) : headerKeyAt(header.text, keys);
    return at === null ? finding : { ...finding, line: lineAndColumnAt(header.starts, at).line };
  }

  /** Like `placed`, for a link. */
  placedLink<Link extends BadLink | AmbiguousLink>(link: Link): Link {
    const finding = 'candidates' in link ? ambiguousLinkFinding(link) : deadLinkFinding(link);
    return { ...link, line: this.placed(finding).line ?? link.line };
  }

  #headerOf(path: string): HeaderText | null {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const found = this.#read(path);
    this.#known.set(path, found);
    return found;
  }

  #read(path: string): HeaderText | null {
    const { runtime, config, store } = this.vault;
    const known = store.index.get(path);
    const text = known === undefined ? null : textOrNull(() => readTextInFile(runtime, config.root, known));
    if (text === null) return null;
    const findings = onDemand(() => {
      const { bodyFrom } = splitHeader(text);
      const note = readNoteText(path, text, UNREAD, config);
      return examineText({ text, note, links: findPlacedLinks(text, path) }, store.index).filter(({ at }) => at.from < bodyFrom);
    });
    return { text, starts: lineStarts(text), findings };
  }
}

/** The finding stays at the first line if the file cannot be read any more. */
function textOrNull(read: () => string | null): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function locatedAt({ findings }: HeaderText, { code, message }: Finding): number | null {
  return findings().find((each) => each.code === code && each.message === message)?.at.from ?? null;
}
