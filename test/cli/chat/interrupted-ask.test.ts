import { once } from 'node:events'
import { setInterval } from 'node:timers/promises'
import type { FollowedEvent } from '../../../src/cli/chat/follow-turn.ts'
import { giveUp } from '../../../src/cli/chat/give-up.ts'
import { Interrupted, InterruptibleTurn } from '../../../src/cli/chat/interruptible-turn.ts'
import { ChatBench } from './chat-bench.ts'
import { done, type Reply, START, status, stream } from './scripted-service.ts'
import { startAsk, startBy } from './start-ask.ts'

let bench: ChatBench
beforeEach(async () => {
  bench = await ChatBench.open()
})
afterEach(() => bench.close())

const cancelled = (isCancelled: boolean): Reply =>
  status(200, { success: true, data: { turn_id: 'turn', cancelled: isCancelled, message: 'x' } })

const NOT_FOUND = { message: 'The turn was not found.', error_code: 'NOT_FOUND_RESOURCE' }

/** Ctrl-C is pressed when the service has this request, and before it has answered. */
const pressedWhileAsking = (reply: Reply) => {
  const press = new AbortController()
  const asked: Reply = (req, res) => {
    press.abort()
    setImmediate(() => reply(req, res))
  }
  return { interrupted: press.signal, asked }
}

describe('tabletalk ask started by npm', () => {
  it.each([
    [['npx', 'tabletalk'], 'SIGTERM'],
    [['npm', 'run', '-s', 'tabletalk', '--'], 'SIGKILL'],
  ] as const)('cancels its question, as Ctrl-C does, when npm ends: %s by %s', (command, signal) =>
    bench.against(
      [stream([START, { content: 'Half an' }], { ending: 'hang' }), cancelled(true)],
      async ({ requests }) => {
        const { child, ended } = startBy(command, bench.home, ['q'])
        await once(child.stdout, 'data')
        child.kill(signal)
        expect((await ended).err).toContain('The question is cancelled.\n')
        expect(requests).toHaveLength(2)
      },
    ),
  )
})

describe('Ctrl-C', () => {
  it('cancels the question while its answer is written, says how to go on, and ends with 130', () =>
    bench.against(
      [stream([START, { content: 'Half an' }], { ending: 'hang' }), cancelled(true)],
      async ({ requests }) => {
        const { child, ended } = startAsk(bench.home, '--tenant', '2', 'q')
        await once(child.stdout, 'data')
        child.kill('SIGINT')
        const { code, out, err } = await ended
        expect({ code, out }).toEqual({ code: 130, out: 'Half an\n' })
        expect(err).toContain('The question is cancelled.\n')
        expect(err).toContain('history --tenant 2 c-1\n')
        expect(err).toContain('ask --tenant 2 --conversation c-1 "…"\n')
        expect(requests[1]).toMatchObject({ method: 'POST', path: '/api/v1/chat/turns/turn/cancel' })
        expect(requests[1]?.headers).toMatchObject({ 'x-tenant-id': '2', 'x-api-key': 'sk_demo' })
      },
    ))

  it('a second time leaves at once', () => {
    const silent: Reply = () => undefined
    return bench.against([stream([START, { content: 'Half an' }], { ending: 'hang' }), silent], async () => {
      const { child, ended } = startAsk(bench.home, 'q')
      await once(child.stdout, 'data')
      const pressing = new AbortController()
      const pressed = (async () => {
        for await (const _ of setInterval(50, undefined, { signal: pressing.signal })) child.kill('SIGINT')
      })().catch(() => undefined)
      const { code, err } = await ended
      pressing.abort()
      await pressed
      expect(code).toBe(130)
      expect(err).toContain('Press Ctrl-C again to exit immediately')
      expect(err).not.toContain('could not be cancelled')
    })
  })

  it('waits for a question that is only just beginning, and leaves standard output empty for --json', async () => {
    const { interrupted, asked } = pressedWhileAsking(stream([START], { ending: 'hang' }))
    await bench.against([asked, status(404, NOT_FOUND), cancelled(true)], async ({ requests }) => {
      const seen = await bench.run(['ask', '--json', 'q'], { interrupted })
      expect(seen).toMatchObject({ code: 130, out: '', failure: '' })
      expect(seen.notes).toMatch(
        /Cancelling[\s\S]*is cancelled\.\n[\s\S]*Continue: npx tabletalk ask --conversation c-1/,
      )
      expect(requests.slice(1).map(({ path }) => path)).toEqual(Array(2).fill('/api/v1/chat/turns/turn/cancel'))
    })
  })

  it('says so when the question had ended already', async () => {
    const { interrupted, asked } = pressedWhileAsking(stream([START], { ending: 'hang' }))
    await bench.against([asked, cancelled(false)], async () => {
      const { code, notes } = await bench.run(['ask', 'q'], { interrupted })
      expect(code).toBe(130)
      expect(notes).toContain('had already ended')
    })
  })

  it('before anything is asked asks nothing', () =>
    bench.against([], async ({ requests }) => {
      const pressed = AbortSignal.abort()
      expect(await bench.run(['ask', '--database', 'crm', 'q'], { interrupted: pressed })).toMatchObject({ code: 130 })
      expect(requests).toEqual([])
    }))
})

describe('giveUp', () => {
  const started: FollowedEvent = { name: 'start', data: { turn_id: 't-1', conversation_id: 'c-1' } }
  /** A turn whose reader has pressed Ctrl-C, and of which nothing more comes. */
  const interruptedTurn = async (...events: readonly FollowedEvent[]): Promise<InterruptibleTurn> => {
    async function* told() {
      yield* events
      await new Promise(() => undefined)
    }
    const press = new AbortController()
    const turn = new InterruptibleTurn(told(), press.signal)
    if (events.length === 0) press.abort()
    const reading = (async () => {
      for await (const _ of turn) press.abort()
    })()
    await expect(reading).rejects.toThrow(Interrupted)
    return turn
  }
  const givenUp = async (turn: InterruptibleTurn, baseUrl: string): Promise<string> => {
    let notes = ''
    const note = (text: string): void => {
      notes += `${text}\n`
    }
    const target = { baseUrl, advice: 'Start it.', headers: {}, databaseId: undefined }
    const commands = { lookFor: (id?: string) => `history ${id}`, goOn: (id: string) => `ask ${id}` }
    await giveUp(turn, { terminal: { note }, target, ...commands, begunWithinMs: 1, toldWithinMs: 1_000 })
    return notes
  }

  it('ends when the service is gone, and says that the question may be answered', () =>
    bench.against([], async ({ url, close }) => {
      await close()
      const notes = await givenUp(await interruptedTurn(started), url)
      expect(notes).toMatch(/could not be cancelled, and may still be answered\.\n.*connection refused\. Start it\./)
      expect(notes).toMatch(/See the conversation: history c-1\nContinue: ask c-1/)
    }))

  it('ends when the question never begins', async () => {
    expect(await givenUp(await interruptedTurn(), 'http://127.0.0.1:1')).toMatch(
      /had not started\..* history undefined/,
    )
  })

  it('has nothing to cancel where all was shown', async () => {
    const over = new InterruptibleTurn(
      (async function* () {
        yield started
        yield { name: 'done', data: done('x') }
      })(),
      new AbortController().signal,
    )
    for await (const _ of over);
    expect(await givenUp(over, 'http://127.0.0.1:1')).toBe('')
  })
})
