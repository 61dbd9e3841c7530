import type { WithBegun } from '../../../platform/threads/thread-pool.ts'
import { Parser, type ParserDialect } from './parser.ts'

export interface ParseCall {
  readonly dialect: ParserDialect
  readonly texts: readonly string[]
}

let ready: Promise<Parser> | undefined

/**
 * Runs in a thread of its own, with an instance of the parser that nobody else uses: parses some texts, and answers
 * with `ParsedText[]` as JSON, which is cheaper to read than a copy of the objects.
 *
 * A parser that trapped is of no use to anyone after, so its thread ends with it.
 */
export default async ({ dialect, texts, begun }: WithBegun<ParseCall>): Promise<string> => {
  ready ??= Parser.fresh()
  const parser = await ready
  begun.postMessage(null)
  return JSON.stringify(texts.map((text) => parser.parse(text, dialect) ?? process.exit(1)))
}
