import type { Command } from 'commander'
import type { Organization } from '../access/rules/organization.ts'
import { readConfig } from '../config.ts'
import { operatorExchange } from '../http/operator-exchange.ts'
import type { ManagingRoute, RouteInput } from '../http/route.ts'
import type { ItemPage } from '../platform/values/page.ts'
import { chooseOrganization, withOrganization } from './choose-organization.ts'
import { CommandFailed } from './command-failed.ts'
import { printJson, printRows, type Row } from './print.ts'
import { processTerminal, type Terminal } from './terminal.ts'
import { baseUrlOf, type Operator, withStore } from './with-store.ts'

/** What a command prints. */
export interface Answer {
  /** The document of `--json`. */
  readonly json: object
  /** Without `--json`: a sentence, or a function that writes several. */
  readonly text: string | ((terminal: Terminal) => void | Promise<void>)
  /** Printed on standard error, also with `--json`. */
  readonly notes?: readonly string[]
  /** Printed last; the exit status is then 1. */
  readonly failure?: string
}

export interface CommandOf<Whose, Options> {
  readonly summary?: string
  readonly description: string
  readonly examples?: string
  /** Adds arguments and options to the common ones. */
  declare?(command: Command): Command
  answer(whose: Whose, options: Options & JsonOption, ...args: readonly string[]): Promise<Answer>
}

export interface JsonOption {
  readonly json?: boolean
}

/** Registers a command on the store of an installation, with `--json`. @param name may contain arguments */
export const operatorCommand = <Options extends object = object>(
  parent: Command,
  name: string,
  { summary, description, examples, declare = (command) => command, answer }: CommandOf<Operator, Options>,
): void => {
  const command = declare(parent.command(name).description(description))
  if (summary !== undefined) command.summary(summary)
  if (examples !== undefined) command.addHelpText('after', examples)
  command.option('--json', 'print one JSON document instead').action(() =>
    withStore(readConfig(), async (operator) => {
      const options = command.opts<Options & JsonOption>()
      await print(await answer(operator, options, ...command.args), options)
    }),
  )
}

/** An operator who manages one organization, through the endpoints of the API. */
export interface Managing extends Operator {
  readonly organization: Organization
  readonly organizationId: number
  /** Runs an endpoint without HTTP. @throws Problem as the endpoint */
  run<Value>(route: ManagingRoute<Value>, sent?: RouteInput): Promise<Value>
  /** All items of a paginated endpoint. */
  list<Item>(route: ManagingRoute<ItemPage<Item>>): Promise<readonly Item[]>
}

/** Registers a command on one organization, with `--org` and `--json`. */
export const organizationCommand = <Options extends object = object>(
  parent: Command,
  name: string,
  { declare = (command) => command, answer, ...definition }: CommandOf<Managing, Options>,
): void =>
  operatorCommand<Options & { readonly org?: number }>(parent, name, {
    ...definition,
    declare: (command) => declare(withOrganization(command)),
    answer: async (operator, options, ...args) =>
      await answer(managing(operator, await chooseOrganization(operator, options.org)), options, ...args),
  })

const PAGE_SIZE = 100

export const managing = (operator: Operator, organization: Organization): Managing => {
  const exchange = () => operatorExchange(organization, operator.config.publicUrl ?? baseUrlOf(operator))
  return {
    ...operator,
    organization,
    organizationId: organization.id,
    run: async (route, sent = {}) => await route.run(exchange(), sent),
    async list(route) {
      const all = []
      for (let page = 1; ; page++) {
        const query = { page: String(page), page_size: String(PAGE_SIZE) }
        const { items, total } = await route.run(exchange(), { query })
        all.push(...items)
        if (items.length === 0 || all.length >= total) return all
      }
    },
  }
}

const print = async ({ json: document, text, notes = [], failure }: Answer, { json }: JsonOption): Promise<void> => {
  const terminal = processTerminal()
  for (const note of notes) terminal.note(note)
  if (json === true) printJson(terminal, document)
  else if (typeof text === 'string') terminal.write(`${text}\n`)
  else await text(terminal)
  if (failure !== undefined) throw new CommandFailed(failure)
}

/** Writes rows as a table, or the text `none` without rows. */
export const tableOrText =
  (rows: readonly Row[], none: string) =>
  (terminal: Terminal): void =>
    printRows(terminal, rows, none)
