import { type ParsedText, ParserLost } from '../parse/parsed-text.ts'
import { slip } from './refuse.ts'

/** Parses texts elsewhere, all of them in one trip, or throws `ParserLost`, or a Problem. */
export type Parse = (texts: readonly string[]) => Promise<readonly ParsedText[]>

/**
 * The trees of the texts that one draft leads to. A text that was parsed before is not sent again: reading, comparing
 * and verifying look at the same text, and each asks for itself.
 */
export class ParsedTexts {
  readonly #parse: Parse
  readonly #known = new Map<string, ParsedText>()

  constructor(parse: Parse) {
    this.#parse = parse
  }

  /**
   * Statements of gated texts as the parser sees them: plain JSON, to be read with suspicion.
   *
   * @throws Refused when a text is no SQL, or none that a parser can read in time.
   */
  async trees(...parserTexts: readonly string[]): Promise<readonly unknown[]> {
    const missing = [...new Set(parserTexts)].filter((text) => !this.#known.has(text))
    if (missing.length > 0) {
      const parsed = await this.#parse(missing).catch(refuseIfLost)
      missing.forEach((text, index) => {
        const one = parsed[index]
        if (one !== undefined) this.#known.set(text, one)
      })
    }
    return parserTexts.map((text) => {
      const one = this.#known.get(text)
      if (one === undefined) throw new Error('a text was not parsed')
      if (one.kind === 'syntax') throw slip('syntax', `SQLite does not understand the query: ${where(one.message)}.`)
      return one.tree
    })
  }
}

const refuseIfLost = (error: unknown): never => {
  if (error instanceof ParserLost)
    throw slip('too_complex', 'The query is too involved to be read; write it in a simpler and shorter form.')
  throw error
}

/** The parser's message holds words of the query itself and positions in it. */
const where = (message: string): string => message.replace(/^sql parser error: /, '').slice(0, 200)
