/**
 * Returns the end of a text without trailing line breaks. Uses no regular expression, which some data would make slow.
 * @param to where to end
 */
export function withoutLineBreaks(text: string, to: number = text.length): number {
  let end = to;
  while (end > 0 && '\r\n'.includes(text.charAt(end - 1))) end -= 1;
  return end;
}
