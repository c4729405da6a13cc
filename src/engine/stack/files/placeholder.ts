/** Placeholders of templates: `<task>`, `(No active task)`, `[next action]`, `_none_`, `*none*`. */
const FORMS = [/^<[^<>]*>$/, /^\([^()]*\)$/, /^\[[^[\]]*\]$/, /^_[^_]*_$/, /^\*[^*]*\*$/];
const NOTHING = /^(?:none|nothing|n\/a|no(?: active| current)? tasks?(?: yet)?|-+|\u2014|\u2013|\u2026|\.\.\.)\.?$/i;

/** Reports whether a one-line text is an unfilled placeholder of a template. */
export function isPlaceholder(text: string): boolean {
  return NOTHING.test(text) || FORMS.some((form) => form.test(text));
}
