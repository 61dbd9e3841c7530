import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { bareTree } from './bare-tree.ts'

/** As the parser calls it. */
export type ParserDialect = 'sqlite' | 'mysql'

/** What the library's binding to its parser exports. */
interface Binding {
  default(of: { readonly module_or_path: Uint8Array }): Promise<unknown>
  parse_sql(dialect: ParserDialect, text: string): unknown
}

const LIBRARY = path.join(path.dirname(createRequire(import.meta.url).resolve('@guanmingchiu/sqlparser-ts')), '../wasm')

/** How the parser begins every message about a text; other messages are about itself. */
const ABOUT_THE_TEXT = /^sql parser error: /

let instances = 0

/** One instance of the parser. One that trapped is of no use to anyone after, and says nothing more. */
export class Parser {
  readonly #binding: Binding
  #lost = false

  private constructor(binding: Binding) {
    this.#binding = binding
  }

  /** The library's binding holds one instance for good; loaded by another address, it is another binding. */
  static async fresh(): Promise<Parser> {
    const binding: unknown = await import(`${LIBRARY}/sqlparser_rs_wasm.js?instance=${++instances}`)
    if (!isBinding(binding)) throw new Error('the parser has another binding')
    await binding.default({ module_or_path: await readFile(path.join(LIBRARY, 'sqlparser_rs_wasm_bg.wasm')) })
    return new Parser(binding)
  }

  get lost(): boolean {
    return this.#lost
  }

  /** @returns undefined when the parser is lost, to this text or to one before it */
  parse(text: string, dialect: ParserDialect): ParsedText | undefined {
    if (this.#lost) return undefined
    try {
      return { kind: 'tree', tree: bareTree(this.#binding.parse_sql(dialect, text)) }
    } catch (error) {
      const message = messageOf(error)
      if (ABOUT_THE_TEXT.test(message)) return { kind: 'syntax', message }
      this.#lost = true
      return undefined
    }
  }
}

const isBinding = (value: unknown): value is Binding =>
  typeof value === 'object' && value !== null && 'parse_sql' in value && 'default' in value

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)

/** What the parser makes of one text. */
export type ParsedText =
  | { readonly kind: 'tree'; readonly tree: unknown }
  /** The parser's message about what it does not understand. */
  | { readonly kind: 'syntax'; readonly message: string }

/** Whoever parsed is gone: it took too long, or died of a text. */
export class ParserLost extends Error {}
