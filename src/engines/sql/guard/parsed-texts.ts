import { repairableRefusal } from '../../shared/refuse.ts'
import { parseInThread } from '../parse/in-thread-parser.ts'
import { type ParsedText, type ParserDialect, ParserLost } from '../parse/parser.ts'
import type { GatedText } from '../text/gated-text.ts'

/** Parses texts in another thread, all in one call; throws `ParserLost` or a Problem. */
export type Parse = (texts: readonly string[]) => Promise<readonly ParsedText[]>

/** Input of the parser. */
type ParserText = Pick<GatedText, 'parserText' | 'isLight'>

/**
 * Syntax trees of all texts derived from one draft: light ones are parsed in this thread, others in parser threads.
 * Trees are cached, because reading, comparing and verifying use the same texts.
 */
export class ParsedTexts {
  readonly #parse: Parse
  readonly #dialect: { readonly engine: ParserDialect; readonly title: string }
  readonly #known = new Map<string, ParsedText>()

  /** @param dialect `title` is the database's name in hints */
  constructor(parse: Parse, dialect: { readonly engine: ParserDialect; readonly title: string }) {
    this.#parse = parse
    this.#dialect = dialect
  }

  /**
   * Trees of the statements in gated texts: untrusted JSON.
   *
   * @throws Refused if a text is not valid SQL, or cannot be parsed in time.
   */
  async trees(...texts: readonly ParserText[]): Promise<readonly unknown[]> {
    for (const { parserText, isLight } of texts) if (isLight) await this.#parseNear(parserText)
    const missing = [...new Set(texts.map(({ parserText }) => parserText))].filter((text) => !this.#known.has(text))
    if (missing.length > 0) {
      const parsed = await this.#parse(missing).catch(refuseIfLost)
      missing.forEach((text, index) => {
        const one = parsed[index]
        if (one !== undefined) this.#known.set(text, one)
      })
    }
    return texts.map(({ parserText }) => this.#treeOf(parserText))
  }

  async #parseNear(text: string): Promise<void> {
    if (this.#known.has(text)) return
    const parsed = await parseInThread(text, this.#dialect.engine)
    if (parsed !== undefined) this.#known.set(text, parsed)
  }

  #treeOf(text: string): unknown {
    const one = this.#known.get(text)
    if (one === undefined) throw new Error('a text was not parsed')
    if (one.kind === 'syntax')
      throw repairableRefusal(
        'syntax',
        `${this.#dialect.title} does not understand the query: ${parserDetail(one.message)}.`,
      )
    return one.tree
  }
}

const refuseIfLost = (error: unknown): never => {
  if (error instanceof ParserLost)
    throw repairableRefusal('too_complex', 'The query is too complex to parse; write it in a simpler and shorter form.')
  throw error
}

/** The parser's message contains only words and positions of the query itself. */
const parserDetail = (message: string): string => message.replace(/^sql parser error: /, '').slice(0, 200)
