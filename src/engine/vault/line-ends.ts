/**
 * Converts the line ends of old Macs (`\r` alone) to line feeds. All offsets stay the same. Without this, such a note would be a single
 * line without a header.
 */
export const withLineFeeds = (text: string): string => (text.includes('\n') ? text : text.replaceAll('\r', '\n'));

/** Applies a change to a text and keeps its line ends. @param change receives line feeds instead of the line ends of old Macs */
export function keepLineEnds(text: string, change: (text: string) => string): string {
  const readable = withLineFeeds(text);
  const after = change(readable);
  return readable === text ? after : after.replaceAll('\n', '\r');
}
