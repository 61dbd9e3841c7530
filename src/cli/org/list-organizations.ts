import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { figuresOf, type OrganizationData, organizationData } from '../../organizations/organization-data.ts'
import { figureSources } from '../figure-sources.ts'
import { printJson } from '../print.ts'
import { printable, rowsTable } from '../rows-table.ts'
import { processTerminal, type Terminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'
import { withOrganizationId } from './show-organization.ts'

/** `tabletalk org list` */
export const registerList = (org: Command): void => {
  org
    .command('list')
    .description('Lists all organizations with their limits and current usage.')
    .option('--json', 'print one JSON document instead')
    .action(({ json }: { json?: boolean }) =>
      withStore(readConfig(), async (operator) => {
        const { store } = operator
        const sources = await figureSources(operator)
        const all: OrganizationData[] = []
        // One after the other: an installation may have thousands.
        for (const organization of await store.organizations.all())
          all.push(await organizationData(sources, organization))
        const terminal = processTerminal()
        const leaving = (await store.organizations.allLeaving()).map(({ id, name }) => ({ organization_id: id, name }))
        if (json === true) return printJson(terminal, { organizations: all.map(withOrganizationId), leaving })
        if (all.length === 0) terminal.write('There are no organizations yet.\n')
        else list(terminal, all)
        for (const { organization_id, name } of leaving)
          terminal.write(`Organization ${organization_id} (${printable(name)}) is being removed.\n`)
      }),
    )
}

/** Two tables, because no terminal is as wide as one. */
const list = (terminal: Terminal, all: readonly OrganizationData[]): void => {
  table(
    terminal,
    ['id', 'name', 'plan', 'status', 'subscription'],
    all.map(({ id, name, plan, status, subscription }) => ({ id, name, plan, status, subscription })),
  )
  terminal.write('\nCurrent usage of limits (* limit of the organization, overrides the plan):\n')
  const columns = { per_minute: 'minute', per_hour: 'hour', per_month: 'month', concurrent: 'at once' } as const
  const more = {
    databases: 'databases',
    questions_per_month: 'questions',
    indexing_per_month: 'indexing',
    tokens_per_month: 'tokens',
  } as const
  const headers = Object.entries({ ...columns, ...more })
  table(
    terminal,
    ['id', ...headers.map(([, header]) => header)],
    all.map((data) => {
      const figures = figuresOf(data)
      const cells = headers.map(([name, header]) => {
        const figure = figures.find((one) => one.name === name)
        return [header, figure === undefined ? '' : usedOf(figure)]
      })
      return { id: data.id, ...Object.fromEntries(cells) }
    }),
  )
}

const usedOf = ({ used, allowed, by }: ReturnType<typeof figuresOf>[number]): string =>
  allowed === null ? '–' : `${used === null ? '?' : short(used)}/${short(allowed)}${by === 'organization' ? '*' : ''}`

/** 250,000 is `250K`: `org show` and `--json` have it in full. */
const short = (count: number): string => SHORT.format(count)
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })

const table = (
  { write, width, colors }: Terminal,
  names: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): void => {
  const columns = names.map((name) => ({ name, type: name === 'id' ? 'number' : 'string' }))
  write(`${rowsTable({ columns, rows, truncated: false }, { width, colors, rowsMax: rows.length })}\n`)
}
