import type { Refused } from '../../shared/refuse.ts'

export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'parameter'
  readonly text: string
  readonly start: number
  /** What keywords are told by: a word in capitals, '' for one that is too long for any, and all else as it is. */
  readonly keyword: string
}

/** One kind of words. */
export interface WordKind {
  readonly kind: Token['kind']
  /** Sticky. */
  readonly pattern: RegExp
  /** The ASCII characters that it may begin with; it is tried at every other character anyway. */
  readonly begins: RegExp
}

/** What stands in the place of a part of a text, and where that part ended. */
export interface Respelt {
  readonly end: number
  readonly written: string
}

/** How a dialect cuts text into words, as far as its server and the parser are known to agree. */
export interface Lexicon {
  /** Tried in their order. */
  readonly kinds: readonly WordKind[]
  /** A placeholder of the guard's own. */
  readonly parameter: WordKind
  /** What begins a comment; it never begins a word. */
  readonly comments: readonly string[]
  /** What begins like a comment and is none to a server. Sticky. */
  readonly code: RegExp
  /** Whether a text may hold comments, or anything to be spelt in another way. */
  readonly loose: RegExp
  /**
   * How a word is spelt so that everybody reads it alike.
   *
   * @param before the word before it, in capitals
   * @returns undefined to leave it as it is
   */
  respell(text: string, start: number, before: string): Respelt | undefined
  /** What is wrong with a word where it stands, if anything is. */
  fault(token: Token, text: string, before: Token | undefined): Refused | undefined
  /** @param rest the two characters where no word begins */
  unreadable(rest: string): Refused | undefined
}

/** What a planner is told of a text that is too long. */
export const TOO_LONG =
  'The query is too long; ask for less at once, and join or compare with a sub-select instead of lists.'
