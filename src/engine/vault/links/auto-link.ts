import { onDemand } from '../../platform/on-demand.ts';
import { maskConflicts } from '../../text/conflicts/merge-conflicts.ts';
import type { MarkdownParts, Range } from '../../text/markdown/markdown.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { comparable } from '../notes/comparable.ts';
import type { NamedNote } from '../notes/named-note.ts';
import { splitNote } from '../notes/note-parts.ts';
import { splitProse } from '../prose/prose.ts';
import { isInWikilink } from './in-wikilink.ts';
import type { LinkQuery } from './link-table.ts';
import { type LinkableText, linkableText } from './linkable-text.ts';
import { findMarkdownLinks } from './markdown-links.ts';
import { getMentions, longestMentions, type Mention } from './mentions.ts';
import { RangeWalk } from './range-walk.ts';
import { findFileReferences, findLinks } from './wikilinks.ts';

/** Range of a text and its replacement. */
export interface TextEdit extends Range {
  readonly text: string;
}

/** Characters that would end a link early, or start other syntax. */
const unfitCharacter = onDemand(() => /[[\]()<>|#^`\\\p{Cc}]/u);

/** Reports whether a link with this target resolves to the note at the path, in every note. */
export function isLinkTargetOf(index: VaultIndex, path: string, target: string): boolean {
  const resolution = index.resolve(target);
  return target !== '' && !unfitCharacter().test(target) && resolution.kind === 'found' && resolution.path === path;
}

/**
 * Returns a link target that resolves to exactly this note: the path without extension, which Obsidian and the original program follow
 * too, or else the id.
 * @returns `null` if neither is unambiguous
 */
export function linkTarget(index: VaultIndex, { path, id }: Pick<NamedNote, 'path' | 'id'>): string | null {
  return [path.replace(/\.md$/, ''), id].find((target) => isLinkTargetOf(index, path, target)) ?? null;
}

/** A text without this pattern contains no note paths in backticks. */
const HOLDS_REFERENCE = /\.md\s*`/;

/** Path in backticks, and the path of the other note to which it resolves, if any. */
type FileReference = Range & { readonly path: string | null };

/** Links to propose for a note. */
export interface ProposedLinks {
  readonly edits: readonly TextEdit[];
  /** Names in the text that several other notes share, so they are not linked. */
  readonly unclear: readonly string[];
}

const NOTHING: ProposedLinks = { edits: [], unclear: [] };

/** Reports whether a note has a name or id. @param key from `comparable` */
const isNamed = ({ name, id }: NamedNote, key: string) => [name, id].some((each) => comparable(each.trim()) === key);

/** Returns the paths of the notes with a name or id, as written in a text. */
export function pathsNamed(index: VaultIndex, name: string): readonly string[] {
  const key = comparable(name);
  return Array.from(index.known()).flatMap((note) => (isNamed(note, key) ? note.path : []));
}

class LinkProposer {
  readonly #unclear: string[] = [];
  readonly #index: VaultIndex;
  readonly #note: Pick<NamedNote, 'path'>;
  readonly #text: string;

  constructor(index: VaultIndex, note: Pick<NamedNote, 'path'>, text: string) {
    this.#index = index;
    this.#note = note;
    // Propose no links between git's conflict markers.
    this.#text = maskConflicts(text);
  }

  propose(): ProposedLinks {
    const { proseFrom } = splitNote(this.#text);
    const all = getMentions(this.#index).all(this.#text, proseFrom);
    const mentions = all.filter((mention) => !isInWikilink(this.#text, mention));
    // Most texts contain neither, and need not be parsed.
    if (!this.#namesAnother(mentions, null) && !HOLDS_REFERENCE.test(this.#text)) return NOTHING;
    const parts = splitProse(this.#text, proseFrom);
    const files = findFileReferences(this.#text, parts.spans).map((link) => ({ ...link, path: this.#other(link) }));
    const linked = this.#linked(parts, files);
    if (!this.#namesAnother(mentions, linked) && files.every(({ path }) => path === null)) return NOTHING;
    const linkable = linkableText(this.#text, proseFrom, parts);
    if (linkable === null) return NOTHING;
    const references = this.#references(files, linkable);
    const kept = this.#keepsShape(parts, references, proseFrom) ? references : [];
    const edits = [...kept, ...this.#mentions(longestMentions(mentions, linkable.mentions), linked)];
    return { edits: edits.sort((one, other) => one.from - other.from), unclear: this.#unclear };
  }

  /** Reports whether code and comments stay the same without these backticks, which may keep others from forming a fence. */
  #keepsShape(before: MarkdownParts, references: readonly TextEdit[], proseFrom: number): boolean {
    if (references.length === 0) return true;
    const { spans, fences, comments } = splitProse(applyEdits(this.#text, references), proseFrom);
    const others = before.spans.length - references.length;
    return spans.length === others && fences.length === before.fences.length && comments.length === before.comments.length;
  }

  /** Returns the path to which a target resolves from this note, if it is another note. */
  #other({ target, kind }: LinkQuery): string | null {
    const resolution = this.#index.resolve(target, this.#note.path, kind);
    return resolution.kind === 'found' && resolution.path !== this.#note.path ? resolution.path : null;
  }

  #targetOf(path: string): string | null {
    const note = this.#index.knownAt(path);
    return note === undefined ? null : linkTarget(this.#index, note);
  }

  /** Reports whether a mentioned note is not linked yet, or is ambiguous. Without `linked`, whether another note is mentioned at all. */
  #namesAnother(mentions: readonly Mention[], linked: ReadonlySet<string | null> | null): boolean {
    return mentions.some(({ path }) => path === null || (path !== this.#note.path && linked?.has(path) !== true));
  }

  /** Returns edits that turn all note paths in backticks into links. */
  #references(files: readonly FileReference[], { kept }: LinkableText): TextEdit[] {
    const walk = new RangeWalk(kept);
    return files.flatMap(({ path, from, to }) => {
      const link = path === null ? null : this.#targetOf(path);
      return link === null || (walk.at(from)?.from ?? to) < to ? [] : [{ from, to, text: `[[${link}]]` }];
    });
  }

  /** Returns the paths of the notes to which the text links, and the note's own path. */
  #linked({ prose }: MarkdownParts, files: readonly FileReference[]): Set<string | null> {
    const links = [...findLinks(this.#text, prose), ...findMarkdownLinks(this.#text, prose, this.#note.path)];
    return new Set([this.#note.path, ...files.map(({ path }) => path), ...links.map((link) => this.#other(link))]);
  }

  /** Records an unclear name. @param linked notes to which the text links. If one of them has the name, the name is clear enough. */
  #seeUnclear(name: string, linked: ReadonlySet<string | null>): void {
    const key = comparable(name);
    const notes = [...linked].flatMap((path) => (path === null ? [] : (this.#index.knownAt(path) ?? [])));
    if (!notes.some((note) => isNamed(note, key))) this.#unclear.push(name);
  }

  /** Returns edits that link the first mention of each note to which the text has no link. */
  #mentions(mentions: readonly Mention[], linked: Set<string | null>): TextEdit[] {
    const edits: TextEdit[] = [];
    for (const { path, from, to } of mentions) {
      if (path === null) this.#seeUnclear(this.#text.slice(from, to), linked);
      if (path === null || linked.has(path)) continue;
      linked.add(path);
      const target = this.#targetOf(path);
      if (target !== null) edits.push({ from, to, text: `[[${target}|${this.#text.slice(from, to)}]]` });
    }
    return edits;
  }
}

/**
 * Proposes links for a note: references to files, as the original program converts them, and the first mention, by name or id, of each
 * note that is not linked yet. The prose reads the same afterwards, and applying the edits leaves nothing to propose.
 * @param text current text of the note; the edits are sorted and apply to it
 */
export function proposeLinks(index: VaultIndex, note: Pick<NamedNote, 'path'>, text: string): readonly TextEdit[] {
  return proposedLinks(index, note, text).edits;
}

/** Like `proposeLinks`, and also returns the names that are not linked because several notes share them. */
export function proposedLinks(index: VaultIndex, note: Pick<NamedNote, 'path'>, text: string): ProposedLinks {
  return new LinkProposer(index, note, text).propose();
}

/** Applies edits to a text. All other bytes stay unchanged. @param edits sorted and not overlapping */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let kept = 0;
  const parts: string[] = [];
  for (const edit of edits) {
    parts.push(text.slice(kept, edit.from), edit.text);
    kept = edit.to;
  }
  return parts.join('') + text.slice(kept);
}
