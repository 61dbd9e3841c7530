/** Writes a draft with this number of chain links or nesting levels. */
export type Shape = (count: number) => string

const around = (open: string, inner: string, close: string) => (count: number) =>
  open.repeat(count) + inner + close.repeat(count)

const chain =
  (link: string, start = 'SELECT 1'): Shape =>
  (count) =>
    start + link.repeat(count)

const nesting =
  (open: string, close: string, start = 'SELECT '): Shape =>
  (count) =>
    start + around(open, '1', close)(count)

/** Chains of operators or clauses. */
export const CHAINS: Readonly<Record<string, Shape>> = {
  plus: chain('+1'),
  'spaced plus': chain(' + 1'),
  minus: chain('-1'),
  times: chain('*1'),
  concatenation: chain("||'a'"),
  shift: chain('<<1'),
  'bit or': chain('|1'),
  and: chain(' AND 1'),
  or: chain(' OR 1'),
  'and of columns': (count) => `SELECT id FROM orders WHERE id=1${' AND id=1'.repeat(count)}`,
  equals: chain('=1'),
  comparison: chain('<1'),
  is: chain(' IS 1'),
  'is not': chain(' IS NOT 1'),
  'is null': chain(' IS NULL'),
  isnull: chain(' ISNULL'),
  like: chain(" LIKE 'a'"),
  'like escape': chain(" LIKE 'a' ESCAPE 'b'"),
  glob: chain(" GLOB 'a'"),
  between: chain(' BETWEEN 1 AND 1'),
  in: chain(' IN (1)'),
  'not in': chain(' NOT IN (1)'),
  collate: chain(' COLLATE NOCASE'),
  'time zone': chain(" AT TIME ZONE 'x'"),
  arrow: chain("->'a'"),
  'unary minus': (count) => `SELECT ${'- '.repeat(count)}1`,
  'unary plus': (count) => `SELECT ${'+ '.repeat(count)}1`,
  tilde: (count) => `SELECT ${'~ '.repeat(count)}1`,
  not: (count) => `SELECT ${'NOT '.repeat(count)}1`,
  'names that are keywords': (count) => `SELECT 1${' + then'.repeat(count)}`,
  dots: chain('.a', 'SELECT a'),
  union: chain(' UNION SELECT 1'),
  'union of lists': chain(',1 UNION SELECT 1'),
  except: chain(' EXCEPT SELECT 1'),
  join: chain(' JOIN orders', 'SELECT 1 FROM orders'),
  'join on': chain(' JOIN orders ON 1', 'SELECT 1 FROM orders'),
  'join on later': (count) => `SELECT 1 FROM orders${' JOIN orders'.repeat(count)}${' ON 1'.repeat(count)}`,
  list: chain(',1'),
  'list of names': chain(',id', 'SELECT id'),
  'list of stars': chain(',*', 'SELECT *'),
  'list of tables': chain(',orders', 'SELECT 1 FROM orders'),
  'in list': (count) => `SELECT 1 IN (1${',1'.repeat(count)})`,
  'values list': (count) => `SELECT * FROM (VALUES (1)${',(1)'.repeat(count)})`,
  'with list': (count) => `WITH a AS (SELECT 1)${',a AS (SELECT 1)'.repeat(count)} SELECT 1`,
  'order list': chain(',1', 'SELECT 1 ORDER BY 1'),
  'case branches': (count) => `SELECT CASE${' WHEN 1 THEN 1'.repeat(count)} END`,
  'case sum': chain('+CASE WHEN 1 THEN 1 END'),
  'quotes in a text': (count) => `SELECT '${"''".repeat(count)}'`,
  'quotes in a name': (count) => `SELECT "${'""'.repeat(count)}"`,
  'open quotes': (count) => `SELECT ${"'".repeat(count)}`,
  spaces: (count) => `SELECT 1${' '.repeat(count)}+1`,
  'spaces at the end': (count) => `SELECT 1${' '.repeat(count)};${' '.repeat(count)}x`,
  semicolons: (count) => `SELECT 1${';'.repeat(count)}`,
  lines: (count) => `SELECT 1${'\n'.repeat(count)}FROM orders`,
  'long word': (count) => `SELECT ${'a'.repeat(count)}`,
  'long number': (count) => `SELECT ${'1'.repeat(count)}`,
  'numbers and letters': (count) => `SELECT ${'1e'.repeat(count)}`,
  'astral text': (count) => `SELECT '${'𝄞'.repeat(count)}' FROM orders`,
  'array type': (count) => `SELECT CAST(1 AS ${around('ARRAY<', 'INT', '>')(count)})`,
}

/** Nested expressions or queries. */
export const NESTINGS: Readonly<Record<string, Shape>> = {
  parentheses: nesting('(', ')'),
  'open parentheses': (count) => `SELECT ${'('.repeat(count)}`,
  'closing parentheses': (count) => `SELECT 1${')'.repeat(count)}`,
  'sums in parentheses': nesting('(1+', '+1)'),
  functions: nesting('abs(', ')'),
  casts: nesting('CAST(', ' AS INT)'),
  cases: nesting('CASE WHEN 1 THEN ', ' END'),
  'case operands': nesting('CASE ', ' WHEN 1 THEN 1 END'),
  'cases in parentheses': nesting('(CASE WHEN ', ' THEN 1 END)'),
  'sub-selects': nesting('(SELECT ', ')'),
  exists: nesting('EXISTS (SELECT ', ')'),
  'in sub-select': nesting('1 IN (SELECT 1 WHERE ', ')', 'SELECT 1 WHERE '),
  'sub-selects of tables': (count) => `SELECT 1 FROM ${around('(SELECT 1 FROM ', 'orders', ')')(count)}`,
  'tables in parentheses': (count) => `SELECT 1 FROM ${around('(', 'orders', ')')(count)}`,
  'joins in parentheses': (count) => `SELECT 1 FROM ${around('(orders JOIN ', 'orders', ')')(count)}`,
  'open tables': (count) => `SELECT 1 FROM ${'('.repeat(count)}`,
  with: (count) => around('WITH a AS (', 'SELECT 1', ') SELECT 1')(count),
  tuples: nesting('(1,', ')'),
  windows: nesting('sum(1) OVER (ORDER BY ', ')'),
  intervals: nesting('INTERVAL ', ''),
  'not and parentheses': nesting('NOT (', ')'),
  'minus and parentheses': nesting('-(', ')'),
}

/** The number of links that fit into this number of characters. */
export const filling = (shape: Shape, characters: number): string => {
  let least = 0
  for (let step = characters; step >= 1; step = Math.floor(step / 2))
    if (shape(least + step).length <= characters) least += step
  return shape(least)
}
