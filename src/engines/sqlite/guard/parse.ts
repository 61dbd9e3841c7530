import { init, ParserError, parse } from '@guanmingchiu/sqlparser-ts'
import { slip } from './refuse.ts'

// The parser is WebAssembly, and guarding must not wait: it is ready once this module is.
await init()

/**
 * Statements of a gated text as the parser sees them: plain JSON, to be read with suspicion.
 *
 * @throws Refused when the text is no SQL.
 */
export const parseStatements = (parserText: string): unknown => {
  try {
    return parse(parserText, 'sqlite')
  } catch (error) {
    if (error instanceof ParserError) throw slip('syntax', `SQLite does not understand the query: ${where(error)}.`)
    throw error
  }
}

/** The parser's message holds words of the query itself and positions in it. */
const where = ({ message }: ParserError): string => message.replace(/^sql parser error: /, '').slice(0, 200)
