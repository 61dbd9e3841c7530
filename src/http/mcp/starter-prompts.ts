import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Exchange } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { askableDatabases } from '../routes/chat/list-askable.ts'

interface StarterPrompt {
  readonly name: string
  readonly title: string
  readonly description: string
}

/** Databases whose starter questions are prompts: each may be read for them. */
const DATABASES_MAX = 5

/** The starter questions of the caller's databases, as prompts. */
export const serveStarters = (
  { server }: McpServer,
  app: Pick<RouteParts, 'cachedReads' | 'databases'>,
  exchange: Exchange,
): void => {
  const starters = async (): Promise<readonly StarterPrompt[]> => {
    const databases = (await askableDatabases(app, exchange)).slice(0, DATABASES_MAX)
    return (await Promise.all(databases.map((database) => startersOf(app, exchange, database)))).flat()
  }
  server.registerCapabilities({ prompts: {} })
  server.setRequestHandler('prompts/list', async () => ({ prompts: [...(await starters())] }))
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const found = (await starters()).find(({ name }) => name === params.name)
    if (found === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt.')
    return {
      description: found.description,
      messages: [{ role: 'user', content: { type: 'text', text: `${found.title}\n(${found.description})` } }],
    }
  })
}

/** A database that cannot be read, or needs a tenant that the caller does not name, has none. */
const startersOf = async (
  { databases }: Pick<RouteParts, 'databases'>,
  { caller, revision }: Exchange,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<readonly StarterPrompt[]> => {
  const questions = await databases.starters(caller, id, revision).catch(() => [])
  return questions.map((question, at) => ({
    name: `${id}.${at + 1}`,
    title: question,
    description: `Ask the database ${name}`,
  }))
}
