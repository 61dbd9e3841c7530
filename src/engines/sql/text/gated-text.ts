import { attack, slip } from '../../shared/refuse.ts'
import { type Lexicon, TOO_LONG } from './lexicon.ts'
import { type OwnName, withoutOwnName } from './own-qualifier.ts'
import { parserTextOf, type Replacement } from './parser-text.ts'
import { plainText } from './plain-text.ts'
import { tokenizer } from './tokens.ts'
import { type TreeBounds, treeBounds } from './tree-bounds.ts'

/** A text that the database and the parser cut into the same words, and its form for the parser. */
export interface GatedText {
  readonly text: string
  /**
   * The same text, character for character in the same places up to the first placeholder, where words that the parser
   * does not know stand replaced by words of the same grammar. Only its structure is ever used.
   */
  readonly parserText: string
  /** Whether any parser is soon done with it, and survives it. */
  readonly light: boolean
}

/** What a text must pass before a parser sees it. */
export interface Gate {
  /**
   * Refuses text that the database could cut into words differently than the parser does: there a query may hide from
   * the parser. Comments are taken out first, and what may be spelt in the one way that passes is (`plain-text.ts`). One semicolon at the end is dropped. What is too long, or might be too deep for a parser, is refused
   * before one sees it.
   *
   * @param own the database itself, which need not be said
   * @throws Refused
   */
  draft(text: string, own?: OwnName): GatedText
  /**
   * The same for a statement that the guard wrote, in which placeholders may occur. The parser sees them numbered.
   *
   * @param placeholdersBefore of a text that is a part of a statement
   * @throws Refused
   */
  statement(text: string, placeholdersBefore?: number): GatedText
}

interface Size {
  readonly bytes: number
  readonly tokens: number
}

/** Honest drafts are below 5,000 bytes and 1,200 words. */
const DRAFT_MAX: Size = { bytes: 20_000, tokens: 2_500 }
/** A statement of the guard's own names every column of every table that the draft reads. */
const STATEMENT_MAX: Size = { bytes: 50_000, tokens: 10_000 }

/** @param replacement what the parser sees instead of a word */
export const gateOf = (lexicon: Lexicon, replacement: Replacement): Gate => {
  const [draftTokens, statementTokens] = [tokenizer(lexicon, false), tokenizer(lexicon, true)]
  // Whoever wrote a statement gates it, and then whoever verifies it: what comes of a text depends on the text alone.
  let last: { readonly key: string; readonly gated: GatedText } | undefined
  return {
    draft(draft, own) {
      const plain = trimmed(plainText(sized(draft, DRAFT_MAX), lexicon))
      const words = draftTokens(plain, DRAFT_MAX.tokens)
      const text = own === undefined ? plain : withoutOwnName(plain, words, own)
      const tokens = text === plain ? words : draftTokens(text, DRAFT_MAX.tokens)
      const bounds = treeBounds(tokens, TRIED)
      limitDepth(bounds)
      return { text, parserText: parserTextOf(text, tokens, replacement), light: isLight(text, tokens.length, bounds) }
    },
    statement(statement, placeholdersBefore = 0) {
      const key = `${placeholdersBefore} ${statement}`
      if (last?.key === key) return last.gated
      const text = trimmed(sized(statement, STATEMENT_MAX))
      const tokens = statementTokens(text, STATEMENT_MAX.tokens)
      const parserText = parserTextOf(text, tokens, replacement, placeholdersBefore)
      const gated = { text, parserText, light: isLight(text, tokens.length, treeBounds(tokens, TRIED)) }
      last = { key, gated }
      return gated
    },
  }
}

const sized = (draft: string, max: Size): string => {
  // Counting bytes takes its time too: no text has fewer of them than characters.
  if (draft.length > max.bytes || Buffer.byteLength(draft) > max.bytes) throw slip('too_long', TOO_LONG)
  if (draft.includes('\0') || !draft.isWellFormed())
    throw attack('odd_character', 'The query contains a character that is not text.')
  return draft
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

/** The parser gives up at some fifty, and near two hundred it takes for ever. */
const NESTING_MAX = 40
/** The parser dies of trees that are some 600 deep. */
const CHAIN_MAX = 400
/** Databases take more. */
const PARTS_MAX = 60

/**
 * Refuses a draft whose tree might be deeper than parsers bear, before one of them sees it.
 *
 * @throws Refused
 */
const limitDepth = ({ nesting, depth, parts }: TreeBounds): void => {
  if (nesting > NESTING_MAX)
    throw slip(
      'too_deep',
      `The query is nested too deeply (at most ${NESTING_MAX} parentheses); name its parts with WITH.`,
    )
  if (parts > PARTS_MAX) throw slip('too_many_parts', `Write at most ${PARTS_MAX} parts of a UNION.`)
  if (depth > CHAIN_MAX)
    throw slip(
      'too_deep',
      'One expression of the query is too long: use IN (…), BETWEEN or a join instead of many conditions.',
    )
}

/** Words before which the parser goes back when it fails at what follows, and reads them in another way. */
const TRIED: ReadonlySet<string> = new Set(['INTERVAL', 'CASE', 'CAST'])

const LIGHT_MAX = { characters: 6_000, tokens: 1_500, nesting: 12, depth: 200, parts: 20, attempts: 6 } as const

/**
 * Whether a text is so short and so shallow that the parser reads it in some milliseconds, whatever its words are.
 * Nearly every honest one is.
 */
const isLight = (text: string, tokens: number, { nesting, depth, parts, attempts }: TreeBounds): boolean =>
  text.length <= LIGHT_MAX.characters &&
  tokens <= LIGHT_MAX.tokens &&
  nesting <= LIGHT_MAX.nesting &&
  depth <= LIGHT_MAX.depth &&
  parts <= LIGHT_MAX.parts &&
  attempts <= LIGHT_MAX.attempts
