import { EXAMPLE_VALUES, exampleChart } from '../../charts/example-charts.ts'
import { ChatBench, DEMO } from './chat-bench.ts'
import { done, RESULTS, type Reply, RUNNING, START, status, stream } from './scripted-service.ts'
import { startAsk, startAskInTerminal } from './start-ask.ts'

const TURN = [
  START,
  RUNNING,
  RESULTS,
  { content: 'Revenue fell ' },
  { content: 'in October.' },
  { event: 'suggestions', suggestions: ['And by product?'] },
  done('Revenue fell in October.'),
]

let bench: ChatBench
beforeEach(async () => {
  bench = await ChatBench.open()
})
afterEach(() => bench.close())

const ID = '0a0c7e1e-3d42-4b7f-9c55-0f8d6b1a2c99'
const OTHER_ID = '1b0c7e1e-3d42-4b7f-9c55-0f8d6b1a2c98'
const databases = (...all: readonly (readonly [name: string, id: string])[]): Reply =>
  status(200, { success: true, data: all.map(([name, id]) => ({ name, id })), pagination: { has_next: false } })

const ask = (...words: string[]) => bench.run(['ask', ...words])
const against: ChatBench['against'] = (replies, use) => bench.against(replies, use)

describe('tabletalk ask', () => {
  it('shows status, text, rows and the command that continues the conversation', () =>
    against([stream(TURN)], async ({ requests }) => {
      const seen = await ask('revenue', 'by month')
      expect(seen.statuses).toEqual(['Running the query'])
      expect(seen.notes).toBe('Asking as tenant 1 (North); use --tenant 2 for South.\n')
      expect(seen.out).toBe(
        [
          'Revenue fell in October.',
          '',
          '┌─────────┬─────────┐',
          '│ month   │ revenue │',
          '├─────────┼─────────┤',
          '│ 2026-09 │ 1200.50 │',
          '│ 2026-10 │   98.00 │',
          '└─────────┴─────────┘',
          '',
          'Assumed: Months are calendar months.',
          'You could ask: And by product?',
          'Continue: npx tabletalk ask --conversation c-1 "…"',
          '',
        ].join('\n'),
      )
      expect(seen.failure).toBe('')
      expect(requests[0]?.path).toBe(`/api/v1/chat/new/stream?message=revenue+by+month&database_id=${DEMO.database_id}`)
      expect(requests[0]?.headers).toMatchObject({ 'x-api-key': 'sk_demo', 'x-tenant-id': '1' })
      expect(requests[0]?.headers).not.toHaveProperty('x-scope-id')
    }))

  it('draws the chart of an answer below its rows, unless --no-chart or --json is given', () => {
    const { title, alt, type, alternatives, spec } = exampleChart('bar', EXAMPLE_VALUES.bar)
    const chart = { query_id: 't', title, alt, type, alternatives, spec }
    const charted = stream([...TURN.slice(0, -1), { event: 'chart', ...chart }, ...TURN.slice(-1)])
    return against([charted, charted, charted], async () => {
      expect((await ask('revenue')).out).toMatch(/┘\n\nRevenue by city\nKiel .*█.* 1,200\.50\n/)
      expect((await ask('--no-chart', 'revenue')).out).not.toContain('█')
      expect(JSON.parse((await ask('--json', 'revenue')).out).chart).toEqual(chart)
    })
  })

  it('sends the given tenant, scope and key to the given address, and prints the options that a continuation must repeat', () =>
    against([stream([START, done('ok')])], async ({ url, requests }) => {
      const options = ['--tenant', '2', '--scope', "o'neil", '--key', 'sk_mine', '--url', url]
      const seen = await ask('more?', '--conversation', 'c-9', '--database', ID, '--personality', 'p-1', ...options)
      const query = `message=more%3F&database_id=${ID}&personality_id=p-1`
      expect(requests[0]?.path).toBe(`/api/v1/chat/c-9/stream?${query}`)
      expect(requests[0]?.headers).toMatchObject({
        'x-api-key': 'sk_mine',
        'x-tenant-id': '2',
        'x-scope-id': "o'neil",
      })
      expect(seen.notes).toBe('')
      expect(seen.out).toContain(
        `--tenant 2 --scope 'o'\\''neil' --url ${url} --key … --personality p-1 --conversation c-1 "…"`,
      )
      expect(seen.out).not.toContain('sk_mine')
    }))

  it('sends no database id with --conversation', () =>
    against([stream([START, done('ok')])], async ({ requests }) => {
      await ask('hello', '--conversation', 'c-9')
      expect(requests[0]?.path).toBe('/api/v1/chat/c-9/stream?message=hello')
    }))

  it('sends neither tenant nor database of the demo with another key', () =>
    against([stream([START, done('ok')])], async ({ requests }) => {
      await ask('hello', '--key', 'sk_mine')
      expect(requests[0]?.path).toBe('/api/v1/chat/new/stream?message=hello')
      expect(requests[0]?.headers).not.toHaveProperty('x-tenant-id')
    }))

  const aboutTenant = status(403, {
    message: 'The X-Tenant-Id header is wrong here.',
    error_code: 'AUTH_INSUFFICIENT_PERMISSIONS',
    details: [{ field: 'X-Tenant-Id', message: 'is wrong here', code: 'INVALID_FORMAT' }],
  })
  const asked = stream([START, done('ok')])
  const SOUTH = 'Asking as tenant 1 (North); use --tenant 2 for South.\n'

  it.each([
    ['no tenant to a database that is not of the demo', ['--database', ID], [asked], [undefined], ''],
    ['the demo tenant once a database requires one', ['--database', ID], [aboutTenant, asked], [undefined, '1'], SOUTH],
    ['the demo tenant to the demo database', [], [asked], ['1'], SOUTH],
    ['no tenant once the demo database refuses one', [], [aboutTenant, asked], ['1', undefined], SOUTH],
    ['no tenant to a conversation', ['--conversation', 'c-9'], [asked], [undefined], ''],
    [
      'the demo tenant once a conversation requires one',
      ['--conversation', 'c-9'],
      [aboutTenant, asked],
      [undefined, '1'],
      SOUTH,
    ],
    ['no tenant with --no-tenant', ['--no-tenant'], [asked], [undefined], ''],
  ] as const)('sends %s', (_name, options, replies, tenants, notes) =>
    against(replies, async ({ requests }) => {
      const seen = await ask('hello', ...options)
      expect(requests.map(({ headers }) => headers['x-tenant-id'])).toEqual(tenants)
      expect(seen).toMatchObject({ failure: '', notes })
    }),
  )

  it.each([['--no-tenant'], ['--tenant=2']])('reports a refusal with %s without a retry', (option) =>
    against([aboutTenant, asked], async ({ requests }) => {
      const { failure } = await ask('hello', '--database', ID, option)
      expect(failure).toContain('The X-Tenant-Id header is wrong here.')
      expect(requests).toHaveLength(1)
    }),
  )

  it('repeats --no-tenant in the command that continues the conversation', () =>
    against([asked], async () => {
      expect((await ask('hello', '--no-tenant')).out).toContain('ask --no-tenant --conversation c-1 "…"')
    }))

  it('resumes the stream after the last event id whenever the connection is lost', () =>
    against(
      [
        stream(TURN.slice(0, 4), { ending: 'cut' }),
        stream([]),
        stream(TURN.slice(4, 5), { from: 5 }),
        status(503, {}),
        stream(TURN.slice(5), { from: 6 }),
      ],
      async ({ requests }) => {
        const seen = await ask('revenue')
        expect(seen.failure).toBe('')
        expect(seen.out).toContain('Revenue fell in October.\n')
        expect(requests.map((request) => request.headers['last-event-id'])).toEqual([
          undefined,
          'turn.4',
          'turn.4',
          'turn.5',
          'turn.5',
        ])
      },
    ))

  it('stops after fewer than 10 requests if the stream cannot be resumed', () =>
    against(
      [stream([START, { content: 'Half' }], { ending: 'cut' }), ...Array.from({ length: 9 }, () => stream([]))],
      async ({ requests }) => {
        const seen = await ask('revenue')
        expect(seen.failure).toMatch(/could not be resumed/)
        expect(requests.length).toBeLessThan(10)
      },
    ))

  it('restarts the text on a reset event', () =>
    against(
      [stream([START, { content: 'Half' }, { event: 'reset', attempt: 2 }, { content: 'Whole' }, done('Whole')])],
      async () => {
        const seen = await ask('revenue')
        expect(seen.out).toMatch(/^Half\nWhole\n/)
        expect(seen.notes).toMatch(/answer is restarted/)
      },
    ))

  it('finds a database by its name, case-insensitively', () =>
    against([databases(['crm', ID], ['Shops', OTHER_ID]), stream([START, done('ok')])], async ({ requests }) => {
      await ask('--database', 'shops', 'hello')
      expect(requests.map(({ path }) => path)).toEqual([
        '/api/v1/databases?page=1&page_size=100',
        `/api/v1/chat/new/stream?message=hello&database_id=${OTHER_ID}`,
      ])
    }))

  it.each([
    ['nope', 'There is no database nope. Databases: crm, crm, Shops'],
    ['crm', `Several databases have the name crm; give the id of one: ${ID}, ${OTHER_ID}`],
  ])('sends no question if the database name %s is unknown or ambiguous', (name, failure) =>
    against([databases(['crm', ID], ['crm', OTHER_ID], ['Shops', 'x'])], async ({ requests }) => {
      expect(await ask('--database', name, 'hello')).toMatchObject({ failure, code: 1, out: '' })
      expect(requests).toHaveLength(1)
    }),
  )

  it('lists the available databases when the given id is unknown', () => {
    const gone = { message: 'The database was not found.', error_code: 'NOT_FOUND_DATABASE' }
    return against([status(404, gone), databases(['crm', ID])], async () => {
      expect((await ask('--database', OTHER_ID, 'q')).failure).toBe(
        'The database was not found. (NOT_FOUND_DATABASE)\nDatabases: crm',
      )
    })
  })

  it('asks for a database id if the key may not list databases', () => {
    const refused = { message: 'This key may not do that.', error_code: 'AUTH_INSUFFICIENT_PERMISSIONS' }
    return against([status(403, refused)], async () => {
      expect((await ask('--database', 'crm', 'q')).failure).toMatch(
        /This key may not list databases: give the id of crm instead of its name\.\nThis key may not/,
      )
    })
  })

  it('sends a non-ASCII scope as UTF-8', () =>
    against([stream([START, done('ok')])], async ({ requests }) => {
      await ask('--scope', 'Zoë 東', 'q')
      const sent = String(requests[0]?.headers['x-scope-id'])
      expect(Buffer.from(sent, 'latin1').toString('utf8')).toBe('Zoë 東')
    }))

  it('reports a server that is not Tabletalk instead of a parser error', () => {
    const page: Reply = (_req, res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>')
    const notEvents: Reply = (_req, res) =>
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('data: x\n\n')
    return against([page, status(404, 'no'), notEvents], async ({ url }) => {
      expect((await ask('q')).failure).toBe(
        `The server at ${url} does not seem to be Tabletalk: it sent text/html. Check the address.`,
      )
      expect((await ask('q')).failure).toContain('does not seem to be Tabletalk: it returned status 404')
      expect((await ask('q')).failure).toBe('The service sent a response that this version of the client cannot read.')
    })
  })

  it('ignores unknown event types', () =>
    against([stream([START, { event: 'telepathy', x: 1 }, { content: 'ok' }, done('ok')])], async () => {
      expect((await ask('q')).out).toMatch(/^ok\n/)
    }))

  it('sends a long question in the request body, and shows an answer that is one JSON document', () =>
    against(
      [
        status(200, {
          success: true,
          data: {
            message: 'Long answer.',
            conversation_id: 'c-2',
            results: [{ n: 3, who: 'x' }],
            suggestions: ['More?'],
            assumptions: ['A'],
          },
        }),
      ],
      async ({ requests }) => {
        const question = 'why '.repeat(600)
        const seen = await ask(question)
        expect(requests[0]).toMatchObject({ method: 'POST', path: '/api/v1/chat/new/message' })
        expect(JSON.parse(requests[0]?.text ?? '')).toEqual({ message: question, database_id: DEMO.database_id })
        expect(seen.out).toContain('Long answer.\n')
        expect(seen.out).toContain('│ 3 │ x   │')
        expect(seen.out).toContain('Assumed: A\nYou could ask: More?\n')
      },
    ))

  it('sends a long question in the request body, and resumes its stream', () =>
    against([stream(TURN.slice(0, 4), { ending: 'cut' }), stream(TURN.slice(4), { from: 5 })], async ({ requests }) => {
      const question = 'why '.repeat(600)
      const seen = await ask(question)
      expect(JSON.parse(requests[0]?.text ?? '')).toEqual({ message: question, database_id: DEMO.database_id })
      expect(seen.out).toContain('Revenue fell in October.\n')
      expect(requests.map(({ method, path: asked }) => `${method} ${asked}`)).toEqual([
        'POST /api/v1/chat/new/message',
        'GET /api/v1/chat/new/stream',
      ])
    }))

  it('prints the message and the code of a refusal by the API', () =>
    against(
      [
        status(403, {
          success: false,
          message: 'X-Tenant-Id must be a positive integer.',
          error_code: 'AUTH_INSUFFICIENT_PERMISSIONS',
          details: [],
        }),
        status(429, { message: 'Too many requests.', error_code: 'QUOTA_RATE_LIMIT_EXCEEDED' }, { 'Retry-After': '7' }),
        status(502, 'bad gateway'),
      ],
      async () => {
        expect((await ask('q')).failure).toBe('X-Tenant-Id must be a positive integer. (AUTH_INSUFFICIENT_PERMISSIONS)')
        expect((await ask('q')).failure).toBe('Too many requests. Try again in 7 s. (QUOTA_RATE_LIMIT_EXCEEDED)')
        expect((await ask('q')).failure).toMatch(/^The service at http:\/\/127.* returned status 502\.$/)
      },
    ))

  it('prints the problem that ends a turn, and leaves standard output empty', () => {
    const error = { event: 'error', error_code: 'DB_CONNECTION_FAILED', message: 'The database cannot be reached.' }
    return against([stream([START, RUNNING, error]), stream([START, error])], async () => {
      const seen = await ask('q')
      expect(seen.failure).toBe('The database cannot be reached. (DB_CONNECTION_FAILED)')
      expect(seen.out).toBe('')
      expect((await ask('--json', 'q')).out).toBe('')
    })
  })

  it('prints one JSON document with all content of the stream for --json', () =>
    against([stream(TURN)], async () => {
      const seen = await ask('--json', 'revenue')
      expect(JSON.parse(seen.out)).toEqual({
        turn_id: 'turn',
        conversation_id: 'c-1',
        message_id: 'm-1',
        session_id: 'c-1',
        message: 'Revenue fell in October.',
        results: RESULTS.rows,
        columns: RESULTS.columns,
        row_count: 2,
        truncated: false,
        suggestions: ['And by product?'],
        assumptions: ['Months are calendar months.'],
        sources: ['orders'],
        query_type: 'data_retrieval',
        execution_time_ms: 42,
        finish_reason: 'stop',
      })
      expect(seen.notes).toBe('')
    }))

  it('removes terminal control characters from the text of an answer', () =>
    against([stream([START, { content: 'a\u001b[2Jb\r\nc\u0007\u202ed' }, done('x')])], async () => {
      expect((await ask('q')).out).toMatch(/^a\[2Jb\ncd\n/)
    }))

  it('prints how to start the service when it has stopped', async () => {
    await bench.running('http://127.0.0.1:1')
    expect((await ask('q')).failure).toMatch(
      /^Tabletalk cannot be reached at http:\/\/127\.0\.0\.1:1: .*has stopped\. Start it with: npm start$/,
    )
  })
})

describe('tabletalk ask as a process', () => {
  const start = (...words: string[]) => startAsk(bench.home, ...words)

  it('writes plain text without a terminal, and exits with 0', () =>
    against([stream(TURN)], async () => {
      const { code, out, err } = await start('revenue').ended
      expect({ code, err }).toEqual({ code: 0, err: 'Asking as tenant 1 (North); use --tenant 2 for South.\n' })
      expect(out).toMatch(/^Revenue fell in October\.\n\n┌/)
      expect(`${out}${err}`).not.toContain('\u001b')
    }))

  it('writes escape sequences to a terminal, but not with NO_COLOR or TERM=dumb', () =>
    against([stream(TURN), stream(TURN), stream(TURN)], async () => {
      const inTerminal = await startAskInTerminal(bench.home, {}, 'revenue')
      expect(inTerminal).toContain('\u001b[?25l')
      for (const plain of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
        const shown = await startAskInTerminal(bench.home, plain, 'revenue')
        expect(shown).toContain('Revenue fell in October.')
        expect(shown).not.toContain('\u001b')
      }
    }))

  it('exits with 1 and leaves standard output empty on an error', () =>
    against(
      [status(401, { message: 'The API key is not valid.', error_code: 'AUTH_INVALID_CREDENTIALS' })],
      async () => {
        const err = 'The API key is not valid. (AUTH_INVALID_CREDENTIALS)\n'
        expect(await start('--json', 'q').ended).toEqual({ code: 1, out: '', err })
      },
    ))

  it('prints how to start the service if none has run', async () => {
    expect(await start('q').ended).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^No running service was found \(.*Start one with: npm start\n.*--url and --key/),
    })
  })

  it('prints help with examples', async () => {
    const { code, out } = await start('--help').ended
    expect(code).toBe(0)
    expect(out).toMatch(/--conversation <id>[\s\S]+Examples:[\s\S]+tabletalk ask/)
  })
})
