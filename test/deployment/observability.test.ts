import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { STREAM_ENDS } from '../../src/ask/rules/stream-end.ts'
import { ENGINE_NAMES } from '../../src/engines/index.ts'
import { MAIL_KINDS } from '../../src/manage/accounts/rules/mail-request.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { EVENT_LEVELS, type Observation } from '../../src/platform/observation.ts'
import { PROBLEM_NAMES } from '../../src/platform/problems/problem.ts'
import { EXPORTER_METRICS, type Metric, PROXY_METRICS, SDK_METRICS } from './metrics-of-others.ts'
import { readExpression } from './promql.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const text = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

const spent = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, calls: 1 }
const usage = { ...spent, estimated: false, models: [{ model: 'openai:any', ...spent }] }
const turn = { turnId: 'turn', organizationId: 1, executionTimeMs: 1 }
const request = { kind: 'request_completed', traceId: 'trace', method: 'GET', path: '/', durationMs: 1 } as const

/** Every counted observation with every outcome. */
const OBSERVATIONS: readonly Observation[] = [
  ...[200, 400, 500, 503].map((status) => ({ ...request, route: '/api/v1/databases', status })),
  ...['composed', 'replied', ...PROBLEM_NAMES].map((outcome) => ({ kind: 'turn_ended' as const, outcome, ...turn })),
  { kind: 'turn_ended', outcome: 'composed', planner: 'model', usage, ...turn },
  ...(['done', 'failed'] as const).map((outcome) => ({
    kind: 'step_ended' as const,
    turnId: 'turn',
    step: 'runQuery' as const,
    outcome,
    durationMs: 1,
  })),
  ...(['guard', 'database'] as const).map((refusedBy) => ({
    kind: 'query_refused' as const,
    turnId: 'turn',
    engine: 'sqlite',
    refusedBy,
    reason: 'reason',
  })),
  { kind: 'query_executed', turnId: 'turn', engine: 'sqlite', durationMs: 1, rowCount: 1 },
  ...PROBLEM_NAMES.map((problem) => ({ kind: 'embedding_failed' as const, model: 'openai:any', problem })),
  { kind: 'model_context_window_reduced', model: 'openai:any', tokens: 4_000 },
  ...MAIL_KINDS.flatMap((purpose) => {
    const about = { mailId: 'mail', purpose, attempt: 1 }
    const failures = (['mail_deferred', 'mail_failed'] as const).map((kind) => ({ kind, ...about, reason: 'reason' }))
    return [{ kind: 'mail_sent' as const, ...about }, ...failures]
  }),
  ...(['allowed', 'refused', 'counters_unreachable'] as const).map((outcome) => ({
    kind: 'limit_checked' as const,
    outcome,
  })),
  ...(['succeeded', 'anomaly', 'processor_unreachable', 'failed'] as const).map((outcome) => ({
    kind: 'billing_reconciliation_ended' as const,
    organizationId: 1,
    outcome,
  })),
  { kind: 'payment_signature_rejected' },
  { kind: 'webhook_enqueue_failed', organizationId: 1, eventType: 'turn.completed', error: undefined },
  ...(['delivered', 'timeout', 'status_503'] as const).map((outcome) => ({
    kind: 'webhook_delivery_attempted' as const,
    organizationId: 1,
    webhookId: 'webhook',
    eventType: 'turn.completed',
    outcome,
    durationMs: 1,
  })),
  ...STREAM_ENDS.flatMap((end) => [
    { kind: 'stream_opened' as const, turnId: 'turn' },
    { kind: 'stream_ended' as const, turnId: 'turn', reason: end },
  ]),
]

const slots = { inUse: 1, waiting: 1 }
const engines = new Map(ENGINE_NAMES.map((name) => [name, { fast: slots, slow: slots, connections: 1 }]))

/** Metrics of a process in use. */
const usedMetrics = () => {
  const metrics = createMetrics({ engines: ENGINE_NAMES, version: '0.1.0' })
  for (const observation of OBSERVATIONS) metrics.observe(observation)
  metrics.watch(() => ({ engines, planner: slots, store: slots }), 'digest')
  return metrics
}

/** Labels that Prometheus adds to every sample. */
const FROM_SCRAPING = ['job', 'instance']

/** Exposed values by metric and label; `undefined` for metrics of other programs. */
type Exported = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string> | undefined>>

