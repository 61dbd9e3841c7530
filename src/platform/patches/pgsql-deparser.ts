import type { DeparserContext, DeparserContextOptions } from 'pgsql-deparser/visitors/base.js'
import { isApplicable, type Patch, requireInstalled } from './patch.ts'

/** The deparser's contexts copy twenty fields for each name and operator, a fifth of the time of the guard. */
export const PGSQL_DEPARSER_PATCH: Patch = {
  library: 'pgsql-deparser',
  triedWith: '18.3.8',
  upstream: 'not asked for: upstream, a context may hold what an order of nodes means, and it cannot be shared there',
  withoutPatch: 'guarding a query for PostgreSQL takes longer',
}

/** Maximum number of shared contexts; real queries need some hundred. Further contexts are not shared. */
const KNOWN_MAX = 1_000

/**
 * Shares one context per kind of position. The deparser only checks whether an ancestor of some type exists: order and number of
 * ancestors do not matter.
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
      const child = this.#inside.get(step)
      if (child !== undefined) return child
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
 * The context of a whole statement.
 *
 * @param installed the installed version
 * @returns undefined for another version: the deparser then creates its own contexts
 */
export const outermostContext = (installed?: string): DeparserContext | undefined => {
  if (!isApplicable(PGSQL_DEPARSER_PATCH, installed)) return undefined
  if (outermost === undefined) {
    const { DeparserContext: Base }: typeof import('pgsql-deparser/visitors/base.js') = requireInstalled(
      'pgsql-deparser/visitors/base.js',
    )
    outermost = contextsOf(Base)
  }
  return outermost
}
