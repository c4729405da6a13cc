/**
 * A text with the line ends of old Macs (`\r` alone) with those that are read here. Nothing moves: every character stays at its offset.
 * Programs that save so are few, but without this their notes would be one line each, without a header.
 */
export const withLineFeeds = (text: string): string => (text.includes('\n') ? text : text.replaceAll('\r', '\n'));

/** Makes a change in a text with its own line ends. @param change knows nothing of those of old Macs */
export function inItsLineEnds(text: string, change: (text: string) => string): string {
  const readable = withLineFeeds(text);
  const after = change(readable);
  return readable === text ? after : after.replaceAll('\n', '\r');
}
