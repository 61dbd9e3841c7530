import { z } from 'zod'
import { askableDatabases } from '../../routes/chat/list-askable.ts'
import { mcpTool } from '../mcp-tool.ts'

const Input = z.object({})

const Output = z.looseObject({
  databases: z.array(z.looseObject({ id: z.string(), name: z.string(), engine: z.string() })).readonly(),
})

/** `list_databases` */
export const listDatabases = mcpTool({
  name: 'list_databases',
  title: 'List databases',
  description: 'The databases that you may ask, oldest first.',
  input: Input,
  output: Output,
  async run(_input, { app, exchange }) {
    const databases = (await askableDatabases(app, exchange)).map(({ id, name, engine }) => ({ id, name, engine }))
    const lines = databases.map(({ name, engine, id }) => `${name} (${engine}, ${id})`)
    return {
      found: { databases },
      content: [{ type: 'text', text: lines.length === 0 ? 'No database is connected yet.' : lines.join('\n') }],
    }
  },
})
