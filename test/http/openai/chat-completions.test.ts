import { ChatOpenAI } from '@langchain/openai'
import OpenAI from 'openai'
import type { Draft } from '../../../src/ask/rules/draft.ts'
import { type ScriptedPlatform, startScriptedPlatform } from '../../turn/scripted-planner.ts'

const LIST = 'Which customers live in Berlin? List first name, last name and email.'
const CHOICES = [
  { label: 'by revenue: customers', question: 'Customers by revenue' },
  { label: 'by number: customers', question: 'How many customers are there?' },
]
const CLARIFY: Draft = {
  planner: 'builtin',
  mode: 'clarify',
  suggestions: [],
  assumptions: [],
  confidence: 0.6,
  choices: CHOICES,
  reply: 'Which one do you mean?',
}

let platform: ScriptedPlatform
beforeAll(async () => {
  platform = await startScriptedPlatform()
  platform.drafts('Which customers are best?', CLARIFY)
})
afterAll(() => platform.close())

const clientOf = (headers: Record<string, string | null> = {}) =>
  new OpenAI({
    apiKey: platform.access.orgKey,
    baseURL: `${platform.baseUrl}/openai/v1`,
    maxRetries: 0,
    defaultHeaders: { 'X-Tenant-Id': '1', 'X-Scope-Id': 'tester', ...headers },
  })

it('tries', async () => {
  const client = clientOf()
  const models = await client.models.list()
  console.log(JSON.stringify(models.data))
  const model = models.data[0]?.id ?? ''
  const one = await client.chat.completions.create({ model, messages: [{ role: 'user', content: 'How many customers are there?' }] })
  console.log(JSON.stringify(one, null, 1), one.choices[0]?.message.content)
  const stream = client.chat.completions.stream({ model, stream_options: { include_usage: true }, messages: [{ role: 'user', content: 'How many orders are there per status?' }] })
  for await (const chunk of stream) console.log(JSON.stringify(chunk))
  console.log((await stream.finalChatCompletion()).choices[0]?.message)
  const response = client.responses.stream({ model, input: 'List the customers' })
  for await (const event of response) console.log(JSON.stringify(event).slice(0, 300))
  const final = await response.finalResponse()
  console.log(final.output_text)
  console.log(JSON.stringify(await client.responses.retrieve(final.id)))
  const lc = new ChatOpenAI({ apiKey: platform.access.orgKey, model, configuration: { baseURL: `${platform.baseUrl}/openai/v1`, defaultHeaders: { 'X-Tenant-Id': '1' } } })
  console.log((await lc.invoke('How many products are there?')).content)
}, 60_000)
