import { DeparserContext, type DeparserContextOptions } from 'pgsql-deparser/visitors/base.js'

/** Made by no more than some hundred kinds of places; a query that finds others gets them for itself. */
const KNOWN_MAX = 1_000

/**
 * What the printer knows of the place where it prints. Its own contexts copy twenty fields for each name and operator,
 * a fifth of all that guarding costs; these are made once for each kind of place. Of the nodes around a place it asks
 * only whether one of a kind is among them: their order and number mean nothing.
 */
export class PrintContext extends DeparserContext {
  static readonly outermost = new PrintContext({ prettyMode: false })
  static readonly #known = new Map<string, PrintContext>()
  readonly #options: DeparserContextOptions
  readonly #inside = new Map<string, PrintContext>()

  constructor(options: DeparserContextOptions) {
    super(options)
    this.#options = options
  }

  override spawn(nodeType: string, overrides: Partial<DeparserContextOptions> = {}): PrintContext {
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
    const context = PrintContext.#known.get(kind) ?? new PrintContext(options)
    if (PrintContext.#known.size < KNOWN_MAX) {
      PrintContext.#known.set(kind, context)
      this.#inside.set(step, context)
    }
    return context
  }
}
