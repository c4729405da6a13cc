import { constantText } from './rust-constants.ts';
import { OWN_MACROS } from './rust-known-names.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Macros that declare only what is written in them. */
export const PLAIN_MACROS =
  /^(?:lazy_static|bitflags|cfg_if|criterion_(?:group|main)|proptest|quickcheck|static_assertions|const_assert\w*|doctest|pin_project)$/;

/** Attributes that declare no further items. */
const PLAIN_ATTRIBUTES = words(`
allow alloc_error_handler async_recursion async_trait automatically_derived bench block_hash cfg clippy cold command coverage ctor deny
deprecated derive diagnostic doc dtor entry enum_dispatch expect export_name feature fixture forbid global_allocator global_asm handler
ignore inline instrument link link_name link_ordinal link_section macro_export macro_use main must_use napi naked no_builtins no_implicit_prelude
no_link no_main no_mangle no_std non_exhaustive panic_handler path pin_project proc_macro proc_macro_attribute proc_macro_derive proptest
pyclass pyfunction quickcheck recursion_limit repr rstest rustfmt serial should_panic target_feature test test_case test_log tokio tracing
track_caller type_length_limit type_name unsafe used warn wasm_bindgen windows_subsystem async_std actix_web rustversion stable unstable
serde clap arg group strum error builder schemars rustc_const_stable rustc_const_unstable rustc_diagnostic_item derivative ntest debugger_visualizer`);
/** Derives that only implement traits. */
const PLAIN_DERIVES = words(`
Add AddAssign Arbitrary Args AsMut AsRef Clone Constructor Copy Debug Default Deref DerefMut Deserialize Deserialize_repr Diagnostic Display
Div Educe EnumCount EnumIter EnumString EnumIs Eq Error From FromArgMatches FromForm FromRef FromRequest FromRequestParts FromRow FromStr Getters
Hash Index Into IntoIterator IntoPrimitive IntoResponse IntoStaticStr JsonSchema Mul Neg NoUninit Not Ord Parser PartialEq PartialOrd Pod Responder Serialize
Serialize_repr Setters Subcommand Sub SubAssign Sum ToSchema ToString TryFrom TryFromPrimitive TryInto TypedPath ValueEnum Validate Zeroable
Zeroize ZeroizeOnDrop AsRefStr CopyGetters Derivative VariantNames Template Valuable`);
const NAME = /^[A-Za-z_]\w*$/;

/** Whether an item may declare more than it shows: nothing, types, or anything. */
export type Openness = 'none' | 'types' | 'all';

/** Whether a macro that stands for items may declare others than those written in it. @param at index of its name @param open index of its bracket */
export function isOpenMacro(texts: readonly string[], at: number, open: number): boolean {
  const name = texts[at] ?? '';
  if (name === 'include') return constantText(texts, open + 1) === null;
  return !OWN_MACROS.has(name) && !PLAIN_MACROS.test(name);
}

/** Returns the names in the list of an attribute, of each path the last: `A` and `B` of `(A, x::B)`. */
function listed(texts: readonly string[], from: number, to: number): string[] {
  const names: string[] = [];
  for (let at = from; at < to; at += 1) if (NAME.test(texts[at] ?? '') && texts[at + 1] !== '::') names.push(texts[at] ?? '');
  return names;
}

/**
 * Returns what an attribute may declare besides its item.
 * @param from index after its opening bracket @param to index of its end
 * @param isAfterDerive whether a derive precedes it, whose settings an unknown attribute contains
 */
export function opennessOf(texts: readonly string[], from: number, to: number, isAfterDerive: boolean): Openness {
  const first = texts[from] ?? '';
  if (first === 'derive') return listed(texts, from + 2, to - 1).every((name) => PLAIN_DERIVES.has(name)) ? 'none' : 'types';
  if (first === 'cfg_attr') {
    const derive = texts.indexOf('derive', from);
    return derive > 0 && derive < to ? opennessOf(texts, derive, to - 1, isAfterDerive) : 'none';
  }
  return PLAIN_ATTRIBUTES.has(first) || isAfterDerive ? 'none' : 'all';
}
