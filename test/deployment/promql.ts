import { parser } from '@prometheus-io/lezer-promql'

/** A condition on a label, such as `ending=~"a|b"`. */
export interface Matcher {
  readonly label: string
  readonly values: readonly string[]
}

/** The parts of an expression. */
export interface Expression {
  /** False if Prometheus would reject it. */
  readonly parses: boolean
  readonly selectors: readonly { readonly metric: string; readonly matchers: readonly Matcher[] }[]
  /** Labels by which it groups or joins. */
  readonly groupedBy: readonly string[]
}

/** Parses an expression with the grammar of Prometheus; variables of Grafana are replaced by values. */
export const readExpression = (text: string): Expression => {
  const expression = text.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'tabletalk')
  let parses = true
  const selectors: { metric: string; matchers: Matcher[] }[] = []
  const groupedBy: string[] = []
  let label = ''
  let inGroup = false
  parser.parse(expression).iterate({
    enter({ name, from, to, type }) {
      const part = expression.slice(from, to)
      if (type.isError) parses = false
      else if (name === 'VectorSelector') selectors.push({ metric: '', matchers: [] })
      else if (name === 'GroupingLabels') inGroup = true
      else if (name === 'LabelName' && inGroup) groupedBy.push(part)
      else if (name === 'LabelName') label = part
      else if (name === 'Identifier') selectors.splice(-1, 1, { metric: part, matchers: [] })
      else if (name === 'StringLiteral' && label !== '') {
        selectors.at(-1)?.matchers.push({ label, values: part.slice(1, -1).split('|') })
        label = ''
      }
    },
    leave({ name }) {
      if (name === 'GroupingLabels') inGroup = false
    },
  })
  return { parses, selectors, groupedBy }
}
