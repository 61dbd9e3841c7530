import type { DemoData } from '../local/home/demo-file.ts'
import type { DemoOwner } from '../platform/process/demo/demo-owner.ts'
import { commandLine } from './command-line.ts'

const QUESTION = 'How many orders were placed last month?'

/** The password is shown once; afterwards the line has the command that sets a new one. */
const ownerLine = ({ userId, email, password }: DemoOwner, home: string): string =>
  password === undefined
    ? `${email} (to reset the password: ${commandLine({ home })} user set --user ${userId} --password …)`
    : `${email}, password ${password} (shown only once)`

/**
 * The text after the start: addresses, keys, the owner, and three commands that run as printed in any folder.
 *
 * @param home the home folder of the service
 */
export const readyBlock = (
  { demo, owner }: { readonly demo: DemoData; readonly owner: DemoOwner },
  home: string,
): string => {
  const [tenant] = demo.tenants
  const headers = `-H 'X-API-Key: ${demo.org_key}' -H 'X-Tenant-Id: ${tenant?.id}' -H 'X-Scope-Id: me'`
  const body = JSON.stringify({ message: QUESTION, database_id: demo.database_id })
  const stream = `${demo.base_url}/api/v1/chat/new/stream?${new URLSearchParams({ message: QUESTION, database_id: demo.database_id })}`
  return `
Tabletalk is ready.

  Portal         ${demo.base_url}/
  API            ${demo.base_url}
  Try it out     ${demo.base_url}/docs
  Temporal UI    ${demo.temporal_ui ?? 'see your own Temporal server'}
  Demo           organization ${demo.organization_id}; tenants ${demo.tenants.map(({ id, name }) => `${id} (${name})`).join(', ')}
  Server key     ${demo.org_key}
  Widget key     ${demo.database_key}
  Owner          ${ownerLine(owner, home)}

Ask, and receive JSON:

  curl -sS '${demo.base_url}/api/v1/chat/message' ${headers} \\
    -H 'Content-Type: application/json' -d '${body}'

Ask, and stream the answer:

  curl -sSN '${stream}' ${headers}

In the terminal:

  ${commandLine({ home })} ask '${QUESTION}'

Press Ctrl-C to stop all processes. The data is kept.
`
}
