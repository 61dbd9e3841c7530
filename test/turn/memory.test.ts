import { type Platform, startPlatform } from '../support/platform.ts'
import { json, type ScriptedModel, type ScriptedRequest, startScriptedModel } from '../support/scripted-model.ts'

const BASE = { query: null, explanation: null, reply: null, assumptions: [], suggestions: [], tables: [], look: [] }
const QUERY = "SELECT id, 'cell ' || (id + 730000) AS label FROM customers ORDER BY id LIMIT 5"
const WORDS = 'Here is what the data says.'

let platform: Platform
let model: ScriptedModel
beforeAll(async () => {
  model = await startScriptedModel((request) => {
    if (request.body.response_format === undefined) return { text: WORDS }
    const question = promptOf(request).split('# Question\n')[1] ?? ''
    if (question.startsWith('Show me the top ten'))
      return json({ ...BASE, mode: 'clarify', reply: 'The top ten of what, and by what?', confidence: 0.4 })
    if (question.startsWith('Thanks')) return json({ ...BASE, mode: 'chat', reply: 'You are welcome.', confidence: 1 })
    return json({ ...BASE, mode: 'query', query: QUERY, explanation: 'Customers.', confidence: 0.9 })
  })
  const settings = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.baseUrl }
  platform = await startPlatform({ env: settings })
})
afterAll(async () => {
  await platform.close()
  await model.close()
})

const promptOf = ({ body }: ScriptedRequest): string => body.messages.map(({ content }) => content).join('\n')

/** Asks the questions in sequence; returns the history part of the first prompt of each. */
const conversation = async (...questions: readonly string[]): Promise<readonly string[]> => {
  const earlier: string[] = []
  let id: string | undefined
  for (const message of questions) {
    const before = model.requests.length
    const asked = { message, ...(id === undefined ? {} : { conversation_id: id }) }
    const { status, body } = await platform.request('/api/v1/chat/message', { json: asked })
    expect(status).toBe(200)
    id = body.data.conversation_id
    const [first] = model.requests.slice(before)
    earlier.push(
      first === undefined
        ? ''
        : ((promptOf(first).split('# Earlier in this conversation')[1] ?? '').split('\n# ')[0] ?? ''),
    )
  }
  return earlier
}

describe('the conversation in the prompt of a model', () => {
  it('contains clarifying questions, so that a question and its answers stay together', async () => {
    const [first, second, third] = await conversation('Show me the top ten', 'customers', 'by revenue')
    expect(first).toBe('')
    expect(second).toContain(
      'Question: Show me the top ten\nNo query.\nYour answer: "The top ten of what, and by what?"',
    )
    expect(third).toContain('Show me the top ten')
    expect(third).toContain(`Query: ${QUERY}`)
  })

  it('contains the first rows and text of the last answer, also after small talk', async () => {
    const [, , third = ''] = await conversation('Who buys here?', 'Thanks a lot', 'And the second one?')
    expect(third).toMatch(/First rows:\n\{"id":\d+,"label":"cell \d+"\}\n\{.*\}\n\{.*\}\nYour answer: /)
    expect(third.match(/"label"/g)).toHaveLength(3)
    expect(third).toContain(JSON.stringify(WORDS).slice(1, 20))
    expect(third).toContain('Your answer: "You are welcome."')
  })

  it('contains at most four questions of a long conversation', async () => {
    const questions = Array.from({ length: 9 }, (_, at) => `Who buys here, round ${at}?`)
    const last = (await conversation(...questions)).at(-1)
    expect(last?.match(/round \d/g)).toEqual(['round 4', 'round 5', 'round 6', 'round 7'])
    expect(last?.match(/First rows/g)).toHaveLength(1)
  })
})
