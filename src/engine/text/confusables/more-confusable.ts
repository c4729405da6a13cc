/**
 * Characters that look like an ASCII character but are missing in Unicode's list: small capitals, colons, visargas and semicolons. Grouped by the ASCII
 * character.
 */
export const MORE_CONFUSABLE: readonly (readonly [plain: string, confused: string])[] = [
  [
    ':',
    '\u{706}\u{707}\u{708}\u{709}\u{1361}\u{1365}\u{1366}\u{1804}\u{2237}\u{2982}\u{2af6}\u{22ee}\u{205d}\u{a6f4}\u{10af5}\u{10f88}\u{12471}\u{1da8a}\u{2d1}\u{983}\u{c03}\u{c83}\u{d03}\u{d83}\u{f7f}\u{1038}\u{17c7}\u{2805}\u{2806}\u{16ec}\u{17d6}\u{831}\u{2999}\u{a830}\u{61b}\u{204f}',
  ],
  ['a', '\u{1d00}'],
  ['b', '\u{299}'],
  ['d', '\u{1d05}'],
  ['e', '\u{1d07}'],
  ['f', '\u{a730}'],
  ['g', '\u{262}'],
  ['h', '\u{29c}'],
  ['i', '\u{26a}'],
  ['j', '\u{1d0a}'],
  ['k', '\u{1d0b}'],
  ['l', '\u{29f}'],
  ['m', '\u{1d0d}'],
  ['n', '\u{274}'],
  ['o', '\u{1d0f}'],
  ['p', '\u{1d18}'],
  ['q', '\u{a7af}'],
  ['r', '\u{280}'],
  ['t', '\u{1d1b}'],
  ['u', '\u{1d1c}'],
  ['y', '\u{28f}'],
];

/**
 * Letters and signs that resemble a letter of `person` or `cortex`, in lower case. In other words they are distinct letters, so they count for these
 * two words only.
 */
export const SIMILAR_LETTERS: readonly (readonly [plain: string, similar: string])[] = [
  ['p', '\u{1a5}\u{1d71}\u{1d7d}\u{1d88}\u{a751}\u{a753}\u{a755}\u{1bf}\u{fe}\u{48f}\u{2ca3}\u{20b1}\u{20bd}\u{2117}\u{2118}'],
  ['e', '\u{3b5}\u{25b}\u{454}\u{1d92}\u{2c78}\u{259}\u{1dd}\u{258}\u{44d}\u{4d9}\u{2c89}\u{20ac}\u{2208}\u{2211}'],
  ['r', '\u{27e}\u{1d73}\u{1d89}\u{a783}\u{a75b}\u{44f}\u{279}\u{491}\u{ae}'],
  ['s', '\u{1d8a}\u{23f}\u{a7a9}\u{283}\u{a785}\u{a7}\u{1a8}\u{292}'],
  [
    'o',
    '\u{275}\u{4e9}\u{473}\u{1d13}\u{2c7a}\u{a74b}\u{a74d}\u{f8}\u{3b8}\u{3d1}\u{3c3}\u{25cb}\u{25ef}\u{2c9f}\u{10ff}\u{2022}\u{b0}\u{2218}',
  ],
  ['n', '\u{43f}\u{14b}\u{272}\u{1d87}\u{235}\u{a791}\u{a7a5}\u{438}\u{572}\u{1d0e}\u{e17}\u{2c9b}\u{2229}'],
  ['c', '\u{188}\u{255}\u{a793}\u{a794}\u{3c2}'],
  ['t', '\u{288}\u{1ab}\u{2c66}\u{3c4}\u{442}\u{4ad}\u{a787}'],
  ['x', '\u{3c7}\u{4b3}\u{1d8d}\u{ab53}\u{2715}\u{2716}'],
];
