import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import type { User } from '../../domain/account/user.ts'
import { shownRole } from '../../domain/account/user.ts'
import { chooseOrganization, withOrganization } from '../choose-organization.ts'
import { printJson, printRows } from '../print.ts'
import { processTerminal } from '../terminal.ts'
import { type Operator, withStore } from '../with-store.ts'

/** `tabletalk user list` */
export const registerList = (user: Command): void => {
  withOrganization(user.command('list'))
    .description('Lists the users of an organization.')
    .option('--json', 'print one JSON document instead')
    .action(listUsers)
}

const listUsers = ({ org, json }: { org?: number; json?: boolean }): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const organization = await chooseOrganization(operator, org)
    const users = (await everyUser(operator, organization.id)).map((user) => ({
      ...{ user_id: user.id, email: user.email, name: user.name ?? null, role: shownRole(user, organization) },
      ...{ status: user.status, email_verified: user.emailVerified, second_factor: user.hasSecondFactor },
      last_login_at: user.lastLoginAt ?? null,
    }))
    const terminal = processTerminal()
    if (json === true) printJson(terminal, { organization_id: organization.id, users })
    else printRows(terminal, users, `Organization ${organization.id} has no users.`)
  })

const PAGE_SIZE = 500

const everyUser = async ({ store }: Operator, organizationId: number): Promise<readonly User[]> => {
  const all: User[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await store.users.list({ organizationId }, { page, pageSize: PAGE_SIZE })
    all.push(...items)
    if (items.length === 0 || all.length >= total) return all
  }
}
