/**
 * The document as its file has it: an operation a line and a component a line, so that a change of an endpoint is a change
 * of its line.
 */
export const documentText = (document: object): string => {
  const lines = Object.entries(document).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${DEEP.has(name) ? broken(value, 2, '  ') : JSON.stringify(value)}`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}

const DEEP: ReadonlySet<string> = new Set(['paths', 'components'])

/** @param levels of objects that have an entry a line */
const broken = (value: unknown, levels: number, indent: string): string => {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  if (entries.length === 0) return '{}'
  const lines = entries.map(
    ([name, inner]) => `${indent}  ${JSON.stringify(name)}: ${broken(inner, levels - 1, `${indent}  `)}`,
  )
  return `{\n${lines.join(',\n')}\n${indent}}`
}
