import type { ParseResult } from 'libpg-query'
import createModule, { type PgQueryModule } from 'libpg-query/wasm/libpg-query.js'
import { freezeTree } from '../../shared/freeze-tree.ts'

/** A parse result: the tree, or an error message that quotes at most a word of the text. */
type ParseOutcome = { readonly ok: true; readonly tree: ParseResult } | { readonly ok: false; readonly message: string }

/** WASM memory only grows; an instance above this is replaced. */
const MEMORY_MAX = 256 * 1024 * 1024

let current: Promise<PgQueryModule> | undefined

/** The current parser instance, or a new one. */
export const loadParser = async (): Promise<Parser> => {
  current ??= createModule()
  return new Parser(await current)
}

/**
 * PostgreSQL's own grammar, on this thread. One instance serves all drafts; after a trap it is never used again,
 * because its memory may be corrupt.
 */
export class Parser {
  readonly #module: PgQueryModule
  #final: { readonly text: string; readonly parsed: ParseOutcome } | undefined

  constructor(module: PgQueryModule) {
    this.#module = module
  }

  /** Parses a text to a tree that belongs to the caller, who may rewrite it. */
  parse(text: string): ParseOutcome {
    const module = this.#module
    try {
      const bytes = Buffer.byteLength(text)
      const pointer = module._malloc(bytes + 1)
      memoryOf(module, pointer, bytes).write(text)
      module.HEAPU8[pointer + bytes] = 0
      const result = module._wasm_parse_query_raw(pointer)
      const parsed = this.#read(result)
      module._wasm_free_parse_result(result)
      module._free(pointer)
      if (module.HEAPU8.length > MEMORY_MAX) current = undefined
      return parsed
    } catch {
      // A trap or stack overflow is not a syntax error, and the instance may be inconsistent.
      current = undefined
      return { ok: false, message: 'the query is too complex' }
    }
  }

  /** Parses the final statement, once for all its checks: they share a frozen tree, never a tree that was rewritten. */
  parseFinal(text: string): ParseOutcome {
    if (this.#final?.text === text) return this.#final.parsed
    const parsed = this.parse(text)
    freezeTree(parsed)
    this.#final = { text, parsed }
    return parsed
  }

  #read(result: number): ParseOutcome {
    const [tree, , error] = [0, 4, 8].map((offset) => this.#module.getValue(result + offset, 'i32'))
    if (error) return { ok: false, message: this.#module.UTF8ToString(this.#module.getValue(error, 'i32')) }
    return { ok: true, tree: JSON.parse(this.#textAt(tree ?? 0)) }
  }

  /** The package's own reader searches for the end byte by byte. */
  #textAt(pointer: number): string {
    const end = this.#module.HEAPU8.indexOf(0, pointer)
    return memoryOf(this.#module, pointer, end - pointer).toString('utf8')
  }
}

const memoryOf = ({ HEAPU8 }: PgQueryModule, pointer: number, bytes: number): Buffer =>
  Buffer.from(HEAPU8.buffer, HEAPU8.byteOffset + pointer, bytes)
