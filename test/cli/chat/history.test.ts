import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ChatBench } from './chat-bench.ts'
import { type Reply, status } from './scripted-service.ts'

const TURN = '01a20f77-3e08-705f-99aa-5882eca8080f'
const CONVERSATION = '01a20f77-3e08-705f-99aa-5f19dd1dc757'
const AT = '2026-11-24T21:30:04.897Z'

let bench: ChatBench
let folder: string
beforeEach(async () => {
  bench = await ChatBench.open()
  folder = await mkdtemp(path.join(tmpdir(), 'rows-'))
})
afterEach(async () => {
  await bench.close()
  await rm(folder, { recursive: true })
})

const data = (value: unknown): Reply => status(200, { success: true, data: value })
const conversation = (id: string, title = id) => ({
  id,
  title,
  messageCount: 2,
  lastMessageAt: AT,
  organizationId: 1,
  scopeId: 'default',
  createdAt: AT,
})
const question = (turnId: string, content = 'how many?') => ({
  id: `${turnId}.user`,
  sender: 'USER',
  content,
  timestamp: AT,
  metadata: {},
  conversation_id: CONVERSATION,
})
const answer = (turnId: string, content: string, metadata: object = { row_count: 2 }) => ({
  id: `${turnId}.assistant`,
  sender: 'ASSISTANT',
  content,
  timestamp: AT,
  metadata,
  conversation_id: CONVERSATION,
})
const NOT_FOUND = status(404, { message: 'It was not found.', error_code: 'NOT_FOUND_RESOURCE' })

describe('tabletalk history', () => {
  it('lists conversations of the default scope, and prints the command for the next page', () =>
    bench.against(
      [data({ conversations: [conversation(CONVERSATION, '売上 by month')], cursor: 'c.1', hasMore: true })],
      async ({ requests }) => {
        const { out, notes } = await bench.run(['history', '--limit', '1'])
        expect(out).toContain(`│ ${CONVERSATION} │ 売上 by     │        2 │ 2026-11-24   │\n`)
        expect(notes).toContain('history --limit 1 --cursor c.1')
        expect(requests[0]?.path).toBe('/api/v1/chat/conversations?limit=1')
        expect(requests[0]?.headers['x-scope-id']).toBe('default')
      },
    ))

  it.each([
    ['sends no tenant by default, so that unscoped databases are included', [], undefined],
    ['sends the given tenant', ['--tenant', '2'], '2'],
    ['sends no tenant with --no-tenant', ['--key', 'pk_demo', '--no-tenant'], undefined],
    ['sends the first demo tenant with the database key of the demo, which requires one', ['--key', 'pk_demo'], '1'],
  ])('%s', (_name, options, tenant) =>
    bench.against([data({ conversations: [], cursor: '', hasMore: false })], async ({ requests }) => {
      await bench.run(['history', ...options])
      expect(requests[0]?.headers['x-tenant-id']).toBe(tenant)
    }),
  )

  it('prints all pages as one JSON document with --all --json', () =>
    bench.against(
      [
        data({ conversations: [conversation('a')], cursor: 'c.1', hasMore: true }),
        data({ conversations: [conversation('b')], cursor: '', hasMore: false }),
      ],
      async ({ requests }) => {
        const { out, notes } = await bench.run(['history', '--all', '--json', '--scope', 'anna'])
        expect(JSON.parse(out)).toMatchObject({ conversations: [{ id: 'a' }, { id: 'b' }], cursor: '', hasMore: false })
        expect(notes).toBe('')
        expect(requests.map((request) => request.path)).toEqual([
          '/api/v1/chat/conversations?limit=100',
          '/api/v1/chat/conversations?limit=100&cursor=c.1',
        ])
        expect(requests[0]?.headers['x-scope-id']).toBe('anna')
      },
    ))

  it('shows messages oldest first, without control characters', () =>
    bench.against(
      [data({ messages: [answer(TURN, 'Two.\u001b[2J'), question(TURN)], cursor: '', hasMore: false })],
      async () => {
        const { out, notes } = await bench.run(['history', CONVERSATION])
        expect(out).toBe(
          `user · 2026-11-24 21:30 UTC · turn ${TURN}\nhow many?\n\nassistant · 2026-11-24 21:30 UTC · 2 rows\nTwo.[2J\n`,
        )
        expect(notes).toContain(`results ${TURN}\n`)
      },
    ))

  it('prints a refusal by the API, and exits with 1', () =>
    bench.against([NOT_FOUND], async () => {
      const seen = await bench.run(['history', CONVERSATION, '--json'])
      expect(seen).toMatchObject({ code: 1, out: '', failure: 'It was not found. (NOT_FOUND_RESOURCE)' })
    }))
})

