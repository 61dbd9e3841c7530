import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Command } from 'commander'
import { registerAsk } from '../../src/cli/ask.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import { done, RESULTS, type Reply, RUNNING, START, scriptedService, status, stream } from './scripted-service.ts'

const DEMO = {
  base_url: 'http://127.0.0.1:1',
  org_key: 'sk_demo',
  database_key: 'pk_demo',
  organization_id: 1,
  database_id: '5a0c7e1e-3d42-4b7f-9c55-0f8d6b1a2c01',
  tenants: [
    { id: 1, name: 'North' },
    { id: 2, name: 'South' },
  ],
  scopes: ['anna'],
  temporal_ui: null,
}

const TURN = [
  START,
  RUNNING,
  RESULTS,
  { content: 'Revenue fell ' },
  { content: 'in October.' },
  { event: 'suggestions', suggestions: ['And by product?'] },
  done('Revenue fell in October.'),
]

let home: string
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'ask-'))
})
afterEach(() => rm(home, { recursive: true }))

const running = async (baseUrl: string) => {
  await mkdir(home, { recursive: true })
  const runtime = { base_url: baseUrl, started_at: new Date(0).toISOString(), processes: {} }
  await writeFile(path.join(home, 'runtime.json'), JSON.stringify(runtime))
  await writeFile(path.join(home, 'demo.json'), JSON.stringify(DEMO))
}

/** Runs the command in this process, on a terminal that remembers. */
const ask = async (...words: string[]) => {
  const seen = { out: '', notes: '', failure: '', statuses: [] as string[] }
  const terminal: Terminal = {
    width: 80,
    colors: false,
    write: (text) => {
      seen.out += text
    },
    note: (text) => {
      seen.notes += `${text}\n`
    },
    fail: (text) => {
      seen.failure += text
    },
    status: (text) => {
      if (text !== undefined) seen.statuses.push(text)
    },
    exitOnInterrupt: () => () => undefined,
  }
  const program = new Command().exitOverride()
  registerAsk(program, { terminal: () => terminal, home: () => home })
  await program.parseAsync(['ask', ...words], { from: 'user' })
  return seen
}

/** A service with these replies runs while `use` does. */
const against = async (
  replies: readonly Reply[],
  use: (service: Awaited<ReturnType<typeof scriptedService>>) => Promise<void>,
) => {
  const service = await scriptedService(...replies)
  try {
    await running(service.url)
    await use(service)
  } finally {
    await service.close()
  }
}

