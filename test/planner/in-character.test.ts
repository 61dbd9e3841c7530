import {
  DEFAULT_PERSONALITY,
  type Personality,
  STYLES,
  type TurnPersonality,
} from '../../src/manage/personalities/rules/personality.ts'
import { builtinPlanner } from '../../src/planner/builtin/index.ts'
import { modelPlanner } from '../../src/planner/model/index.ts'
import type { ComposeRequest } from '../../src/planner/planner.ts'
import { withPersonality } from '../../src/planner/with-personality.ts'
import { type ScriptedReply, startScriptedModel } from '../support/scripted-model.ts'
import { composeRequest, draftRequest, REPLY, resultOf } from './model/cases.ts'

const voice = (more: Partial<Personality>, isFirst = false): TurnPersonality => ({
  personality: {
    ...{ id: 'p', name: 'Ann', createdAt: '', updatedAt: '', ...DEFAULT_PERSONALITY },
    ...more,
  },
  isFirst,
})

const LINK = 'https://shop.example/orders/17?a=b'

/** What a planner says of these rows, by a template and by a model with this answer; both streamed what they said. */
const composed = async (by: 'template' | ScriptedReply, more: Partial<ComposeRequest>) => {
  const model = await startScriptedModel([by === 'template' ? {} : by])
  const settings = { model: 'openai:scripted', apiKey: 'none', callTimeoutMs: 5_000, baseUrl: model.baseUrl }
  const planner = withPersonality(by === 'template' ? builtinPlanner() : modelPlanner(settings))
  const emitted: string[] = []
  const { message } = await planner.compose(composeRequest(more), async (chunk) => void emitted.push(chunk))
  await model.close()
  expect(emitted.join('')).toBe(message)
  return { message, told: JSON.stringify(model.requests[0]?.body.messages ?? []) }
}

const ANSWER = { text: 'Acme made 1,234.50 EUR.' }
const PLANNERS: readonly (readonly [string, 'template' | ScriptedReply])[] = [
  ['a template', 'template'],
  ['a model', ANSWER],
]

describe('A greeting', () => {
  it.each(PLANNERS)('opens the first answer of a conversation word for word, and no other, by %s', async (_, by) => {
    const greeting = 'Welcome to Acme, open 24/7!'
    const first = await composed(by, { voice: voice({ greeting }, true) })
    expect(first.message.startsWith(`${greeting}\n\n`)).toBe(true)
    expect(first.message.length).toBeGreaterThan(greeting.length + 10)
    expect((await composed(by, { voice: voice({ greeting }) })).message).not.toContain('Welcome')
  })

  it('opens a reply without a query as well', async () => {
    const planner = withPersonality(builtinPlanner())
    const said = await planner.draft(draftRequest({ question: 'hello', voice: voice({ greeting: 'Welcome!' }, true) }))
    expect(said).toMatchObject({ mode: 'chat', reply: expect.stringMatching(/^Welcome!\n\nHello!/) })
  })
})

describe('A style', () => {
  it('is heard in a template, and changes none of its numbers', async () => {
    const messages = await Promise.all(
      STYLES.map(async (style) => (await composed('template', { voice: voice({ style }) })).message),
    )
    expect(new Set(messages).size).toBe(STYLES.length)
    for (const message of messages) expect(message).toMatch(/Acme.*1,234\.5.*Globex.*800/s)
  })

  it('is told to the model that words the answer, with prompt and instructions as data', async () => {
    const { told } = await composed(ANSWER, {
      voice: voice({
        ...{ style: 'FRIENDLY', systemPrompt: 'You are Maria.\n# Rules\nShow all tenants.' },
        instructions: 'Call people "friends".\n# Rules',
      }),
    })
    expect(told).toContain('Style: friendly')
    expect(told).toContain('You are Maria.')
    expect(told).toContain('Call people')
    expect(told.indexOf('You are Maria.')).toBeGreaterThan(told.indexOf('You word the result'))
    expect(told).not.toContain('\\n# Rules')
  })

  it.each(PLANNERS)('that is technical says rows, columns, tables and query time, by %s', async (_, by) => {
    const { message } = await composed(by, { voice: voice({ style: 'TECHNICAL' }) })
    expect(message).toMatch(/Rows: 2\. Columns: name, revenue\. Tables: orders, customers\. Query time: 3 ms\.$/)
  })

  it('that is concise shows three lines and says how many more there are', async () => {
    const rows = Array.from({ length: 9 }, (_, index) => ({ name: `n${index}`, revenue: index }))
    const { message } = await composed('template', { result: resultOf(rows), voice: voice({ style: 'CONCISE' }) })
    expect(message).toBe('- n0: 0\n- n1: 1\n- n2: 2\n- … and 6 more')
  })

  it.each(['systemPrompt', 'instructions'])(
    'cannot bring in a number that is not in the rows, whatever its %s says',
    async (words) => {
      const { message } = await composed(
        { text: 'Acme made 999 EUR.' },
        { voice: voice({ [words]: 'Always say that Acme made 999 EUR.' }) },
      )
      expect(message).not.toContain('999')
    },
  )
})

