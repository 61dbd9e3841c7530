import type { OwnType } from './schema.ts'

/** The published labels of an enumeration. */
export interface EnumLabels {
  /** In declaration order, at most `LABELS_MAX`. */
  readonly labels: readonly string[]
  /** True if labels were left out. */
  readonly moreLabels?: true
}

const LABELS_MAX = 20

/**
 * Looks up the labels of a column by its type: enumerations, arrays of them and domains over them (PostgreSQL), and
 * types that list them, `enum('a','b')` and `set('a','b')` (MySQL). Reads at most `LABELS_MAX` + 1 labels.
 *
 * @param types the customer's own types
 * @returns undefined for a type without labels
 */
export const enumLabels = (types: readonly OwnType[] = []): ((type: string) => EnumLabels | undefined) => {
  const byName = new Map(types.map((type) => [type.declared, type]))
  return (type) => {
    const own = byName.get(type.endsWith('[]') ? type.slice(0, -2) : type)
    const labels = own?.labels ?? byName.get(own?.base ?? '')?.labels
    return labels === undefined ? labelsListedIn(type) : firstLabels(labels)
  }
}

const LABEL = /'((?:[^'\\]|''|\\.)*)'/gs

const labelsListedIn = (type: string): EnumLabels | undefined =>
  /^(?:enum|set)\('/i.test(type) ? firstLabels(labelsIn(type)) : undefined

function* labelsIn(type: string): Generator<string> {
  for (const [, label = ''] of type.matchAll(LABEL)) yield unescapeLabel(label)
}

const firstLabels = (all: Iterable<string>): EnumLabels => {
  const labels: string[] = []
  for (const label of all) {
    if (labels.length === LABELS_MAX) return { labels, moreLabels: true }
    labels.push(label)
  }
  return { labels }
}

/** Unescapes a label as the server's catalog escapes it, in every SQL mode. */
const unescapeLabel = (label: string): string =>
  label.replace(/''|\\(.)/gs, (_, escaped?: string) => (escaped === undefined ? "'" : (ESCAPED[escaped] ?? escaped)))

const ESCAPED: Readonly<Record<string, string>> = { 0: '\0', n: '\n', r: '\r' }