describe('tabletalk ask', () => {
  it('shows status, text, rows and how to go on', () =>
    against([stream(TURN)], async ({ requests }) => {
      const seen = await ask('revenue', 'by month')
      expect(seen.statuses).toEqual(['Running the query'])
      expect(seen.notes).toBe('Asking as tenant 1 (North); --tenant 2 asks as South.\n')
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

  it('asks as whom it is told, where it is told, and says what a continuation must repeat', () =>
    against([stream([START, done('ok')])], async ({ url, requests }) => {
      const options = ['--tenant', '2', '--scope', "o'neil", '--key', 'sk_mine', '--url', url]
      const seen = await ask('more?', '--conversation', 'c-9', '--database', 'd-1', '--personality', 'p-1', ...options)
      const query = 'message=more%3F&database_id=d-1&personality_id=p-1'
      expect(requests[0]?.path).toBe(`/api/v1/chat/c-9/stream?${query}`)
      expect(requests[0]?.headers).toMatchObject({
        'x-api-key': 'sk_mine',
        'x-tenant-id': '2',
        'x-scope-id': "o'neil",
      })
      expect(seen.notes).toBe('')
      expect(seen.out).toContain(
        `--tenant 2 --scope 'o'\\''neil' --personality p-1 --url ${url} --key … --conversation c-1 "…"`,
      )
      expect(seen.out).not.toContain('sk_mine')
    }))

  it('leaves the database of a conversation to the service', () =>
    against([stream([START, done('ok')])], async ({ requests }) => {
      await ask('hello', '--conversation', 'c-9')
      expect(requests[0]?.path).toBe('/api/v1/chat/c-9/stream?message=hello')
    }))

  it('does not lend the demo’s tenant or database to another key', () =>
    against([stream([START, done('ok')])], async ({ requests }) => {
      await ask('hello', '--key', 'sk_mine')
      expect(requests[0]?.path).toBe('/api/v1/chat/new/stream?message=hello')
      expect(requests[0]?.headers).not.toHaveProperty('x-tenant-id')
    }))

  it('resumes where the connection was cut, as often as needed', () =>
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

  it('gives up on a connection that never comes back', () =>
    against(
      [stream([START, { content: 'Half' }], { ending: 'cut' }), ...Array.from({ length: 9 }, () => stream([]))],
      async ({ requests }) => {
        const seen = await ask('revenue')
        expect(seen.failure).toMatch(/could not be resumed/)
        expect(requests.length).toBeLessThan(10)
      },
    ))

  it('starts the text again when the service says so', () =>
    against(
      [stream([START, { content: 'Half' }, { event: 'reset', attempt: 2 }, { content: 'Whole' }, done('Whole')])],
      async () => {
        const seen = await ask('revenue')
        expect(seen.out).toMatch(/^Half\nWhole\n/)
        expect(seen.notes).toMatch(/starts again/)
      },
    ))

  it('ignores events that it does not know', () =>
    against([stream([START, { event: 'telepathy', x: 1 }, { content: 'ok' }, done('ok')])], async () => {
      expect((await ask('q')).out).toMatch(/^ok\n/)
    }))

  it('sends a long question as a body, and shows the whole answer', () =>
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

  it('resumes a long question that the service streams', () =>
    against([stream(TURN.slice(0, 4), { ending: 'cut' }), stream(TURN.slice(4), { from: 5 })], async ({ requests }) => {
      const seen = await ask('why '.repeat(600))
      expect(seen.out).toContain('Revenue fell in October.\n')
      expect(requests.map(({ method, path: asked }) => `${method} ${asked}`)).toEqual([
        'POST /api/v1/chat/new/message',
        'GET /api/v1/chat/new/stream',
      ])
    }))

  it('shows what the API refuses, with its code', () =>
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
        expect((await ask('q')).failure).toBe('The service answered with status 502.')
      },
    ))

  it('shows the problem that a turn ends with', () => {
    const error = { event: 'error', error_code: 'DB_CONNECTION_FAILED', message: 'The database cannot be reached.' }
    return against([stream([START, RUNNING, error]), stream([START, error])], async () => {
      const seen = await ask('q')
      expect(seen.failure).toBe('The database cannot be reached. (DB_CONNECTION_FAILED)')
      expect(seen.out).toBe('')
      expect((await ask('--json', 'q')).out).toBe('')
    })
  })

  it('prints one JSON document with everything that the stream told', () =>
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

  it('lets no text of an answer touch the terminal', () =>
    against([stream([START, { content: 'a\u001b[2Jb\r\nc\u0007\u202ed' }, done('x')])], async () => {
      expect((await ask('q')).out).toMatch(/^a\[2Jb\ncd\n/)
    }))

  it('says how to start the service when it has stopped', async () => {
    await running('http://127.0.0.1:1')
    expect((await ask('q')).failure).toBe('Nothing answers at http://127.0.0.1:1. Start Tabletalk with: npm start')
  })
})

describe('tabletalk ask, as a process', () => {
  const start = (...words: string[]) => {
    const command = path.join(import.meta.dirname, 'ask-process.ts')
    const child = spawn(process.execPath, [command, 'ask', ...words], {
      env: { ...process.env, TABLETALK_HOME: home, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      err += text
    })
    return { child, ended: once(child, 'close').then(([code]) => ({ code, out, err })) }
  }

  it('writes plain text where nobody looks, and exits with 0', () =>
    against([stream(TURN)], async () => {
      const { code, out, err } = await start('revenue').ended
      expect({ code, err }).toEqual({ code: 0, err: 'Asking as tenant 1 (North); --tenant 2 asks as South.\n' })
      expect(out).toMatch(/^Revenue fell in October\.\n\n┌/)
      expect(`${out}${err}`).not.toContain('\u001b')
    }))

  it('exits with 1 and leaves standard output empty when there is no answer', () =>
    against(
      [status(401, { message: 'The API key is not valid.', error_code: 'AUTH_INVALID_CREDENTIALS' })],
      async () => {
        expect(await start('--json', 'q').ended).toEqual({
          code: 1,
          out: '',
          err: 'The API key is not valid. (AUTH_INVALID_CREDENTIALS)\n',
        })
      },
    ))

  it('says how to start the service where none has run', async () => {
    expect(await start('q').ended).toEqual({
      code: 1,
      out: '',
      err: 'No running service was found. Start one with: npm start\n',
    })
  })

  it('ends at once with 130 on Ctrl-C', () =>
    against([stream([START, { content: 'Half an' }], { ending: 'hang' })], async () => {
      const { child, ended } = start('q')
      await once(child.stdout, 'data')
      child.kill('SIGINT')
      expect(await ended).toMatchObject({ code: 130, out: 'Half an' })
    }))

  it('explains itself with examples', async () => {
    const { code, out } = await start('--help').ended
    expect(code).toBe(0)
    expect(out).toMatch(/--conversation <id>[\s\S]+Examples:[\s\S]+tabletalk ask/)
  })
})
