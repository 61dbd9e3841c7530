import { readFileSync } from 'node:fs'
import path from 'node:path'
import { execa } from 'execa'
import { parse } from 'yaml'
import { findOnPath } from '../../src/local/programs/on-path.ts'

const FOLDER = path.join(import.meta.dirname, '../../deploy/prometheus')
const RULES = 'alerts.yml'
const CASES = 'alerts.test.yml'

const promtool = await findOnPath('promtool')

interface AlertCase {
  readonly name: string
  readonly promql_expr_test: readonly { readonly expr: string; readonly exp_samples: readonly unknown[] }[]
}

const parsed = (file: string) => parse(readFileSync(path.join(FOLDER, file), 'utf8'))

interface AlertRule {
  readonly alert: string
  readonly annotations: { readonly runbook_url?: string }
}

const rules: readonly AlertRule[] = parsed(RULES).groups.flatMap(({ rules }: { rules: AlertRule[] }) => rules)
const alerts = rules.map(({ alert }) => alert)
const cases: readonly AlertCase[] = parsed(CASES).tests

describe('Alert rules', () => {
  it('each have one case in which they fire, and one in which they do not', () => {
    const expected = alerts.flatMap((alert) => {
      const expr = `sum(ALERTS{alertname="${alert}",alertstate="firing"})`
      return [
        [`${alert} fires`, expr, 1],
        [`${alert} does not fire`, expr, 0],
      ]
    })
    const found = cases.flatMap(({ name, promql_expr_test: expected }) =>
      expected.map(({ expr, exp_samples: samples }) => [name, expr, samples.length]),
    )
    expect(found.toSorted()).toEqual(expected.toSorted())
  })

  it('each lead to their own section of docs/operations.md, which has no section of another alert', () => {
    const page = readFileSync(path.join(FOLDER, '../../docs/operations.md'), 'utf8')
    const [, section = ''] = /\n## Alerts\n([\s\S]*?)\n## /.exec(page) ?? []
    const headings = [...section.matchAll(/^### (\w+)\n\n\S/gm)].map(([, heading = '']) => heading)
    expect(headings.toSorted()).toEqual(alerts.toSorted())
    for (const { alert, annotations } of rules)
      expect(annotations.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`)
  })

  const run = promtool === undefined ? it.skip : it
  const skipped = promtool === undefined ? " (skipped: no promtool; it is in Debian's package prometheus)" : ''
  run(`fire in promtool in these cases and in no others${skipped}`, async () => {
    const check = await execa(promtool ?? '', ['check', 'rules', RULES], { cwd: FOLDER, reject: false, all: true })
    expect([check.all, check.exitCode]).toEqual([expect.stringContaining(`SUCCESS: ${alerts.length} rules found`), 0])
    const test = await execa(promtool ?? '', ['test', 'rules', CASES], { cwd: FOLDER, reject: false, all: true })
    expect([test.all, test.exitCode]).toEqual([expect.stringContaining('SUCCESS'), 0])
  })
})
