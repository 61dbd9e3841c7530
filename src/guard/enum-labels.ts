import type { OwnType } from './schema.ts'

/** What of the labels of an enumeration is told. */
export interface Labels {
  /** In their order, `LABELS_MAX` at most. */
  readonly labels: readonly string[]
  /** There are others. */
  readonly moreLabels?: true
}

const LABELS_MAX = 20

/**
 * The labels of columns by their types: of enumerations, of arrays of them and of domains over them (PostgreSQL), and as
 * a type lists them itself, `enum('a','b')` and `set('a','b')` (MySQL).
 *
 * @param types that the database has beside those of its server
 * @returns undefined for a type that has none; whatever the type, it costs no more than the labels that are told
 */
export const enumLabels = (types: readonly OwnType[] = []): ((type: string) => Labels | undefined) => {
  const byName = new Map(types.map((type) => [type.declared, type]))
  return (type) => {
    const own = byName.get(type.endsWith('[]') ? type.slice(0, -2) : type)
    const labels = own?.labels ?? byName.get(own?.base ?? '')?.labels
    return labels === undefined ? listed(type) : bounded(labels)
  }
}

const LABEL = /'((?:[^'\\]|''|\\.)*)'/gs

const listed = (type: string): Labels | undefined =>
  /^(?:enum|set)\('/i.test(type) ? bounded(labelsIn(type)) : undefined

function* labelsIn(type: string): Generator<string> {
  for (const [, label = ''] of type.matchAll(LABEL)) yield plain(label)
}

const bounded = (all: Iterable<string>): Labels => {
  const labels: string[] = []
  for (const label of all) {
    if (labels.length === LABELS_MAX) return { labels, moreLabels: true }
    labels.push(label)
  }
  return { labels }
}

/** As the server escapes it in its catalog, whatever the mode of a session. */
const plain = (label: string): string =>
  label.replace(/''|\\(.)/gs, (_, escaped?: string) => (escaped === undefined ? "'" : (ESCAPED[escaped] ?? escaped)))

const ESCAPED: Readonly<Record<string, string>> = { 0: '\0', n: '\n', r: '\r' }
