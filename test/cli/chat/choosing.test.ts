import { ChatBench } from './chat-bench.ts'
import { done, START, status, stream } from './scripted-service.ts'
import { startAsk, startAskInTerminal } from './start-ask.ts'

const CHOICES = [
  { label: 'by revenue: customers', question: 'Customers by revenue' },
  { label: 'by number of orders: customers', question: 'Customers by number of orders' },
]
const WHICH = 'Which one do you mean?'
const ASKS = stream([
  START,
  { content: WHICH },
  { event: 'choices', choices: CHOICES },
  { ...done(WHICH), query_type: 'chat', assumptions: [], choices: CHOICES },
])
const ANSWERS = stream([START, { content: 'Ada Byron.' }, done('Ada Byron.')])

let bench: ChatBench
beforeEach(async () => {
  bench = await ChatBench.open()
})
afterEach(() => bench.close())

const paths = (requests: readonly { readonly path: string }[]) => requests.map(({ path }) => path)
const NUMBERED = '1. by revenue: customers\n2. by number of orders: customers\n'

describe('choices of an answer in the terminal', () => {
  it('are numbered, and a typed number asks that choice in the same conversation with the same options', () =>
    bench.against([ASKS, ANSWERS], async ({ requests }) => {
      const typed = { typed: ['2'] }
      const { out, notes } = await bench.run(['ask', '--tenant', '2', '--personality', 'p-1', 'best?'], typed)
      expect(out).toContain(`${WHICH}\n\n${NUMBERED}`)
      expect(out).toContain('Choose one (1, 2; Enter for none): Ada Byron.\n')
      expect(notes).toBe('')
      expect(requests[1]?.path).toBe('/api/v1/chat/c-1/stream?message=Customers+by+number+of+orders&personality_id=p-1')
      expect(requests[1]?.headers).toMatchObject({ 'x-tenant-id': '2' })
    }))

  it('can lead to further choices', () =>
    bench.against([ASKS, ASKS, ANSWERS], async ({ requests }) => {
      await bench.run(['ask', 'best?'], { typed: ['1', '2'] })
      expect(requests).toHaveLength(3)
    }))

  it.each([[''], ['0'], ['3'], ['no'], ['1.5']])('end the command on the input %j', (line) =>
    bench.against([ASKS], async ({ requests }) => {
      expect(await bench.run(['ask', 'best?'], { typed: [line] })).toMatchObject({ code: 0, failure: '' })
      expect(requests).toHaveLength(1)
    }),
  )

  it('are not listed again if the text of the answer lists them', () =>
    bench.against(
      [
        stream([
          START,
          { content: `${WHICH}\n${NUMBERED}` },
          { event: 'choices', choices: CHOICES },
          done(`${WHICH}\n${NUMBERED}`),
        ]),
      ],
      async () => {
        const { out } = await bench.run(['ask', 'best?'])
        expect(out.split('1. by revenue').length).toBe(2)
      },
    ))

  it('are offered for an answer that is one JSON document', () => {
    const data = { message: WHICH, conversation_id: 'c-1', choices: CHOICES }
    return bench.against([status(200, { success: true, data }), ANSWERS], async ({ requests }) => {
      const { out } = await bench.run(['ask', 'why '.repeat(600)], { typed: ['1'] })
      expect(out).toContain(NUMBERED)
      expect(paths(requests)[1]).toBe('/api/v1/chat/c-1/stream?message=Customers+by+revenue')
    })
  })

  it('are in the JSON document with --json, without a prompt', () =>
    bench.against([ASKS, ANSWERS], async ({ requests }) => {
      const { out } = await bench.run(['ask', '--json', 'best?'], { typed: ['1'] })
      expect(JSON.parse(out)).toMatchObject({ query_type: 'chat', choices: CHOICES })
      expect(requests).toHaveLength(1)
    }))
})

describe('choices of an answer, in a process of tabletalk ask', () => {
  it('are selected by number in a terminal', () =>
    bench.against([ASKS, ANSWERS], async ({ requests }) => {
      const shown = await startAskInTerminal(bench.home, { typed: '2\n' }, 'best?')
      expect(shown).toContain('Ada Byron.')
      expect(paths(requests)[1]).toContain('message=Customers+by+number+of+orders')
    }))

  it('are printed without a prompt if there is no terminal', () =>
    bench.against([ASKS, ANSWERS], async ({ requests }) => {
      const { code, out } = await startAsk(bench.home, 'best?').ended
      expect(code).toBe(0)
      expect(out).toContain(NUMBERED)
      expect(out).not.toContain('Which one (')
      expect(requests).toHaveLength(1)
    }))
})