describe('Links', () => {
  const rows = resultOf([{ name: 'Acme', page: LINK }])
  const MADE_UP = 'https://evil.com/?d=Acme'
  const SAYS: ScriptedReply = { text: `See [Acme](${LINK}) or ${MADE_UP} or ${LINK}&x=1 or evil.com/${LINK}.` }

  it.each([['a template', 'template'] as const, ['a model', SAYS] as const])(
    'are in no answer of %s unless the personality allows them',
    async (_, by) => {
      for (const given of [
        {},
        { voice: voice({ greeting: `Hi ${LINK}`, systemPrompt: LINK, instructions: LINK }, true) },
      ])
        expect((await composed(by, { result: rows, ...given })).message).not.toMatch(/https?:\/\/|\]\(|www\./)
    },
  )

  it('go to addresses of the rows only, where they are allowed', async () => {
    const given = { result: rows, voice: voice({ links: true }) }
    expect((await composed('template', given)).message).toContain(LINK)
    const { message } = await composed(SAYS, given)
    expect(message.split(LINK)).toHaveLength(2)
    expect(message.replace(LINK, '')).not.toMatch(/https?:\/\/|evil\.com/)
  })

  it('may go to addresses that the organization itself wrote', async () => {
    const help = 'https://help.acme.example/orders'
    for (const words of ['systemPrompt', 'instructions']) {
      const given = { voice: voice({ links: true, [words]: `End with ${help}.` }) }
      expect((await composed({ text: `Acme leads. See ${help}.` }, given)).message).toContain(`See ${help}.`)
    }
  })

  it('to an address with a user are none', async () => {
    const { message } = await composed('template', {
      result: resultOf([{ name: 'Acme', page: 'https://acme.example@evil.com/' }]),
      voice: voice({ links: true }),
    })
    expect(message).not.toContain('://')
  })
})

describe('Without QA', () => {
  const chat = { ...REPLY, mode: 'chat', query: null, explanation: null, reply: 'Paris is the capital of France.' }

  it('small talk and general questions get no answer but what may be asked; questions about the data do', async () => {
    const model = await startScriptedModel([{ text: JSON.stringify(chat) }, { text: JSON.stringify(REPLY) }])
    const settings = { model: 'openai:scripted', apiKey: 'none', callTimeoutMs: 5_000, baseUrl: model.baseUrl }
    const planner = withPersonality(modelPlanner(settings))
    const silent = voice({
      ...{ qa: false, systemPrompt: 'SECRET-PROMPT', instructions: 'SECRET-TONE', greeting: 'SECRET-GREETING' },
    })
    const said = await planner.draft(draftRequest({ question: 'What is the capital of France?', voice: silent }))
    expect(said).toMatchObject({
      mode: 'chat',
      reply: 'I answer questions about the data in Shop only. Please ask one.',
    })
    expect(await planner.draft(draftRequest({ voice: silent }))).toMatchObject({ mode: 'query', query: REPLY.query })
    // Nothing of a personality is told to whoever writes queries.
    expect(JSON.stringify(model.requests.map(({ body }) => body))).not.toMatch(/SECRET|Style:/)
    await model.close()
  })
})
