import { z } from 'zod'
import { assistantMessageId } from '../../../ask/rules/history/message.ts'
import { EXPORT_FORMATS } from '../../../manage/exports/rules/export-format.ts'
import { uuid } from '../../input.ts'
import { beginExport } from '../../routes/messages/export-results.ts'
import { mcpTool } from '../mcp-tool.ts'

const Input = z.object({ turn_id: uuid, format: z.enum(EXPORT_FORMATS).default('csv') })

const Output = z.looseObject({ export_id: z.string(), status_url: z.string(), file_url: z.string() })

/** `export_result`, for clients that ask for it (`/mcp?tools=export_result`): it runs the query of an answer again. */
export const exportResult = mcpTool({
  name: 'export_result',
  title: 'Export all rows',
  description:
    'Writes all rows of an answer to a file, also those that were not kept. Returns its address, for a client with the same key; the file exists once the job at status_url has succeeded.',
  input: Input,
  output: Output,
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  async run({ turn_id: turnId, format }, { app, exchange }) {
    const messageId = assistantMessageId(turnId)
    const { id } = await beginExport(app, exchange, { messageId, part: undefined, format })
    const base = `${exchange.publicUrl}/api/v1`
    const fileUrl = `${base}/chat/messages/${messageId}/exports/${id}/file`
    return {
      found: { export_id: id, status_url: `${base}/jobs/${id}`, file_url: fileUrl },
      content: [{ type: 'text', text: `The export has begun. Its file: ${fileUrl}` }],
    }
  },
})
