/**
 * Memoizes a function for its last few arguments: one command parses the same text several times.
 * @param most how many results are cached
 * @param make a pure function whose results are not modified
 */
export function rememberLast<Args extends readonly (string | number | null)[], Made>(
  most: number,
  make: (...args: Args) => Made,
): (...args: Args) => Made {
  const known: { readonly args: Args; readonly made: Made }[] = [];
  return (...args) => {
    const found = known.find((each) => each.args.every((arg, index) => arg === args[index]));
    if (found !== undefined) return found.made;
    const made = make(...args);
    known.unshift({ args, made });
    known.splice(most);
    return made;
  };
}
