import { slip } from '../../shared/refuse.ts'
import { parseNear } from '../parse/near-parser.ts'
import { type ParsedText, type ParserDialect, ParserLost } from '../parse/parser.ts'
import type { GatedText } from '../text/gated-text.ts'

/** Parses texts elsewhere, all of them in one trip, or throws `ParserLost`, or a Problem. */
export type Parse = (texts: readonly string[]) => Promise<readonly ParsedText[]>

/** What the parser is asked for. */
export type ParserText = Pick<GatedText, 'parserText' | 'light'>

/**
 * The trees of the texts that one draft leads to: of light ones at once, of all others by the parser's own threads. A
 * text that was parsed before is not parsed again: reading, comparing and verifying look at the same text, and each
 * asks for itself.
 */
export class ParsedTexts {
  readonly #parse: Parse
  readonly #dialect: { readonly engine: ParserDialect; readonly title: string }
  readonly #known = new Map<string, ParsedText>()

  /** @param dialect `title` is how hints call the database */
  constructor(parse: Parse, dialect: { readonly engine: ParserDialect; readonly title: string }) {
    this.#parse = parse
    this.#dialect = dialect
  }

  /**
   * Statements of gated texts as the parser sees them: plain JSON, to be read with suspicion.
   *
   * @throws Refused when a text is no SQL, or none that a parser can read in time.
   */
  async trees(...texts: readonly ParserText[]): Promise<readonly unknown[]> {
    for (const { parserText, light } of texts) if (light) await this.#parseNear(parserText)
    const heavy = [...new Set(texts.map(({ parserText }) => parserText))].filter((text) => !this.#known.has(text))
    if (heavy.length > 0) {
      const parsed = await this.#parse(heavy).catch(refuseIfLost)
      heavy.forEach((text, index) => {
        const one = parsed[index]
        if (one !== undefined) this.#known.set(text, one)
      })
    }
    return texts.map(({ parserText }) => this.#treeOf(parserText))
  }

  async #parseNear(text: string): Promise<void> {
    if (this.#known.has(text)) return
    const parsed = await parseNear(text, this.#dialect.engine)
    if (parsed !== undefined) this.#known.set(text, parsed)
  }

  #treeOf(text: string): unknown {
    const one = this.#known.get(text)
    if (one === undefined) throw new Error('a text was not parsed')
    if (one.kind === 'syntax')
      throw slip('syntax', `${this.#dialect.title} does not understand the query: ${where(one.message)}.`)
    return one.tree
  }
}

const refuseIfLost = (error: unknown): never => {
  if (error instanceof ParserLost)
    throw slip('too_complex', 'The query is too complex to parse; write it in a simpler and shorter form.')
  throw error
}

/** The parser's message holds words of the query itself and positions in it. */
const where = (message: string): string => message.replace(/^sql parser error: /, '').slice(0, 200)
