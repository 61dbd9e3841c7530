import { type Expression, parseSync } from '@swc/core'

/**
 * The names of the tests of a suite, as its source writes them: those of `it.each` with their places (`%s`, `$name`). Each
 * is there by itself and behind the block that it stands in, as `block › name`. Skipped tests are none.
 *
 * @param source TypeScript
 */
export const testTitles = (source: string): readonly string[] => {
  const titles: string[] = []
  const walk = (node: unknown, block: string | undefined): void => {
    if (typeof node !== 'object' || node === null) return
    const call = 'type' in node && node.type === 'CallExpression' ? callOf(node) : undefined
    if (call?.kind === 'test') titles.push(call.title, ...(block === undefined ? [] : [`${block} › ${call.title}`]))
    const within = call?.kind === 'block' ? call.title : block
    for (const part of Object.values(node)) walk(part, within)
  }
  walk(parseSync(source, { syntax: 'typescript' }).body, undefined)
  return titles
}

/** What says how often a test runs, or beside which others. */
const SAME_TEST: ReadonlySet<string> = new Set(['each', 'concurrent'])

const KINDS: Readonly<Record<string, 'test' | 'block'>> = { it: 'test', test: 'test', describe: 'block' }

const callOf = (call: object): { readonly kind: 'test' | 'block'; readonly title: string } | undefined => {
  if (!('callee' in call && 'arguments' in call && Array.isArray(call.arguments))) return undefined
  const kind = KINDS[nameOf(Object(call.callee))]
  const title: Expression | undefined = call.arguments[0]?.expression
  if (kind === undefined || title === undefined) return undefined
  if (title.type === 'StringLiteral') return { kind, title: title.value }
  return title.type === 'TemplateLiteral' ? { kind, title: title.quasis.map(({ raw }) => raw).join('…') } : undefined
}

/** `it` of `it(…)`, `it.each(…)(…)`, `it.each<…>(…)(…)` and `it.concurrent(…)`; nothing of `it.skip(…)`. */
const nameOf = (callee: Expression): string => {
  if (callee.type === 'Identifier') return callee.value
  if (callee.type === 'TsInstantiation') return nameOf(callee.expression)
  if (callee.type === 'CallExpression') return callee.callee.type === 'MemberExpression' ? nameOf(callee.callee) : ''
  if (callee.type !== 'MemberExpression') return ''
  const { property, object } = callee
  return property.type === 'Identifier' && SAME_TEST.has(property.value) ? nameOf(object) : ''
}
