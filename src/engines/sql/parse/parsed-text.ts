/** What the parser makes of one text. */
export type ParsedText =
  | { readonly kind: 'tree'; readonly tree: unknown }
  /** The parser's message about what it does not understand. */
  | { readonly kind: 'syntax'; readonly message: string }

/** Whoever parsed is gone: it took too long, or died of a text. */
export class ParserLost extends Error {}
