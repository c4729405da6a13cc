/** First parts of paths that never lead to a file of the project. */
export const FOREIGN: ReadonlySet<string> = new Set([
  ...['std', 'core', 'alloc', 'proc_macro', 'bool', 'char', 'str', 'f32', 'f64', 'Self'],
  ...['i8', 'i16', 'i32', 'i64', 'i128', 'isize', 'u8', 'u16', 'u32', 'u64', 'u128', 'usize'],
]);
/** Macros of the standard library. */
export const OWN_MACROS: ReadonlySet<string> = new Set([
  ...['assert', 'assert_eq', 'assert_ne', 'debug_assert', 'debug_assert_eq', 'debug_assert_ne', 'cfg', 'column', 'compile_error', 'concat'],
  ...['dbg', 'env', 'eprint', 'eprintln', 'file', 'format', 'format_args', 'include', 'include_bytes', 'include_str', 'line', 'matches'],
  ...['module_path', 'option_env', 'panic', 'print', 'println', 'stringify', 'thread_local', 'todo', 'try', 'unimplemented', 'unreachable'],
  ...['vec', 'write', 'writeln', 'macro_rules'],
]);
/** Macros whose content is code of another place: a procedural macro returns it to the crate that invokes it. */
export const QUOTES: ReadonlySet<string> = new Set(['quote', 'quote_spanned', 'parse_quote', 'parse_quote_spanned', 'stringify']);
/** The macro of paths in quoted code, which nothing invokes by this name. */
export const QUOTED = 'quote!';
