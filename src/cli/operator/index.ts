import { type Command, InvalidArgumentError } from 'commander'
import { OPERATOR_LASTS_MAX_S, type Operators, operators } from '../../accounts/operators.ts'
import { readConfig } from '../../config.ts'
import { INSTALLATION } from '../../domain/access/audit.ts'
import { accountKeys } from '../../sealer.ts'
import { baseUrlOf } from '../base-url.ts'
import { CommandFailed } from '../command-failed.ts'
import { displayNameOption } from '../display-name-option.ts'
import { durationMs } from '../duration.ts'
import { printJson, printRows } from '../print.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { type Operator, withStore } from '../with-store.ts'

const EXAMPLES = `
Examples:
  $ tabletalk operator new --name "Ann" --for 7d
  $ curl -sS -H "Authorization: Bearer $CREDENTIAL" "http://localhost:3000/api/v1/turns?state=failed"
  $ tabletalk operator list
  $ tabletalk operator revoke 4f6c1b0e-6a55-4c8e-9d3b-1f2a3c4d5e6f

A credential gives read-only access to the turns of all organizations, the health of the service and the usage of limits. It
does not show questions or rows. It is shown once. Use it for the portal pages under /operators and for \`tabletalk top\`.`

/** `tabletalk operator …`: credentials for looking at the service, for whoever operates the installation. */
export const registerOperator = (program: Command): void => {
  const operator = program
    .command('operator')
    .summary('create, list and revoke operator credentials')
    .addHelpText('after', EXAMPLES)
  operator
    .command('new')
    .description('Creates a read-only credential for the whole service and shows it once.')
    .requiredOption('--name <name>', 'who or what uses the credential', displayNameOption())
    .option('--for <time>', 'how long it is valid, for example 12h or 7d; at most 30d', lastsOf, 7 * DAY_S)
    .option('--json', 'print one JSON document instead')
    .action(makeCredential)
  operator
    .command('list')
    .description('Lists the valid credentials. The credentials themselves cannot be shown again.')
    .option('--json', 'print one JSON document instead')
    .action(listCredentials)
  operator
    .command('revoke')
    .description('Revokes a credential immediately.')
    .argument('<id>', 'the id that `operator list` shows')
    .option('--json', 'print one JSON document instead')
    .action(revokeCredential)
}

/** With what credentials are made at a terminal. */
export const operatorCredentials = ({ store, place, config }: Operator): Operators =>
  operators(accountKeys(place.secret, config.previousSecrets), store)

interface NewOptions {
  readonly name: string
  readonly for: number
  readonly json?: boolean
}

const makeCredential = ({ name, for: lastsS, json }: NewOptions): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const made = await recordChange(
      operator,
      { ...INSTALLATION, action: 'operator.created', subject: name },
      () => operatorCredentials(operator).issue(name, lastsS),
      ({ id, expiresAt }) => [
        { field: 'id', value: id },
        { field: 'expires_at', value: expiresAt },
      ],
    )
    const terminal = processTerminal()
    const page = `${baseUrlOf(operator)}/operators/turns#credential=${made.token}`
    if (json === true) {
      printJson(terminal, { credential: made.token, id: made.id, name, expires_at: made.expiresAt, page })
      return
    }
    terminal.note(`Valid until ${made.expiresAt.slice(0, 16)}Z. Open the operator pages of the portal at:\n${page}`)
    terminal.write(`${made.token}\n`)
  })

const listCredentials = ({ json }: { json?: boolean }): Promise<void> =>
  withStore(readConfig(), async ({ store }) => {
    const listed = (await store.operators.all()).map(({ id, name, createdAt, expiresAt }) => ({
      ...{ id, name, created_at: createdAt, expires_at: expiresAt },
    }))
    const terminal = processTerminal()
    if (json === true) printJson(terminal, { operators: listed })
    else printRows(terminal, listed, 'There are no valid credentials.')
  })

const revokeCredential = (id: string, { json }: { json?: boolean }): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    await recordChange(operator, { ...INSTALLATION, action: 'operator.removed', subject: id }, async () => {
      if (!(await operator.store.operators.remove(id)))
        throw new CommandFailed(`There is no valid credential with the id ${id}. See: npx tabletalk operator list`)
    })
    const terminal = processTerminal()
    if (json === true) printJson(terminal, { id, revoked: true })
    else terminal.write(`Credential ${id} is revoked.\n`)
  })

const DAY_S = 86_400

const lastsOf = (text: string): number => {
  const seconds = (durationMs(text) ?? 0) / 1000
  if (seconds >= 60 && seconds <= OPERATOR_LASTS_MAX_S) return seconds
  throw new InvalidArgumentError('It must be a duration of at most 30d, for example 15m, 12h or 7d.')
}
