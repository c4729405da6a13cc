/** What templates write where somebody is to write something: `<task>`, `(No active task)`, `[next action]`, `_none_`, `*none*`. */
const FORMS = [/^<[^<>]*>$/, /^\([^()]*\)$/, /^\[[^[\]]*\]$/, /^_[^_]*_$/, /^\*[^*]*\*$/];
const NOTHING = /^(?:none|nothing|n\/a|no(?: active| current)? tasks?(?: yet)?|-+|\u2014|\u2013|\u2026|\.\.\.)\.?$/i;

/** Whether a text of one line is a place of a template that nobody has filled in, and so says nothing. */
export function isPlaceholder(text: string): boolean {
  return NOTHING.test(text) || FORMS.some((form) => form.test(text));
}