describe('tabletalk cancel', () => {
  const cancelled = (turn_id: string) => data({ turn_id, cancelled: true, message: 'The turn is being cancelled.' })

  it('cancels a turn by its id', () =>
    bench.against([cancelled(TURN)], async ({ requests }) => {
      const { out } = await bench.run(['cancel', TURN, '--json'])
      expect(JSON.parse(out)).toMatchObject({ cancelled: true, turns: [{ turn_id: TURN, cancelled: true }] })
      expect(requests[0]).toMatchObject({ method: 'POST', path: `/api/v1/chat/turns/${TURN}/cancel` })
    }))

  it('cancels only the running turns of a conversation', () => {
    const other = TURN.replace('0f77', '0f78')
    const messages = [question(other), answer(TURN, 'Two.'), question(TURN)]
    return bench.against(
      [NOT_FOUND, data({ messages, cursor: '', hasMore: false }), cancelled(other)],
      async ({ requests }) => {
        const { out } = await bench.run(['cancel', CONVERSATION])
        expect(out).toBe(`${other}: The turn is being cancelled.\n`)
        expect(requests).toHaveLength(3)
        expect(requests[2]?.path).toBe(`/api/v1/chat/turns/${other}/cancel`)
      },
    )
  })

  it('exits with 1 if neither a turn nor a conversation has the id', () =>
    bench.against([NOT_FOUND, NOT_FOUND], async () => {
      const { failure, code } = await bench.run(['cancel', TURN])
      expect({ failure, code }).toMatchObject({
        code: 1,
        failure: expect.stringMatching(/No turn or conversation/),
      })
    }))
})

