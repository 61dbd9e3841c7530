import type { Command } from 'commander'
import type { z } from 'zod'
import type { AuditItem } from '../manage/audit/routes/audit-schema.ts'
import { auditPage } from '../manage/audit/routes/list-audit.ts'
import { INSTALLATION } from '../manage/audit/rules/audit.ts'
import { chooseOrganization, withOrganization } from './choose-organization.ts'
import { CommandFailed } from './command-failed.ts'
import { operatorCommand } from './operator-command.ts'
import { numberOf } from './option-values.ts'
import { printRows } from './print.ts'
import type { Terminal } from './terminal.ts'

const EXAMPLES = `
Examples:
  $ tabletalk audit --org 7
  $ tabletalk audit --installation --json | jq '.entries[] | select(.outcome == "begun")'

The log of an organization is deleted with the organization. The log of the installation records which organizations were
removed, by whom and when: outcome "begun" while the data is being erased, "done" when all of it is erased.`

interface AuditOptions {
  readonly org?: number
  readonly installation?: boolean
  readonly page: number
}

const PAGE_SIZE = 50

/** `tabletalk audit`: lists audit entries, newest first. */
export const registerAudit = (program: Command): void =>
  operatorCommand<AuditOptions>(program, 'audit', {
    summary: 'show the audit log: what changed, who changed it and when',
    description: 'Shows the audit log of an organization or of the installation, newest entry first.',
    examples: EXAMPLES,
    declare: (command) =>
      withOrganization(command)
        .option('--installation', 'show the log of the installation: creation and removal of organizations')
        .option('--page <number>', `the page to show, ${PAGE_SIZE} entries each`, numberOf('a page', 9), 1),
    async answer(operator, { org, installation, page }) {
      if (installation === true && org !== undefined)
        throw new CommandFailed('Specify either --org or --installation, not both.')
      const owner =
        installation === true ? INSTALLATION : { organizationId: (await chooseOrganization(operator, org)).id }
      const { items: entries, total } = await auditPage(operator, owner, { page, pageSize: PAGE_SIZE })
      return { json: { entries, page, total }, text: (terminal) => show(terminal, entries, total) }
    },
  })

const show = (terminal: Terminal, entries: readonly z.input<typeof AuditItem>[], total: number): void => {
  const rows = entries.map(({ at, outcome, actor, action, subject_id, changes }) => ({
    at: `${at.slice(0, 19)}Z`,
    what: action,
    of: subject_id,
    by: actor.email ?? [actor.kind, actor.id ?? ''].join(' ').trim(),
    outcome,
    changes: changes.map(({ field, value }) => (value === undefined ? field : `${field}=${String(value)}`)).join(' '),
  }))
  printRows(terminal, rows, 'The log is empty.', { overflow: 'cut' })
  if (rows.length > 0) terminal.write(`${total} entries in total.\n`)
}
