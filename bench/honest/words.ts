/** Spellings that differ between dialects, as models write them. */
export interface Words {
  month(date: string): string
  year(date: string): string
  weekday(date: string): string
  /** Number of days between two dates. */
  days(later: string, earlier: string): string
  ago(count: number, unit: 'day' | 'month' | 'year'): string
  later(date: string, count: number, unit: 'day' | 'month'): string
  readonly today: string
  concat(...parts: readonly string[]): string
  list(expression: string, separator: string): string
  /** The elements of a JSON list in a text column, as `alias.item`. */
  items(text: string, path: string, alias: string): string
  field(text: string, path: string): string
}

export const MYSQL_WORDS: Words = {
  month: (date) => `DATE_FORMAT(${date}, '%Y-%m')`,
  year: (date) => `YEAR(${date})`,
  weekday: (date) => `DAYOFWEEK(${date})`,
  days: (later, earlier) => `DATEDIFF(${later}, ${earlier})`,
  ago: (count, unit) => `DATE_SUB(CURDATE(), INTERVAL ${count} ${unit.toUpperCase()})`,
  later: (date, count, unit) => `DATE_ADD(${date}, INTERVAL ${count} ${unit.toUpperCase()})`,
  today: 'CURDATE()',
  concat: (...parts) => `CONCAT(${parts.join(', ')})`,
  list: (expression, separator) => `GROUP_CONCAT(${expression} ORDER BY ${expression} SEPARATOR '${separator}')`,
  items: (text, path, alias) =>
    `JSON_TABLE(${text}, '${path}[*]' COLUMNS (nr FOR ORDINALITY, item VARCHAR(50) PATH '$')) AS ${alias}`,
  field: (text, path) => `JSON_UNQUOTE(JSON_EXTRACT(${text}, '${path}'))`,
}

export const SQLITE_WORDS: Words = {
  month: (date) => `strftime('%Y-%m', ${date})`,
  year: (date) => `CAST(strftime('%Y', ${date}) AS INTEGER)`,
  weekday: (date) => `strftime('%w', ${date})`,
  days: (later, earlier) => `julianday(${later}) - julianday(${earlier})`,
  ago: (count, unit) => `date('now', '-${count} ${unit}s')`,
  later: (date, count, unit) => `date(${date}, '+${count} ${unit}s')`,
  today: "date('now')",
  concat: (...parts) => parts.join(' || '),
  // Without an inner ORDER BY the order would depend on the plan.
  list: (expression, separator) => `group_concat(${expression}, '${separator}' ORDER BY ${expression})`,
  items: (text, path, alias) => `json_each(${text}, '${path}') AS ${alias}`,
  field: (text, path) => `json_extract(${text}, '${path}')`,
}
