/**
 * Makes something of texts, and remembers it for those that came last: a command asks the same of one text over and over.
 * @param make gives the same for the same arguments, and what nobody changes
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
