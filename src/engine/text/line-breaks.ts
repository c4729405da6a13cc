/** Where a text ends before the line breaks at its end; no expression looks for them, which data could make slow. @param to an offset at which to end */
export function withoutLineBreaks(text: string, to: number = text.length): number {
  let end = to;
  while (end > 0 && '\r\n'.includes(text.charAt(end - 1))) end -= 1;
  return end;
}
