import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Exchange } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { askableDatabases } from '../routes/chat/list-askable.ts'

/** Databases whose starter questions are prompts: each may be read for them. */
const DATABASES_MAX = 5

/** The starter questions of the caller's databases, as prompts. */
export const serveStarters = (
  { server }: McpServer,
  app: Pick<RouteParts, 'cachedReads' | 'databases'>,
  exchange: Exchange,
): void => {
  const { caller, revision } = exchange
  const starters = async () => {
    const databases = (await askableDatabases(app, exchange)).slice(0, DATABASES_MAX)
    const prompts = databases.map(async ({ id, name }) => {
      // A database that cannot be read, or needs a tenant that the caller does not name, has none.
      const questions = await app.databases.starters(caller, id, revision).catch(() => [])
      const description = `Ask the database ${name}`
      return questions.map((title, at) => ({ name: `${id}.${at + 1}`, title, description }))
    })
    return (await Promise.all(prompts)).flat()
  }
  server.registerCapabilities({ prompts: {} })
  server.setRequestHandler('prompts/list', async () => ({ prompts: await starters() }))
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const found = (await starters()).find(({ name }) => name === params.name)
    if (found === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt.')
    const { title, description } = found
    return { description, messages: [{ role: 'user', content: { type: 'text', text: `${title}\n(${description})` } }] }
  })
}