const exportedByProcess = async (): Promise<Exported> => {
  const text = await usedMetrics().text()
  // Some histograms have no sample yet, such as that of garbage collection.
  const sums = [...text.matchAll(/^# TYPE (\S+) histogram$/gm)].map(([, name]) => `${name}_sum`)
  const exported = new Map(sums.map((name) => [name, new Map<string, Set<string>>()]))
  for (const line of text.split('\n')) {
    const { name, labels = '' } = /^(?<name>[a-z_0-9]+)(?:\{(?<labels>.*)\})? \S+$/.exec(line)?.groups ?? {}
    if (name === undefined) continue
    const known = exported.get(name) ?? new Map<string, Set<string>>()
    exported.set(name, known)
    for (const [, label = '', value = ''] of labels.matchAll(/([a-z_0-9]+)="([^"]*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value))
  }
  return exported
}

const exportedByOthers = (metrics: readonly Metric[]): Exported =>
  new Map(metrics.map(([name, labels]) => [name, new Map(labels.map((label) => [label, undefined]))]))

let exported: Exported
beforeAll(async () => {
  const up: Exported = new Map([['up', new Map()]])
  exported = new Map([
    ...(await exportedByProcess()),
    ...exportedByOthers(SDK_METRICS),
    ...exportedByOthers(PROXY_METRICS),
    ...exportedByOthers(EXPORTER_METRICS),
    ...up,
  ])
})

/** Faults of an expression: invalid PromQL, or names that no sample has. */
const faultsOf = (expression: string): string[] => {
  const { parses, selectors, groupedBy } = readExpression(expression)
  const labelsOf = (metric: string) => [...FROM_SCRAPING, ...(exported.get(metric)?.keys() ?? [])]
  const unknown = selectors.flatMap(({ metric, matchers }) =>
    exported.has(metric)
      ? matchers.flatMap(({ label, values }) => {
          if (!labelsOf(metric).includes(label)) return [`${metric} has no ${label}`]
          const known = exported.get(metric)?.get(label)
          return values
            .filter((value) => known !== undefined && ![...known].some((one) => new RegExp(`^${value}$`).test(one)))
            .map((value) => `no ${metric} has ${label}=${value}`)
        })
      : [`no process exposes ${metric}`],
  )
  const all = selectors.flatMap(({ metric }) => labelsOf(metric))
  return [
    ...(parses && selectors.length > 0 ? [] : ['is no expression']),
    ...unknown,
    ...groupedBy.filter((label) => !all.includes(label)).map((label) => `nothing has ${label}`),
  ]
}

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string }
}

const alerts: readonly Alert[] = parse(text('deploy/prometheus/alerts.yml')).groups.flatMap(
  ({ rules }: { rules: Alert[] }) => rules,
)

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}

const panels: readonly Panel[] = JSON.parse(text('deploy/grafana/tabletalk.json')).panels
const queries = panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })))

describe('Alerts and dashboard', () => {
  it('use only exposed metrics, labels and values, in valid PromQL', () => {
    const faults = [
      ...alerts.map(({ alert, expr }) => ({ of: alert, faults: faultsOf(expr) })),
      ...queries.map(({ title, expr }) => ({ of: title, faults: faultsOf(expr) })),
    ]
    expect(faults.filter((one) => one.faults.length > 0)).toEqual([])
    expect(alerts.length).toBeGreaterThan(10)
    expect(queries.length).toBeGreaterThan(25)
  })

  it('are checked for unknown names, labels and values, and for unclosed brackets', () => {
    expect(
      [
        'rate(tabletalk_turn_total[5m])',
        'tabletalk_turns_total{ending="composed"}',
        'sum by (kind) (tabletalk_turns_total{outcome!~"composed|answered"})',
        'sum(rate(tabletalk_turns_total[5m])',
      ].map(faultsOf),
    ).toEqual([
      ['no process exposes tabletalk_turn_total'],
      ['tabletalk_turns_total has no ending'],
      ['no tabletalk_turns_total has outcome=answered', 'nothing has kind'],
      ['is no expression'],
    ])
  })

  it('state severity and action in each alert, and show only labels of its samples', () => {
    for (const { alert, expr, labels, annotations } of alerts) {
      expect({ alert, ...labels }).toEqual({ alert, severity: expect.stringMatching(/^(warning|critical)$/) })
      expect(annotations.description.length).toBeGreaterThan(60)
      const shown = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label)
      const { groupedBy, selectors } = readExpression(expr)
      const known = selectors.flatMap(({ metric }) => [...FROM_SCRAPING, ...(exported.get(metric)?.keys() ?? [])])
      expect(shown.filter((label) => !(groupedBy.length > 0 ? groupedBy : known).includes(label))).toEqual([])
    }
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
  })

  it('name in alerts only existing log events', () => {
    const named = alerts.flatMap(({ annotations: { description } }) =>
      [...description.matchAll(/Log lines ((?:`\w+`(?: and )?)+)/g)].flatMap(
        ([, names = '']) => names.match(/\w+_\w+/g) ?? [],
      ),
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !Object.hasOwn(EVENT_LEVELS, name))).toEqual([])
  })

  it('choose the scrape jobs of the dashboard by a metric that every process exposes', () => {
    const { list } = JSON.parse(text('deploy/grafana/tabletalk.json')).templating
    const { definition, query } = list.find(({ name }: { readonly name: string }) => name === 'job')
    const [, metric = ''] = /^label_values\((\w+), job\)$/.exec(definition) ?? []
    expect([query.query, exported.has(metric)]).toEqual([definition, true])
  })

  it('have panels with unique ids that do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([])
  })
})

