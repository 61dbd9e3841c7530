import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { chooseOrganization, withOrganization } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { printJson } from '../print.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'
import { everyPersonality } from './every-personality.ts'

/** `tabletalk personality remove` */
export const registerRemove = (personality: Command): void => {
  withOrganization(personality.command('remove'))
    .description('Removes a personality. Questions that still name it are refused.')
    .argument('<id or name>', 'the id or name that `personality list` shows')
    .option('--json', 'print one JSON document instead')
    .action(removePersonality)
}

const removePersonality = (named: string, { org, json }: { org?: number; json?: boolean }): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const { store } = operator
    const { id: organizationId } = await chooseOrganization(operator, org)
    const all = await everyPersonality(store, organizationId)
    const found = all.find(({ id }) => id === named) ?? all.find(({ name }) => name === named)
    const none = () =>
      new CommandFailed(
        `Organization ${organizationId} has no personality ${named}. See: npx tabletalk personality list --org ${organizationId}`,
      )
    if (found === undefined) throw none()
    await recordChange(operator, { organizationId, action: 'personality.removed', subject: found.id }, async () => {
      if (!(await store.personalities.remove({ organizationId }, found.id))) throw none()
    })
    const terminal = processTerminal()
    if (json === true) printJson(terminal, { personality_id: found.id, removed: true })
    else terminal.write(`Personality ${found.id} (${found.name}) is removed.\n`)
  })
