import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { stripTree } from './strip-tree.ts'

/** By the parser's names. */
export type ParserDialect = 'sqlite' | 'mysql'

/** Exports of the library's WASM binding. */
interface Binding {
  default(of: { readonly module_or_path: Uint8Array }): Promise<unknown>
  parse_sql(dialect: ParserDialect, text: string): unknown
}

const LIBRARY = path.join(path.dirname(createRequire(import.meta.url).resolve('@guanmingchiu/sqlparser-ts')), '../wasm')

/** Prefix of messages about a text; other messages are about the parser itself. */
const SYNTAX_MESSAGE = /^sql parser error: /

let instances = 0

/** One WASM instance of the parser; unusable after a trap. */
export class Parser {
  readonly #binding: Binding
  #lost = false

  private constructor(binding: Binding) {
    this.#binding = binding
  }

  /** The library's binding is a singleton; importing it under another URL creates another instance. */
  static async create(): Promise<Parser> {
    const binding: unknown = await import(`${LIBRARY}/sqlparser_rs_wasm.js?instance=${++instances}`)
    if (!isBinding(binding)) throw new Error('the parser has another binding')
    await binding.default({ module_or_path: await readFile(path.join(LIBRARY, 'sqlparser_rs_wasm_bg.wasm')) })
    return new Parser(binding)
  }

  get isLost(): boolean {
    return this.#lost
  }

  /** @returns undefined if the parser is lost, by this text or an earlier one */
  parse(text: string, dialect: ParserDialect): ParsedText | undefined {
    if (this.#lost) return undefined
    try {
      return { kind: 'tree', tree: stripTree(this.#binding.parse_sql(dialect, text)) }
    } catch (error) {
      const message = messageOf(error)
      if (SYNTAX_MESSAGE.test(message)) return { kind: 'syntax', message }
      this.#lost = true
      return undefined
    }
  }
}

const isBinding = (value: unknown): value is Binding =>
  typeof value === 'object' && value !== null && 'parse_sql' in value && 'default' in value

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)

/** The parse result of one text. */
export type ParsedText =
  | { readonly kind: 'tree'; readonly tree: unknown }
  /** The parser's syntax error. */
  | { readonly kind: 'syntax'; readonly message: string }

/** The parser timed out or trapped. */
export class ParserLost extends Error {}
