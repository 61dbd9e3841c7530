import { limitDepth } from './draft-limits.ts'
import { parserTextOf } from './parser-text.ts'
import { attack, slip } from './refuse.ts'
import { TOO_LONG, tokensOf } from './tokens.ts'

/** A text that SQLite and the parser cut into the same words, and its form for the parser. */
export interface GatedText {
  readonly text: string
  /**
   * The same text, character for character in the same places, where words that the parser does not know stand
   * replaced by words of the same grammar: GLOB by LIKE, IS by =, and so on. Only its structure is ever used.
   */
  readonly parserText: string
}

interface Size {
  readonly bytes: number
  readonly tokens: number
}

/** Honest drafts are below 5,000 bytes and 1,200 words. */
const DRAFT_MAX: Size = { bytes: 20_000, tokens: 2_500 }
/** A statement of the guard's own names every column of every table that the draft reads. */
const STATEMENT_MAX: Size = { bytes: 50_000, tokens: 10_000 }

/**
 * Refuses text that SQLite could cut into words differently than the parser does: there a query may hide from the
 * parser. Comments, variables, backslashes outside of literals and prefixed literals are of that kind; one semicolon
 * at the end is dropped. What is too long, or might be too deep for a parser, is refused before one sees it.
 *
 * @throws Refused
 */
export const lexicalGate = (draft: string): GatedText => {
  const text = gate(draft, DRAFT_MAX)
  const tokens = tokensOf(text, false, DRAFT_MAX.tokens)
  limitDepth(tokens)
  return { text, parserText: parserTextOf(text, tokens) }
}

/**
 * The same for a statement that the guard wrote, in which `?1` may occur.
 *
 * @throws Refused
 */
export const statementGate = (statement: string): GatedText => {
  const text = gate(statement, STATEMENT_MAX)
  return { text, parserText: parserTextOf(text, tokensOf(text, true, STATEMENT_MAX.tokens)) }
}

const gate = (draft: string, max: Size): string => {
  // Counting bytes takes its time too: no text has fewer of them than characters.
  if (draft.length > max.bytes || Buffer.byteLength(draft) > max.bytes) throw slip('too_long', TOO_LONG)
  if (draft.includes('\0') || !draft.isWellFormed())
    throw attack('odd_character', 'The query has a character in it that is no text.')
  return trimmed(draft)
}

const SPACES: ReadonlySet<string | undefined> = new Set([' ', '\t', '\r', '\n'])

/** Without the spaces around, and without one semicolon at the end. */
const trimmed = (text: string): string => {
  let start = 0
  let end = text.length
  const dropSpaces = () => {
    while (end > start && SPACES.has(text[end - 1])) end--
  }
  while (start < end && SPACES.has(text[start])) start++
  dropSpaces()
  if (text[end - 1] === ';') end--
  dropSpaces()
  return text.slice(start, end)
}
