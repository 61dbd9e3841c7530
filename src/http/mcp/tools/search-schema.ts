import { z } from 'zod'
import type { VisibleTable } from '../../../ask/rules/knowledge.ts'
import { makeupOf, schemaText } from '../../../ask/rules/prompts/schema-text.ts'
import { tableName } from '../../../guard/schema.ts'
import { invalidField } from '../../../platform/problems/problem.ts'
import { namedDatabase } from '../database-argument.ts'
import { mcpTool } from '../mcp-tool.ts'

const PAGE_SIZE = 20
const QUERY_LENGTH_MAX = 200

const Input = z.object({
  database: z.string().max(200, 'is too long').optional(),
  query: z.string().max(QUERY_LENGTH_MAX, 'is too long').optional().describe('Words, for example "orders customer".'),
  cursor: z.string().max(20, 'is too long').optional().describe('next_cursor of the page before.'),
})

const Output = z.looseObject({
  database: z.string(),
  tables: z
    .array(
      z.looseObject({
        name: z.string(),
        columns: z.array(z.looseObject({ name: z.string(), type: z.string() })).readonly(),
      }),
    )
    .readonly(),
  total: z.int(),
  next_cursor: z.string().optional(),
})

/** `search_schema` */
export const searchSchema = mcpTool({
  name: 'search_schema',
  title: 'Search the schema',
  description:
    'Tables and columns that you may read, by words or all of them, 20 at a time. ask_database does not need it: use it to learn what can be asked.',
  input: Input,
  output: Output,
  async run({ database: named, query, cursor }, { app, exchange, context }) {
    const { caller, revision } = exchange
    const { id, name } = await namedDatabase(app, exchange, named)
    const words = query?.trim() === '' ? undefined : query
    const { view, tables } = await app.databases.visibleTables(caller, id, words, context.mcpReq.signal, revision)
    const from = positionOf(cursor)
    const page = tables.slice(from, from + PAGE_SIZE)
    const next = from + PAGE_SIZE < tables.length ? String(from + PAGE_SIZE) : undefined
    const more = next === undefined ? [] : [`… ${tables.length - from - PAGE_SIZE} more: cursor ${next}`]
    const text = page.length === 0 ? 'No table that you may read has these words.' : schemaText(page, makeupOf(view))
    return {
      found: { database: name, tables: page.map(tableFound), total: tables.length, next_cursor: next },
      content: [{ type: 'text', text: [text, ...more].join('\n') }],
    }
  },
})

const positionOf = (cursor: string | undefined): number => {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) throw invalidField('cursor', 'is not a next_cursor')
  return Number(cursor ?? 0)
}

const tableFound = (table: VisibleTable) => ({
  name: tableName(table),
  comment: table.comment,
  columns: table.columns.map(({ name, type, comment }) => ({ name, type, comment })),
  primary_key: table.primaryKey,
})
