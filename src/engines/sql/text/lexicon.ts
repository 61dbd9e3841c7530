import type { RefusalError } from '../../shared/refuse.ts'

export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'parameter'
  readonly text: string
  readonly start: number
  /** For keyword checks: a word in upper case, '' if too long for a keyword, other tokens as they are. */
  readonly keyword: string
}

/** A token kind. */
export interface WordKind {
  readonly kind: Token['kind']
  /** Sticky. */
  readonly pattern: RegExp
  /** ASCII characters that it may begin with; at other characters it is always tried. */
  readonly begins: RegExp
}

/** A replacement for a part of a text, and where that part ended. */
export interface Respelling {
  readonly end: number
  readonly written: string
}

/** How a dialect tokenizes text, as far as its server and the parser are known to agree. */
export interface Lexicon {
  /** In order of precedence. */
  readonly kinds: readonly WordKind[]
  /** Placeholders written by the guard. */
  readonly parameter: WordKind
  /** Comment starts; no token begins with them. */
  readonly comments: readonly string[]
  /** Sticky. Comment-like text that the server executes. */
  readonly code: RegExp
  /** Whether a text may contain comments or spellings to normalize. */
  readonly needsNormalizing: RegExp
  /**
   * Normalizes the spelling of a token, so that all lexers agree.
   *
   * @param before the token before it, in upper case
   * @returns undefined to leave it unchanged
   */
  respell(text: string, start: number, before: string): Respelling | undefined
  /** Why a token is not allowed at its position, if it is not. */
  fault(token: Token, text: string, before: Token | undefined): RefusalError | undefined
  /** @param rest the two characters at which no token begins */
  unreadable(rest: string): RefusalError | undefined
}

/** Hint for a text that is too long. */
export const TOO_LONG =
  'The query is too long; ask for less at once, and join or compare with a sub-select instead of lists.'
