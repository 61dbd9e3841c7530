/** Patterns to repeat: beginnings, ends and halves of what parsers look for. */
export const SHAPES: readonly string[] = [
  ...['a', ' ', '\n', '.', ',', '1', '-', '_', '"', "'", '\\', '[', ']', '(', '{', '}', '<', ':', '/', '@', '½', '😀'],
  ...['. ', '1. ', '1M ', '](', '![', '{"a":', '"a",', '<think>', 'a@b.c ', '1.2.3.4 ', 'http://', 'e\u0301', '\ud83e'],
  ...['+1', '1+', ' OR 1', 'NOT ', "||'a'", 'CASE WHEN 1 THEN ', 'abs(', ',id'],
  ...['order_', 'orders by customer ', 'Anna ', 'between 1 and ', '3/15/2025 ', 'most recent ', 'and ', 'data: {}\n'],
]

/** A pattern, repeated to this many UTF-16 units. */
export const sized = (shape: string, size: number): string =>
  shape.repeat(Math.ceil(size / shape.length)).slice(0, size)
