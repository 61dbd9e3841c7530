import type { MessagePort } from 'node:worker_threads'
import { init, ParserError, parse } from '@guanmingchiu/sqlparser-ts'
import { bareTree } from './bare-tree.ts'
import type { ParsedText } from './parsed-text.ts'

interface ParseCall {
  readonly texts: readonly string[]
  /** Told when parsing begins: the deadline counts from there. */
  readonly begun: MessagePort
}

/** How the parser begins every message about a text; other messages are about itself. */
const ABOUT_THE_TEXT = /^sql parser error: /

/**
 * Runs in a thread of its own, with an instance of the parser that nobody else uses: parses some texts, and answers
 * with `ParsedText[]` as JSON, which is cheaper to read than a copy of the objects.
 *
 * A parser that trapped is of no use to anyone after, so its thread ends with it.
 */
export default async ({ texts, begun }: ParseCall): Promise<string> => {
  await init()
  begun.postMessage(null)
  return JSON.stringify(texts.map(parsed))
}

const parsed = (text: string): ParsedText => {
  try {
    return { kind: 'tree', tree: bareTree(parse(text, 'sqlite')) }
  } catch (error) {
    if (error instanceof ParserError && ABOUT_THE_TEXT.test(error.message))
      return { kind: 'syntax', message: error.message }
    return process.exit(1)
  }
}
