const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Types of the standard library whose members are never those of the project. */
export const COMMON_TYPES: ReadonlySet<string> = words(`
Vec String Option Some None Result Ok Err Box Rc Arc Cell RefCell Mutex RwLock HashMap HashSet BTreeMap BTreeSet VecDeque BinaryHeap Path
PathBuf OsStr OsString Cow Default From Into Iterator Duration Instant SystemTime Ordering Command Ipv4Addr File Regex Cursor NonNull Pin
PhantomData ManuallyDrop MaybeUninit AtomicUsize AtomicBool Layout Formatter`);

/** Methods of the standard library, and frequent ones of others. The name alone says nothing about the type. */
export const COMMON_METHODS: ReadonlySet<string> = words(`
abs all and and_then any append args arg as_bytes as_deref as_mut as_ptr as_ref as_slice as_str as_string as_os_str as_path ascii borrow
borrow_mut by_ref bytes capacity cause chain chars checked_add checked_sub chunks clear clone cloned cmp collect contains contains_key
copied copy count cycle debug_list debug_map debug_struct debug_tuple dedup default deref deref_mut description display downcast
downcast_mut downcast_ref drain drop elapsed end ends_with entry enumerate eq err error exists exit expect expect_err extend
extend_from_slice extension field file_name file_stem fill filter filter_map find find_map finish finish_non_exhaustive first flat_map
flatten flush fmt fold for_each from ge get get_mut get_or_insert_with get_ref gt hash id index insert insert_str inspect into into_boxed
into_bytes into_inner into_iter into_string is_absolute is_alphabetic is_char_boundary is_dir is_digit is_empty is_err is_file is_none
is_ok is_some is_some_and iter iter_mut join keys kind last last_mut le len lines load lock lt map map_err map_or map_or_else max max_by
max_by_key message metadata min min_by min_by_key name ne new next next_back nth ok ok_or ok_or_else open or or_default or_else or_insert
or_insert_with output parent parse partial_cmp partition path peek peekable pop pop_front position product push push_back push_front
push_str read read_dir read_line read_to_end read_to_string recv remove repeat replace replacen reserve reset resize retain rev rfind
rsplit run saturating_add saturating_sub seek send set set_len size size_hint skip skip_while sort sort_by sort_by_key sort_unstable
source spawn split split_at split_first split_last split_off split_once split_whitespace splitn start starts_with status step_by
strip_prefix strip_suffix sum swap swap_remove take take_while text then then_some to_bytes to_lowercase to_owned to_path_buf to_str
to_string to_string_lossy to_uppercase to_vec trim trim_end trim_end_matches trim_matches trim_start trim_start_matches truncate
try_borrow try_fold try_from try_into type_id unwrap unwrap_err unwrap_or unwrap_or_default unwrap_or_else unzip update value values
values_mut wait windows with with_capacity with_context context wrapping_add write write_all write_char write_fmt write_str zip
accept apply args ansi bind block_on body bold build builder call captures close color column commit config connect depth deserialize
execute fetch finalize format handle header headers height init is_match json level line listen matches method poll process query recv
render rollback select serialize shutdown span spans stop style title to_tokens tokens try_recv uri url version visit width`);
