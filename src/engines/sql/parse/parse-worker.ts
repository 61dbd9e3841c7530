import type { StartedCall } from '../../../platform/threads/thread-pool.ts'
import { Parser, type ParserDialect } from './parser.ts'

export interface ParseCall {
  readonly dialect: ParserDialect
  readonly texts: readonly string[]
}

let ready: Promise<Parser> | undefined

/**
 * Worker thread with its own parser instance: parses texts and returns `ParsedText[]` as JSON, which is cheaper than a
 * structured clone. A parser that trapped is unusable, so the thread exits.
 */
export default async ({ dialect, texts, startPort }: StartedCall<ParseCall>): Promise<string> => {
  ready ??= Parser.create()
  const parser = await ready
  startPort.postMessage(null)
  return JSON.stringify(texts.map((text) => parser.parse(text, dialect) ?? process.exit(1)))
}