describe('tabletalk results', () => {
  const rows = {
    message_id: `${TURN}.assistant`,
    columns: [
      { name: 'n', type: 'number' },
      { name: 'who', type: 'text' },
    ],
    rows: Array.from({ length: 30 }, (_, index) => ({ n: index, who: `w${index} ${'x'.repeat(90)}` })),
    row_count: 30,
    truncated: true,
  }
  const CSV = 'n,who\r\n1,Zoë\r\n'
  const csv: Reply = (_req, res) =>
    res.writeHead(200, { 'Content-Type': 'text/csv; charset=utf-8', 'X-Results-Truncated': 'true' }).end(CSV)

  const counted: Reply = (_req, res) =>
    res
      .writeHead(200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'X-Results-Truncated': 'true',
        'X-Results-Rows': '200',
        'X-Results-Left-Out': '1017',
        'X-Results-Shortened': '2',
      })
      .end(CSV)

  it('shows all rows without truncated text, and reports omitted rows', () =>
    bench.against([data(rows)], async () => {
      const { out, notes } = await bench.run(['results', TURN], { piped: true })
      expect(out.match(/│ +\d+ │ w\d+ x{90} +│/g)).toHaveLength(30)
      expect(notes).toContain('more rows than the 30 rows here; the omitted rows were not counted')
    }))

  it('finds the latest rows of a conversation', () => {
    const other = TURN.replace('0f77', '0f78')
    const messages = [answer(other, 'Hello.', {}), question(other), answer(TURN, 'Two.'), question(TURN)]
    return bench.against(
      [NOT_FOUND, data({ messages, cursor: '', hasMore: false }), data(rows)],
      async ({ requests }) => {
        expect(JSON.parse((await bench.run(['results', CONVERSATION, '--json'])).out)).toEqual(rows)
        expect(requests[2]?.path).toBe(`/api/v1/chat/messages/${TURN}.assistant/results`)
      },
    )
  })

  it('saves the CSV unchanged, and replaces an existing file', () =>
    bench.against([csv, csv], async ({ requests }) => {
      const file = path.join(folder, 'rows.csv')
      await writeFile(file, 'old')
      const { notes, out } = await bench.run(['results', TURN, '--csv', file])
      expect(await readFile(file, 'utf8')).toBe(CSV)
      expect({ out, notes }).toMatchObject({
        out: '',
        notes: expect.stringContaining('15 bytes\nThe database had more'),
      })
      expect(requests[0]?.headers.accept).toBe('text/csv')
      const { out: json } = await bench.run(['results', TURN, '--csv', file, '--json'])
      expect(JSON.parse(json)).toEqual({ file, bytes: 15, truncated: true, left_out: null, shortened: 0 })
    }))

  it('reports the number of omitted rows in the last line, and requests a byte order mark with --bom', () =>
    bench.against([counted, counted], async ({ requests }) => {
      const file = path.join(folder, 'rows.csv')
      const { notes } = await bench.run(['results', TURN, '--csv', file, '--bom'])
      expect(notes.trim().split('\n').at(-1)).toBe(
        'The database had more rows than the 200 rows here: 1,017 rows omitted.',
      )
      expect(requests[0]?.path).toMatch(/\/results\?bom=1$/)
      const { out } = await bench.run(['results', TURN, '--csv', file, '--json'])
      expect(JSON.parse(out)).toMatchObject({ truncated: true, rows: 200, left_out: 1_017, shortened: 2 })
    }))

  it('leaves the existing file unchanged when the download is interrupted', () => {
    const cut: Reply = (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/csv' })
      res.write('n,who\r\n1,', () => res.destroy())
    }
    return bench.against([cut], async () => {
      const file = path.join(folder, 'rows.csv')
      await writeFile(file, 'old')
      const { failure, code } = await bench.run(['results', TURN, '--csv', file])
      expect({ code, failure }).toMatchObject({ code: 1, failure: expect.stringContaining('was interrupted') })
      expect(await readFile(file, 'utf8')).toBe('old')
      expect(await readdir(folder)).toEqual(['rows.csv'])
    })
  })

  it.each([
    ['in a missing folder', 'nowhere/rows.csv', /Cannot write .*nowhere\/rows\.csv: there is no folder/],
    ['a folder', '.', /is a folder, not a file\.$/],
  ])('exits with 1 and a message if the output file is %s', (_, name, expected) =>
    bench.against([csv], async () => {
      const { failure, code } = await bench.run(['results', TURN, '--csv', path.join(folder, name)])
      expect({ code, failure }).toMatchObject({ code: 1, failure: expect.stringMatching(expected) })
    }),
  )

  const job = (status: string, more: object = {}): Reply =>
    data({ id: 'job', status, progress: { step: 'running the query' }, result: null, problem: null, ...more })
  const RESULT = {
    url: `/api/v1/chat/messages/${TURN}.assistant/exports/job/file`,
    row_count: 1_217,
    truncated: false,
    shortened: 0,
  }

  it('exports all rows with a job, in the format of the file extension', () =>
    bench.against([job('queued'), job('succeeded', { result: RESULT }), csv], async ({ requests }) => {
      const file = path.join(folder, 'all.CSV')
      const { notes } = await bench.run(['results', TURN, '--export', file, '--part', '1'])
      expect(await readFile(file, 'utf8')).toBe(CSV)
      expect(notes).toContain('1,217 rows, 15 bytes')
      expect(requests.map(({ method, path: asked }) => `${method} ${asked}`)).toEqual([
        `POST /api/v1/chat/messages/${TURN}.assistant/exports`,
        'GET /api/v1/jobs/job',
        `GET ${RESULT.url}`,
      ])
      expect(JSON.parse(requests[0]?.text ?? '')).toEqual({ format: 'csv', part: 1 })
    }))

  it('prints the problem of a failed export, and writes no file', () => {
    const problem = { message: 'It is not allowed any more.', status_code: 403, error_code: 'AUTH_X' }
    return bench.against([job('queued'), job('failed', { problem })], async () => {
      const { failure, code } = await bench.run(['results', TURN, '--export', path.join(folder, 'all.xlsx')])
      expect({ code, failure }).toEqual({ code: 1, failure: 'It is not allowed any more. (AUTH_X)' })
      expect(await readdir(folder)).toEqual([])
    })
  })

  it.each([
    ['an unknown file extension', ['--export', 'rows.pdf'], /\.csv, \.xlsx or \.json/],
    ['both --export and --csv', ['--export', 'a.csv', '--csv', 'b.csv'], /not both/],
  ])('refuses an export with %s before any request', (_, options, expected) =>
    bench.against([], async ({ requests }) => {
      expect((await bench.run(['results', TURN, ...options])).failure).toMatch(expected)
      expect(requests).toEqual([])
    }),
  )

  it('refuses --csv without a file together with --json', () =>
    bench.against([], async ({ requests }) => {
      expect((await bench.run(['results', TURN, '--csv', '--json'])).failure).toContain('both write to standard output')
      expect(requests).toEqual([])
    }))
})
