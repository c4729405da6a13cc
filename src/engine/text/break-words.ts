import { type Break, detectBreakByWords } from './fix-words.ts';

/** How much of a message is examined, in characters: the start of the subject, and the end of the body, where trailers are. */
const LOOKED_AT = { subject: 200, body: 8_000 } as const;
/** `[1.x] net/http: JIRA-12 Fix …` has three prefixes. Further ones are not removed. */
const MAX_PREFIXES = 5;

/** A pattern that classifies a commit by itself; `null` means that the commit reports no breakage. */
type Sign = readonly [pattern: RegExp, means: Break | null];

/** Rejects the start of a longer word or hyphenated name (`fixture`, `fixed-width`), and below, a fixed size. */
const WHOLE = '(?![\\p{L}\\p{N}_-])';
const SIZE = '(?!\\s{1,3}(?:width|size|sized|length|point|position|positioned|rate|price|height|income|cost|header|footer|layout)\\b)';
const FIX = `(?:(?:hot|bug|quick|re)[ -]?fix(?:es|ed)?|fix(?:es|ing)?|fixed${SIZE})${WHOLE}`;
/** Adjectives before a fix: `Quick fix for …`. */
const SORT =
  '(?:(?:an?|some|another|more|quick|small|minor|tiny|simple|trivial|partial|temporary|urgent|critical|important|crash|regression|security)\\s{1,3}){0,2}';
/** Fixes of texts, which broke no program. */
const TEXTS =
  'typos?|spelling|javadocs?|grammar|wording|whitespace|indent(?:ation)?|formatting|lint(?:er|ing)?|comments?|doc(?:s|umentation|strings?)?|readme|changelog|copyright|ci';
/** Fixes of tests and of what linters report, unless more follows: `Fix test fixtures`, but not `Fix test runner`. */
const CHECKS =
  '(?:(?:tests?|fixtures?)(?=\\s{0,3}(?:$|[.,;:(#]|(?:in|on|for|of|after|with|that|and|names?|data)\\b))|' +
  '(?:clippy|eslint|flake8|pylint|ruff|rubocop|shellcheck|stylelint)(?=\\s{0,3}(?:$|[.,;:(#]|(?:warnings?|errors?|issues?|lints?|violations?)\\b)))';
const FILLING =
  '(?:(?:an?|the|some|few|minor|small|more|another|various|several|for|in|to|of|broken|failing|flaky|flakey|unit|test|doc|docs|comment|spelling|code|links?|urls?|badges?)\\s{1,3}){0,4}';
/** Separators between an area and a fix. */
const DASH = '(?:-{1,2}|[|\\u2013\\u2014])';

/** Commit types that report no breakage, also as the scope of a fix: `fix(docs): …`. */
const TYPES =
  'docs?|documentation|readme|changelog|style|typos?|spelling|comments?|lint|fmt|format|chore|ci|tests?|deps|deps-dev|release|refactor|i18n';
/** Quotes and marks before a fix: `"fix`, `*fix*`. */
const MARK = '["\'(\\[#*`]{0,2}';

