import { once } from 'node:events'
import { setInterval } from 'node:timers/promises'
import type { StreamedEvent } from '../../../clients/typescript/src/index.ts'
import { type AskedTurn, giveUp, untilInterrupted } from '../../../src/cli/chat/asked-turn.ts'
import { streamingClientOf } from '../../../src/cli/chat/service-client.ts'
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

/** Simulates Ctrl-C after the service has received the request and before it replies. */
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
  ] as const)('cancels its question when npm is killed: %s by %s', (command, signal) =>
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

describe('tabletalk ask on Ctrl-C', () => {
  it('cancels the question while its answer streams, prints how to continue, and exits with 130', () =>
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

  it('exits immediately on the second Ctrl-C', () => {
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

  it('waits for the start of a question that was just sent, and leaves standard output empty with --json', async () => {
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

  it('reports that the question had already ended', async () => {
    const { interrupted, asked } = pressedWhileAsking(stream([START], { ending: 'hang' }))
    await bench.against([asked, cancelled(false)], async () => {
      const { code, notes } = await bench.run(['ask', 'q'], { interrupted })
      expect(code).toBe(130)
      expect(notes).toContain('had already ended')
    })
  })

  it('sends no request if it is interrupted before the first one', () =>
    bench.against([], async ({ requests }) => {
      const pressed = AbortSignal.abort()
      expect(await bench.run(['ask', '--database', 'crm', 'q'], { interrupted: pressed })).toMatchObject({ code: 130 })
      expect(requests).toEqual([])
    }))
})

describe('cancelling an interrupted question', () => {
  const cutOff: Reply = (_req, res) => void res.destroy()

  it('ends when the service cannot be reached, and warns that the question may still be answered', () => {
    const { interrupted, asked } = pressedWhileAsking(stream([START], { ending: 'hang' }))
    return bench.against([asked, cutOff], async () => {
      const { notes } = await bench.run(['ask', 'q'], { interrupted })
      expect(notes).toMatch(
        /could not be cancelled, and may still be answered\.\n.*cannot be reached at http.*npm start/,
      )
      expect(notes).toMatch(/See the conversation: .*history c-1\nContinue: .*ask --conversation c-1/)
    })
  })

  it('sends no cancel request after the answer is complete', () => {
    const press = new AbortController()
    const answered = stream([START, done('x')])
    return bench.against([answered], async ({ url, requests }) => {
      const turn: AskedTurn = {}
      const target = { baseUrl: url, advice: '' }
      const ask = (signal: AbortSignal) => streamingClientOf(target).stream({ message: 'q' }, { signal })
      const reading = { turn, interrupted: press.signal, onWaiting: () => undefined }
      for await (const _ of untilInterrupted(ask, reading));
      let notes = ''
      const note = (text: string): void => {
        notes += text
      }
      await giveUp(turn, {
        terminal: { note },
        target,
        showWith: (id) => `history ${id}`,
        continueWith: (id) => `ask ${id}`,
      })
      expect({ turn, notes }).toMatchObject({ turn: { begun: { turnId: 'turn' }, isOver: true }, notes: '' })
      expect(requests).toHaveLength(1)
    })
  })

  it('waits for the start of a question no longer than its limit', async () => {
    const press = new AbortController()
    const turn: AskedTurn = {}
    let waits = 0
    const onWaiting = (): void => {
      waits += 1
      press.abort()
    }
    async function* silent(hangUp: AbortSignal): AsyncGenerator<StreamedEvent> {
      setImmediate(() => press.abort())
      await new Promise((_, reject) => hangUp.addEventListener('abort', () => reject(hangUp.reason)))
    }
    const reading = untilInterrupted(silent, { turn, interrupted: press.signal, onWaiting, withinMs: 1 }).next()
    await expect(reading).rejects.toThrow('aborted')
    expect([waits, turn]).toEqual([1, {}])
    let notes = ''
    const note = (text: string): void => {
      notes += text
    }
    const target = { baseUrl: 'http://127.0.0.1:1', advice: '' }
    await giveUp(turn, {
      terminal: { note },
      target,
      showWith: (id) => `history ${id}`,
      continueWith: (id) => `ask ${id}`,
    })
    expect(notes).toMatch(/had not started\..* history undefined/)
  })
})
