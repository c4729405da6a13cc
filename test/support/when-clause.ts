/** Values of context keys. A key that is missing is not set. */
export type ContextKeys = Readonly<Record<string, string | boolean>>;

const TOKEN = /\s*(&&|\|\||==|!=|=~|!|\(|\)|\/(?:\\.|[^/])+\/|'[^']*'|[\w.]+)/y;

function tokensOf(when: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(when); match !== null; match = TOKEN.exec(when)) tokens.push(match[1] ?? '');
  if (tokens.join('') !== when.replaceAll(/\s+(?=[^']*(?:'[^']*'[^']*)*$)/g, '')) throw new Error(`this clause has another form: ${when}`);
  return tokens;
}

/** Evaluates a `when` clause as VS Code does: `!` before `&&` before `||`, comparisons with a value, a text or a pattern. */
export function holds(when: string, keys: ContextKeys): boolean {
  const tokens = tokensOf(when);
  const next = (): string => tokens.shift() ?? '';
  const value = (key: string): string => String(keys[key] ?? '');
  const compare = (key: string): boolean => {
    const [operator] = tokens;
    if (operator === '==' || operator === '!=') {
      next();
      return (value(key) === next().replace(/^'|'$/g, '')) === (operator === '==');
    }
    if (operator === '=~') {
      next();
      return new RegExp(next().slice(1, -1)).test(value(key));
    }
    return key === 'true' || (key !== 'false' && !['', 'false'].includes(value(key)));
  };
  const single = (): boolean => {
    const token = next();
    if (token === '!') return !single();
    if (token !== '(') return compare(token);
    const inner = either();
    next();
    return inner;
  };
  const both = (): boolean => {
    let all = single();
    while (tokens[0] === '&&') {
      next();
      all = single() && all;
    }
    return all;
  };
  const either = (): boolean => {
    let any = both();
    while (tokens[0] === '||') {
      next();
      any = both() || any;
    }
    return any;
  };
  return either();
}
