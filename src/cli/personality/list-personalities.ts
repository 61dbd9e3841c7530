import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { chooseOrganization, withOrganization } from '../choose-organization.ts'
import { printJson, printRows } from '../print.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'
import { everyPersonality } from './every-personality.ts'

/** `tabletalk personality list` */
export const registerList = (personality: Command): void => {
  withOrganization(personality.command('list'))
    .description('Lists the personalities of an organization.')
    .option('--json', 'print one JSON document instead')
    .action(listPersonalities)
}

const listPersonalities = ({ org, json }: { org?: number; json?: boolean }): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const { id: organizationId } = await chooseOrganization(operator, org)
    const personalities = (await everyPersonality(operator.store, organizationId)).map(
      ({ id, name, style, systemPrompt, instructions, greeting, links, qa, createdAt }) => ({
        ...{ personality_id: id, name, style, greeting, system_prompt: systemPrompt, instructions, links, qa },
        created_at: createdAt,
      }),
    )
    const terminal = processTerminal()
    if (json === true) printJson(terminal, { organization_id: organizationId, personalities })
    else {
      const rows = personalities.map(({ system_prompt, instructions, ...shown }) => shown)
      printRows(terminal, rows, `Organization ${organizationId} has no personalities.`)
    }
  })
