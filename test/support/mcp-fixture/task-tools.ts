import { setTimeout as sleep } from 'node:timers/promises'
import { acceptedContent, inputRequired, MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { McpTool } from '../../../src/http/mcp/mcp-tool.ts'
import { TASKS_EXTENSION, takesTasks } from '../../../src/http/mcp/task-methods.ts'
import type { FixtureTasks } from './fixture-tasks.ts'
import { fixtureTool, textResult } from './fixture-tool.ts'
import { askName } from './input-tools.ts'

const Name = z.object({ name: z.string() })
const Work = z.object({ seconds: z.number().default(0) })

/** Tools that run as tasks, and one that never does. */
export const taskTools = (tasks: FixtureTasks): readonly McpTool[] => [
  fixtureTool('greet', (_context, sent) => textResult(`Hello, ${Name.parse(sent).name}!`), {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
  }),
  fixtureTool(
    'slow_compute',
    async (context, sent) => {
      const { seconds } = Work.parse(sent)
      if (takesTasks(context)) return tasks.start({ work: () => sleep(seconds * 1_000, textResult('Computed.')) })
      await sleep(seconds * 1_000)
      return textResult('Computed.')
    },
    { type: 'object', properties: { seconds: { type: 'number' }, label: { type: 'string' } } },
  ),
  fixtureTool('failing_job', (context) => {
    if (!takesTasks(context))
      throw new MissingRequiredClientCapabilityError({
        requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
      })
    return tasks.start({ work: () => sleep(STEP_MS, { ...textResult('The job has failed.'), isError: true }) })
  }),
  fixtureTool('protocol_error_job', () =>
    tasks.start({
      work: async () => {
        await sleep(STEP_MS)
        throw new Error('The job has ended.')
      },
    }),
  ),
  fixtureTool('confirm_delete', () =>
    tasks.start({ asks: ['confirmation'], work: async () => textResult('Deleted.') }),
  ),
  fixtureTool('multi_input', () => tasks.start({ asks: ['first', 'second'], work: async () => textResult('Both.') })),
  fixtureTool('test_tool_with_task', ({ mcpReq: { inputResponses } }) => {
    const given = acceptedContent(inputResponses, 'user_name', Name)
    if (given === undefined) return inputRequired({ inputRequests: { user_name: askName() } })
    return tasks.start({ work: async () => textResult(`Hello, ${given.name}!`) })
  }),
]

const STEP_MS = 50
