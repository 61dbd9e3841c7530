import { LRUCache } from 'lru-cache'
import { type ParsedText, Parser, type ParserDialect } from './parser.ts'

/** What a lost instance held stays with the process. */
const INSTANCES_MAX = 20

/** The parser of this thread, for texts that cannot hold it: one for the process, made for the first of them. */
const near: { parser: Promise<Parser> | undefined; made: number } = { parser: undefined, made: 0 }

/**
 * The same questions come again, also of other callers: their texts hold no values of anyone. A tree is kept from its
 * second time on: most texts come once, and what is kept of them all costs more than it saves.
 */
const recent = new LRUCache<string, ParsedText>({ maxSize: 300_000 })
const once = new LRUCache<string, true>({ maxSize: 300_000, sizeCalculation: (_, key) => key.length })

/**
 * Parses a light text right here, which takes a fraction of what a trip to another thread does. Should a light text
 * break the parser after all, the next text gets a fresh one.
 *
 * @param text none that could take long or break the parser: see `gated-text.ts`
 * @returns undefined when the parser broke: this text is for the threads, and all are when it has happened too often
 */
export const parseNear = async (text: string, dialect: ParserDialect): Promise<ParsedText | undefined> => {
  const key = `${dialect} ${text}`
  const known = recent.get(key)
  if (known !== undefined) return known
  const parsed = await parseByAny(text, dialect)
  if (parsed !== undefined && once.has(key)) recent.set(key, parsed, { size: key.length })
  else once.set(key, true)
  return parsed
}

const parseByAny = async (text: string, dialect: ParserDialect): Promise<ParsedText | undefined> => {
  for (;;) {
    const ready = near.parser
    const parser = await ready
    if (parser !== undefined && !parser.lost) return parser.parse(text, dialect)
    // Others may have waited for the same one, and one of them has made another.
    if (near.parser !== ready) continue
    if (near.made === INSTANCES_MAX) return undefined
    near.made++
    near.parser = Parser.fresh()
  }
}
