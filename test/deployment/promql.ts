import { parser } from '@prometheus-io/lezer-promql'

/** A condition on a label, such as `ending=~"a|b"`. */
export interface Matcher {
  readonly label: string
  readonly values: readonly string[]
}

/** What an expression asks for. */
export interface Expression {
  /** False: Prometheus would refuse it. */
  readonly parses: boolean
  readonly selectors: readonly { readonly metric: string; readonly matchers: readonly Matcher[] }[]
  /** Labels by which it groups or joins. */
  readonly groupedBy: readonly string[]
}

/** Reads an expression by Prometheus' own grammar, with Grafana's variables replaced by what they stand for. */
export const readExpression = (text: string): Expression => {
  const written = text.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'tabletalk')
  let parses = true
  const selectors: { metric: string; matchers: Matcher[] }[] = []
  const groupedBy: string[] = []
  let label = ''
  let inGroup = false
  parser.parse(written).iterate({
    enter({ name, from, to, type }) {
      const part = written.slice(from, to)
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
