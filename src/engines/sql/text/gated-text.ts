import { finalRefusal, repairableRefusal } from '../../shared/refuse.ts'
import { type Lexicon, TOO_LONG } from './lexicon.ts'
import { normalizeText } from './normalize-text.ts'
import { type OwnName, withoutOwnQualifier } from './own-qualifier.ts'
import { parserTextOf, type Replacement } from './parser-text.ts'
import { tokenizer } from './tokens.ts'
import { type TreeBounds, treeBounds } from './tree-bounds.ts'

/** A text that the database and the parser tokenize alike, and its form for the parser. */
export interface GatedText {
  readonly text: string
  /**
   * The same text, with equal positions up to the first placeholder, in which words unknown to the parser are replaced
   * by words of the same grammar. Only its structure is used.
   */
  readonly parserText: string
  /** Whether every parser handles it quickly and safely. */
  readonly isLight: boolean
}

/** Checks that a text must pass before it is parsed. */
export interface Gate {
  /**
   * Refuses text that the database may tokenize differently than the parser, so that nothing can be hidden from the
   * parser. First removes comments and normalizes spellings (`plain-text.ts`) and one final semicolon. Too long or too
   * deep texts are refused before parsing.
   *
   * @param own the database's own name, which is removed as a qualifier
   * @throws Refused
   */
  draft(text: string, own?: OwnName): GatedText
  /**
   * Checks a statement that the guard wrote, which may contain placeholders. The parser sees them numbered.
   *
   * @param placeholdersBefore number of placeholders before a partial text
   * @throws Refused
   */
  statement(text: string, placeholdersBefore?: number): GatedText
}

interface Size {
  readonly bytes: number
  readonly tokens: number
}

/** Normal drafts have less than 5,000 bytes and 1,200 tokens. */
const DRAFT_MAX: Size = { bytes: 20_000, tokens: 2_500 }
/** The guard's statement names every column of every table that the draft reads. */
const STATEMENT_MAX: Size = { bytes: 50_000, tokens: 10_000 }

/** @param replacement what the parser sees instead of a word */
export const gateOf = (lexicon: Lexicon, replacement: Replacement): Gate => {
  const [draftTokens, statementTokens] = [tokenizer(lexicon, false), tokenizer(lexicon, true)]
  // Guard and verifier gate the same statement one after the other; the result depends on the text alone.
  let last: { readonly key: string; readonly gated: GatedText } | undefined
  return {
    draft(draft, own) {
      const plain = trimmed(normalizeText(checkSize(draft, DRAFT_MAX), lexicon))
      const words = draftTokens(plain, DRAFT_MAX.tokens)
      const text = own === undefined ? plain : withoutOwnQualifier(plain, words, own)
      const tokens = text === plain ? words : draftTokens(text, DRAFT_MAX.tokens)
      const bounds = treeBounds(tokens, BACKTRACKING_WORDS)
      limitDepth(bounds)
      return {
        text,
        parserText: parserTextOf(text, tokens, replacement),
        isLight: isLight(text, tokens.length, bounds),
      }
    },
    statement(statement, placeholdersBefore = 0) {
      const key = `${placeholdersBefore} ${statement}`
      if (last?.key === key) return last.gated
      const text = trimmed(checkSize(statement, STATEMENT_MAX))
      const tokens = statementTokens(text, STATEMENT_MAX.tokens)
      const parserText = parserTextOf(text, tokens, replacement, placeholdersBefore)
      const gated = { text, parserText, isLight: isLight(text, tokens.length, treeBounds(tokens, BACKTRACKING_WORDS)) }
      last = { key, gated }
      return gated
    },
  }
}

const checkSize = (draft: string, max: Size): string => {
  // Counting bytes is slower, and a text has at least as many bytes as UTF-16 units.
  if (draft.length > max.bytes || Buffer.byteLength(draft) > max.bytes) throw repairableRefusal('too_long', TOO_LONG)
  if (draft.includes('\0') || !draft.isWellFormed())
    throw finalRefusal('odd_character', 'The query contains a character that is not text.')
  return draft
}

const SPACES: ReadonlySet<string | undefined> = new Set([' ', '\t', '\r', '\n'])

/** Removes surrounding spaces and one final semicolon. */
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

/** The parser fails at about fifty, and near two hundred it takes exponential time. */
const NESTING_MAX = 40
/** The parser crashes on trees of a depth of about 600. */
const CHAIN_MAX = 400
/** Databases allow more. */
const PARTS_MAX = 60

/** Refuses a draft whose tree might be too deep for a parser, before parsing. @throws Refused */
const limitDepth = ({ nesting, depth, parts }: TreeBounds): void => {
  if (nesting > NESTING_MAX)
    throw repairableRefusal(
      'too_deep',
      `The query is nested too deeply (at most ${NESTING_MAX} parentheses); name its parts with WITH.`,
    )
  if (parts > PARTS_MAX) throw repairableRefusal('too_many_parts', `Write at most ${PARTS_MAX} parts of a UNION.`)
  if (depth > CHAIN_MAX)
    throw repairableRefusal(
      'too_deep',
      'One expression of the query is too long: use IN (…), BETWEEN or a join instead of many conditions.',
    )
}

/** Words at which the parser may backtrack. */
const BACKTRACKING_WORDS: ReadonlySet<string> = new Set(['INTERVAL', 'CASE', 'CAST'])

const LIGHT_MAX = { characters: 6_000, tokens: 1_500, nesting: 12, depth: 200, parts: 20, attempts: 6 } as const

/** Whether a text, like most, is so short and shallow that the parser needs only milliseconds. */
const isLight = (text: string, tokens: number, { nesting, depth, parts, attempts }: TreeBounds): boolean =>
  text.length <= LIGHT_MAX.characters &&
  tokens <= LIGHT_MAX.tokens &&
  nesting <= LIGHT_MAX.nesting &&
  depth <= LIGHT_MAX.depth &&
  parts <= LIGHT_MAX.parts &&
  attempts <= LIGHT_MAX.attempts