const operationsSection = (heading: string): string =>
  text('docs/operations.md').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

/** The cells of the first two columns of the tables in a section of docs/operations.md. */
const operationsRows = (heading: string): (readonly [first: string, second: string])[] =>
  [...operationsSection(heading).matchAll(/^\| (`.+?) \| (.+?) \|/gm)].map(([, first = '', second = '']) => [
    first,
    second,
  ])

describe('docs/operations.md', () => {
  it('lists every metric of the service with its type and labels, and no other', async () => {
    const types = [...(await usedMetrics().text()).matchAll(/^# TYPE (tabletalk_\S+) (\S+)$/gm)]
    const exposed = types.map(([, name = '', type = '']) => {
      const labels = [...(exported.get(type === 'histogram' ? `${name}_count` : name)?.keys() ?? [])]
      return [`\`${name}${labels.length === 0 ? '' : `{${labels.join()}}`}\``, type]
    })
    const listed = operationsRows('Metrics').filter(([name]) => name.startsWith('`tabletalk_'))
    expect(listed.toSorted()).toEqual(exposed.toSorted())
  })

  it('names in its metrics section only metrics of the dashboard or an alert', () => {
    const named = [...operationsSection('Metrics').matchAll(/`((?:tabletalk|temporal)_[a-z_]+)/g)].map(
      ([, name = '']) => name,
    )
    const shown = [...alerts, ...queries].flatMap(({ expr }) => readExpression(expr).selectors)
    const names = new Set(shown.map(({ metric }) => metric.replace(/_bucket$/, '')))
    expect(named.length).toBeGreaterThan(8)
    expect(named.filter((name) => !names.has(name))).toEqual([])
  })

  it('lists every log event with its level, and no other', () => {
    const listed = operationsRows('Logs').flatMap(
      ([names, level]) => names.match(/\w+/g)?.map((name) => [name, level]) ?? [],
    )
    expect(listed.toSorted()).toEqual(Object.entries(EVENT_LEVELS).toSorted())
  })
})

describe('An idle process', () => {
  it('exposes every series at 0 whose first increase fires an alert, in at most 300 series of the service', async () => {
    const metrics = createMetrics({ engines: ENGINE_NAMES, version: '0.1.0' })
    metrics.watch(() => ({ engines, planner: slots, store: slots }))
    const text = await metrics.text()
    const series = text.split('\n').filter((line) => line.startsWith('tabletalk_'))
    const waitedFor = alerts
      .filter(({ expr }) => /^sum.*\(increase\(.*\) > 0$/.test(expr))
      .flatMap(({ expr }) => readExpression(expr).selectors)
      .flatMap(({ metric, matchers }) => [
        new RegExp(`^${metric}(\\{.*\\})? 0$`),
        ...matchers.flatMap(({ label, values }) =>
          values.map((value) => new RegExp(`^${metric}\\{.*\\b${label}="${value}".*\\} 0$`)),
        ),
      ])
    expect(waitedFor.length).toBeGreaterThan(8)
    expect(waitedFor.filter((pattern) => !series.some((line) => pattern.test(line)))).toEqual([])
    expect(series.length).toBeLessThan(300)
  })
})

describe('Observability names', () => {
  it('are snake_case of two or more words for log events', () => {
    expect(Object.keys(EVENT_LEVELS).filter((kind) => !/^[a-z]+(?:_[a-z]+)+$/.test(kind))).toEqual([])
  })

  it('end in the base unit for metrics and in _total for counters only, and each metric has a help text', async () => {
    const text = await createMetrics({ engines: ENGINE_NAMES, version: '0.1.0' }).text()
    const helps = new Map([...text.matchAll(/^# HELP (tabletalk_\S+) (.+)$/gm)].map(([, name, help]) => [name, help]))
    const types = [...text.matchAll(/^# TYPE (tabletalk_\S+) (\S+)$/gm)]
    expect(types.length).toBeGreaterThan(15)
    const misnamed = types.filter(([, name = '', type]) => {
      const isCounter = name.endsWith('_total')
      const hasUnit = /_(?:seconds|bytes)$/.test(name)
      return (
        (type === 'counter') !== isCounter ||
        (type === 'histogram') !== hasUnit ||
        /_(?:ms|milliseconds|kb|mb)\b/.test(name)
      )
    })
    expect(misnamed).toEqual([])
    expect(types.filter(([, name]) => !/^[A-Z].{20,}\.$/.test(helps.get(name) ?? ''))).toEqual([])
  })
})
