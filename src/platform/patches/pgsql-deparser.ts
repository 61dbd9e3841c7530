import type { DeparserContext, DeparserContextOptions } from 'pgsql-deparser/visitors/base.js'
import { isOn, type Patch, requireInstalled } from './patch.ts'

/** The printer's own contexts copy twenty fields for each name and operator, a fifth of all that guarding costs. */
export const PGSQL_DEPARSER_PATCH: Patch = {
  library: 'pgsql-deparser',
  triedWith: '18.3.8',
  upstream: 'not asked for: upstream, a context may hold what an order of nodes means, and it cannot be shared there',
  without: 'guarding a query for PostgreSQL takes longer',
}

/** Made by no more than some hundred kinds of places; a query that finds others gets them for itself. */
const KNOWN_MAX = 1_000

/**
 * What the printer knows of the place where it prints, made once for each kind of place. Of the nodes around a place it
 * asks only whether one of a kind is among them: their order and number mean nothing.
 */
const contextsOf = (Base: typeof DeparserContext): DeparserContext => {
  const known = new Map<string, SharedContext>()

  class SharedContext extends Base {
    readonly #options: DeparserContextOptions
    readonly #inside = new Map<string, SharedContext>()

    constructor(options: DeparserContextOptions) {
      super(options)
      this.#options = options
    }

    override spawn(nodeType: string, overrides: Partial<DeparserContextOptions> = {}): SharedContext {
      let step = nodeType
      for (const key in overrides) step += ` ${key}=${overrides[key]}`
      const near = this.#inside.get(step)
      if (near !== undefined) return near
      const options = {
        ...this.#options,
        ...overrides,
        parentNodeTypes: [...new Set([...this.parentNodeTypes, nodeType])].toSorted(),
      }
      const kind = JSON.stringify(Object.entries(options).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      const context = known.get(kind) ?? new SharedContext(options)
      if (known.size < KNOWN_MAX) {
        known.set(kind, context)
        this.#inside.set(step, context)
      }
      return context
    }
  }

  return new SharedContext({ prettyMode: false })
}

let outermost: DeparserContext | undefined

/**
 * Where a whole statement is printed.
 *
 * @param installed the version that is there
 * @returns undefined for another version: the printer then makes contexts of its own
 */
export const outermostContext = (installed?: string): DeparserContext | undefined => {
  if (!isOn(PGSQL_DEPARSER_PATCH, installed)) return undefined
  if (outermost === undefined) {
    const { DeparserContext: Base }: typeof import('pgsql-deparser/visitors/base.js') = requireInstalled(
      'pgsql-deparser/visitors/base.js',
    )
    outermost = contextsOf(Base)
  }
  return outermost
}
