import { queryWords, type VaultQuery } from '../../../engine/vault/index.ts';

/** What is typed: `project:shop`, `tag:"two words"`, or anything else. A quote within quotes stands twice. No part of it is looked at twice. */
const PART = /(project|type|tag|status|layer):(?:"([^"]*(?:""[^"]*)*)"?|(\S*))|"([^"]*(?:""[^"]*)*)"?|\S+/gi;

/** What notes are below in the view, whatever their status is. */
const GROUPS = ['project', 'type', 'tag', 'layer'];

const QUOTED = /[\s"]/;

/** As `typedQuery` reads it. */
export function typedFilter(key: 'project' | 'tag' | 'status' | 'layer', value: string): string {
  return QUOTED.test(value) || value === '' ? `${key}:"${value.replaceAll('"', '""')}" ` : `${key}:${value} `;
}

const unquoted = (quoted: string | undefined): string | undefined => quoted?.replaceAll('""', '"');

/**
 * What a person types into the search: words, and `project:`, `type:`, `tag:`, `status:` and `layer:` with a value, which may stand in
 * quotes; `hot` alone is what was updated in the last days. Where a filter but no status is given, a list has notes of every status,
 * as the view has them below that filter.
 * @param top how many notes at most
 */
export function typedQuery(typed: string, top: number): VaultQuery {
  const filters = new Map<string, string[]>();
  const words: string[] = [];
  let hot = false;
  for (const [part, key, quoted, plain, quotedWords] of typed.matchAll(PART)) {
    const values = filters.get(key?.toLowerCase() ?? '') ?? [];
    if (key === undefined && part.toLowerCase() === 'hot') hot = true;
    else if (key === undefined) words.push(unquoted(quotedWords) ?? part);
    // Without a value it is still being typed.
    else if (plain !== '') values.push(unquoted(quoted) ?? plain ?? '');
    if (key !== undefined) filters.set(key.toLowerCase(), values);
  }
  const of = (key: string) => filters.get(key) ?? [];
  const typedWords = words.join(' ');
  // Words of one letter are not looked for: who has typed no more than the first has not asked for anything yet.
  const query = queryWords(typedWords).length === 0 ? '' : typedWords;
  return {
    ...{ query, projects: of('project'), types: of('type'), tags: of('tag').map((tag) => tag.replace(/^#/, '')), statuses: of('status') },
    ...{ hot, layers: of('layer').map((layer) => layer.toLowerCase()), allStatuses: GROUPS.some((key) => of(key).length > 0), top },
  };
}
