import { LRUCache } from 'lru-cache'
import { freezeTree } from '../../shared/freeze-tree.ts'
import { type ParsedText, Parser, type ParserDialect } from './parser.ts'

/** Memory of a lost instance is never freed. */
const INSTANCES_MAX = 20

/** This thread's parser for light texts, created for the first one. */
const local: { parser: Promise<Parser> | undefined; made: number } = { parser: undefined, made: 0 }

/** Trees take about a hundred bytes per character of their texts. */
const TREES_BYTES = 32 * 1024 * 1024
const TREE_BYTES_MAX = 1024 * 1024
const SEEN_CHARACTERS = 300_000

/**
 * Cache of parse results by dialect and text, of which alone they are made: the same questions recur, also from other
 * callers. A result is frozen and cached on the second use of its text, because most texts occur once.
 */
const cachedTrees = new LRUCache<string, ParsedText>({ maxSize: TREES_BYTES, maxEntrySize: TREE_BYTES_MAX })
const seenOnce = new LRUCache<string, true>({ maxSize: SEEN_CHARACTERS, sizeCalculation: (_, key) => key.length })

/**
 * Parses a light text in this thread, much faster than a round trip to another one. If a text breaks the parser
 * nevertheless, the next text gets a new instance.
 *
 * @param text light by `gated-text.ts`: cannot take long or break the parser
 * @returns undefined if the parser broke on it or too many instances were lost: use the parser threads. The result may
 * be shared with other calls, and is then frozen.
 */
export const parseInThread = async (text: string, dialect: ParserDialect): Promise<ParsedText | undefined> => {
  const key = `${dialect} ${text}`
  const cached = cachedTrees.get(key)
  if (cached !== undefined) return cached
  const parsed = await parseLocally(text, dialect)
  if (parsed !== undefined && seenOnce.has(key)) cachedTrees.set(key, parsed, { size: key.length + freezeTree(parsed) })
  else seenOnce.set(key, true)
  return parsed
}

const parseLocally = async (text: string, dialect: ParserDialect): Promise<ParsedText | undefined> => {
  for (;;) {
    const ready = local.parser
    const parser = await ready
    if (parser !== undefined && !parser.isLost) return parser.parse(text, dialect)
    // Other callers may have replaced the instance meanwhile.
    if (local.parser !== ready) continue
    if (local.made === INSTANCES_MAX) return undefined
    local.made++
    local.parser = Parser.create()
  }
}
