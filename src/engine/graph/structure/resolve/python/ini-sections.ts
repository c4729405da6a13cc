/** Parses the sections of an INI file. Indented lines continue the value above. */
export function parseIniSections(text: string): Map<string, Map<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  let values = new Map<string, string>();
  let key = '';
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:[#;]|$)/.test(line)) continue;
    const section = /^\[([^\]]+)\]/.exec(line)?.[1];
    const cut = line.search(/[=:]/);
    if (section !== undefined) {
      values = sections.get(section) ?? new Map();
      sections.set(section, values);
    } else if (/^\s/.test(line)) values.set(key, `${values.get(key) ?? ''}\n${line.trim()}`);
    else if (cut > 0) {
      key = line.slice(0, cut).trim();
      values.set(key, line.slice(cut + 1).trim());
    }
  }
  return sections;
}