const REAPPLIES = /^(?:reapply|revert\s{1,3}["'\u201c]revert)\b/iu;

/** Patterns for the start of the rest of a subject. The first match decides. */
const SIGNS: readonly Sign[] = [
  // The merged commits say what they are, and are counted themselves.
  [/^merge\b/iu, null],
  // A reverted change is applied again: the subject that git writes now, and that of its earlier versions.
  [REAPPLIES, null],
  [
    new RegExp(
      `^[[(<]?(?:${TYPES}|feat|feature)[\\])>]?(?:\\([^()]{1,60}\\))?!?(?:\\/[^\\s:]{1,60})?(?:[:;\\])>]|\\s{1,3}${DASH}\\s|(?<=[\\])>])\\s)`,
      'iu',
    ),
    null,
  ],
  [
    /^(?:revert(?:s|ed|ing)?(?![\p{L}\p{N}_-])|(?:back(?:ed|s)?[ -]?out|roll(?:ed|s)?[ -]?back)\s{1,4}(?:changeset|commit|revision|rev|bug|\d|"))/iu,
    'revert',
  ],
  [/^(?::rewind:|\u23ea)/u, 'revert'],
  // Full-width colons come from authors who do not use commit types, so `feat` is not a type here.
  [new RegExp(`^[[(\u3010]?(?:${TYPES})[\\])\u3011]?\uff1a`, 'iu'), null],
  [new RegExp(`^${MARK}${SORT}${FIX}[*\`]{0,2}(?:\\([^()]{1,60}\\))?!?:?\\s{1,3}${FILLING}(?:(?:${TEXTS})${WHOLE}|${CHECKS})`, 'iu'), null],
  [new RegExp(`^${MARK}(?:hot|bug)?fix(?:es)?\\((?:${TYPES})\\)!?:`, 'iu'), null],
  [new RegExp(`^${MARK}${SORT}${FIX}`, 'iu'), 'fix'],
  // Gitmoji for a bug, a hotfix, a small fix and a security fix.
  [/^(?::(?:bug|ambulance|adhesive_bandage|lock):|\u{1f41b}|\u{1f691}|\u{1fa79}|\u{1f512})/u, 'fix'],
  [
    /^(?:\[(?:bug|defect|regression)(?:[ _-]?#?\d{1,9})?\]|(?:bug|defect|regression)(?:\/[a-z]{1,20}|\([^()]{1,60}\))?!?:|bug-\d{1,9}(?![\p{L}\p{N}])|cve-\d{4}-\d{3,9}(?!\d))/iu,
    'fix',
  ],
];

const ADDING = '(?:add|allow|create|enable|implement|improve|introduce|new|support|update)(?:s|d|ed|ing)?\\b';

/** Prefixes that may precede a fix: a tag, an emoji, an issue number, a backport note, an area of the project. */
const PREFIXES: readonly RegExp[] = [
  /^\s{1,10}/u,
  /^[-*\u2022|\u2013\u2014]{1,3}\s{1,5}/u,
  /^(?:\[[^\]]{1,40}\]|\([^()]{1,40}\)|<[^<>]{1,40}>|\u3010[^\u3011]{1,40}\u3011|\uff3b[^\uff3d]{1,40}\uff3d|\uff08[^\uff08\uff09]{1,40}\uff09)[:\uff1a]?/u,
  /^:[a-z0-9_+-]{1,40}:/u,
  /^(?:\p{Extended_Pictographic}\ufe0f?){1,4}/u,
  /^(?:(?:issue|bug|ticket|gh|pr)[ -]{0,2}|[a-z]{1,10})?[#!]\d{1,9}(?=[\s:;|.,\u2013\u2014-])[\s:;|.,\u2013\u2014-]{1,5}/iu,
  /^(?:issue|bug|ticket)\s\d{1,9}\s?[:|,\u2013\u2014-]{1,2}/iu,
  /^\p{L}[\p{L}\p{N}_]{0,20}-\d{1,9}(?:[.;](?=\s)|[\s:|,/_\u2013\u2014-]){1,5}/u,
  /^[DT]\d{3,9}(?=[\s:;|.,-])[\s:;|.,-]{1,5}/u,
  /^wip\s{1,5}(?=(?:bug-?)?fix)/iu,
  /^(?:fixup|squash|amend)!\s{1,5}/iu,
  /^(?:back-?port(?:s|ed)?|cherry[ -]pick(?:s|ed)?)(?:\s{1,2}(?:of|pr|commit|#\d{1,9}))*[\s:]{1,3}["']?/iu,
  // Up to four words before a colon, or one before a semicolon, are an area. The space excludes web addresses.
  /^(?:(?:[^\s:]{1,40}\s){0,3}[^\s:]{1,60}:|[^\s:;]{1,60};)(?=\s)/u,
  // The same for scripts without a space after the colon.
  /^[^\s:\uff1a]{1,60}(?:\uff1a|:(?=[\u3040-\u9fff\uac00-\ud7a3]))/u,
  // `ui - fix …`, but not `Add the menu - fix …`.
  new RegExp(`^(?!${ADDING})(?:[^\\s:]{1,40}\\s{1,3}){1,3}?${DASH}(?=\\s)`, 'iu'),
];

/** A new feature repairs no breakage, whatever issue it closes. */
const ADDS = new RegExp(`^\\s{0,4}${ADDING}`, 'iu');
/** An issue that the tracker calls a bug. Trackers that call all issues bugs do not write this form. */
const NUMBERED_BUG = /^[[(]?bug[ _-]?#\d{1,9}[\])]?\s?[:|\u2013\u2014-]/iu;
const REVERTS = /^this reverts\s{1,3}commits? [0-9a-f]{7,64}/imu;
const TRAILER =
  /^(?:fixes:[ \t]|(?:closes|resolves):?[ \t]{1,4}(?:bug-|#?(?:rhbz|bz|lp)[#:]?[ ]?#?)\d|(?:closes|partial)-bug:[ \t]{0,4}#?\d|changelog:[ \t]{0,4}(?:fixed|security)\b|cc:[ \t]{0,4}<?stable@(?:vger\.)?kernel\.org)/imu;
/** An issue without `#` counts only at the end of a line, because of texts like `Fixes UTF-8 in names`. */
const CLOSES =
  /(?:^|[\s(,;])fix(?:es|ed)?:?[ \t]{1,4}(?:#\d|[\w-]{1,39}\/[\w.-]{1,100}#\d|gh-\d|bug-\d|https?:\/\/|(?:rhbz|bz|lp)#\d|[a-z][a-z0-9_]{1,20}-\d{1,9}(?=[.,;)\]]{0,2}[ \t]{0,4}$))/imu;

const OUTSIDE_PROGRAMS = new RegExp(`^(?:${TYPES})$`, 'iu');

/** Whether a commit's type or scope is not about the program: `docs`, `ci`, `deps`. */
export const isOutsidePrograms = (type: string): boolean => OUTSIDE_PROGRAMS.test(type);

function stripped(subject: string): string {
  for (const prefix of PREFIXES) {
    const left = subject.replace(prefix, '');
    if (left !== subject) return left;
  }
  return subject;
}

/** Classifies a subject; `sign` is `undefined` if the subject does not decide. */
function saidIn(subject: string): { readonly sign: Break | null | undefined; readonly left: string } {
  let left = subject;
  for (let n = 0; n <= MAX_PREFIXES; n += 1) {
    const next = stripped(left);
    const own = SIGNS.find(([pattern]) => pattern.test(left))?.[1];
    const sign = own === undefined ? detectBreakByWords(left, next === left) : own;
    if (sign !== undefined) return { sign, left };
    if (next === left) break;
    left = next;
  }
  return { sign: undefined, left };
}

/**
 * Whether a commit message says that something had broken. The evidence is in the subject after tags, emoji, issue numbers and areas
 * (`net/http: fix …`, `[BUG] …`, `JIRA-12 Fix …`, `:bug:`), or in a trailer (`Fixes:`, `This reverts commit …`). Fixes of texts, tests or
 * continuous integration (`docs: fix typo`) do not count, because no program had broken. Takes linear time.
 * @param body the message without its subject
 */
export function detectBreak(subject: string, body = ''): Break | null {
  const head = subject.slice(0, LOOKED_AT.subject);
  const tail = body.slice(-LOOKED_AT.body);
  const { sign, left } = saidIn(head);
  if (sign !== undefined && sign !== null) return sign;
  if (REVERTS.test(tail) && !REAPPLIES.test(left)) return 'revert';
  if (sign === null) return null;
  if (TRAILER.test(tail)) return 'fix';
  const isOfBug = CLOSES.test(head) || CLOSES.test(tail) || NUMBERED_BUG.test(head);
  return isOfBug && !ADDS.test(left) ? 'fix' : null;
}
