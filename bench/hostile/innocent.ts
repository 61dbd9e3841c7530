import { modelAnswers } from '../../test/support/model-answers.ts'
import { type Platform, startPlatform } from '../../test/support/platform.ts'
import { startScriptedModel } from '../../test/support/scripted-model.ts'
import { waitFor } from '../../test/support/wait-for.ts'
import { publicKeyWaits } from './public-key.ts'
import type { Wait } from './wait.ts'

const QUESTION = 'How many customers are there?'
const HONEST = 'SELECT count(*) AS customers FROM customers'
const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n'
const QUESTIONS = 10

const ask = (platform: Platform, message: string, tenant: string, scope: string, signal?: AbortSignal) =>
  platform.request('/api/v1/chat/message', {
    json: { message },
    headers: { 'X-Tenant-Id': tenant, 'X-Scope-Id': scope },
    ...(signal === undefined ? {} : { signal }),
  })

/** Times questions of tenant 2, sequentially. */
const timed = async (platform: Platform): Promise<number[]> => {
  const times: number[] = []
  for (let number = 0; number < QUESTIONS; number++) {
    const begun = performance.now()
    const { status } = await ask(platform, QUESTION, '2', 'innocent')
    if (status !== 200) throw new Error(`the innocent tenant got ${status}`)
    times.push(performance.now() - begun)
  }
  return times
}

interface Attack {
  readonly beside: string
  readonly env: Readonly<Record<string, string>>
  /** Asks as tenant 1 until the signal aborts; resolves when the load is established. */
  begin(platform: Platform, signal: AbortSignal): Promise<void>
}

const measure = async ({ beside, env, begin }: Attack): Promise<Wait> => {
  const platform = await startPlatform({ env })
  try {
    await timed(platform)
    const aloneMs = await timed(platform)
    const ending = new AbortController()
    await begin(platform, ending.signal)
    const besideMs = await timed(platform)
    ending.abort()
    return { beside, aloneMs, besideMs }
  } finally {
    await platform.close()
  }
}

const many = (count: number, platform: Platform, message: string, signal: AbortSignal): void => {
  for (let number = 0; number < count; number++)
    ask(platform, message, '1', `hostile-${number}`, signal).catch(() => undefined)
}

/** Asks again after each answer. */
const endlessly = async (platform: Platform, message: string, scope: string, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) await ask(platform, message, '1', scope, signal).catch(() => undefined)
}

/** Every attack, each on its own service. */
export const waits = async (): Promise<readonly Wait[]> => {
  const model = await startScriptedModel((request) => {
    const asked = JSON.stringify(request.body.messages)
    if (asked.includes('Hang.')) return { silent: true }
    return modelAnswers([asked.includes('Endless.') ? ENDLESS : HONEST])(request)
  })
  const env = {
    TABLETALK_MODEL: 'openai:scripted',
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: model.baseUrl,
    TABLETALK_TURN_TIMEOUT: '60',
  }
  try {
    return [
      await measure({
        beside: '8 endless queries',
        env,
        async begin(platform, signal) {
          const before = model.requests.length
          many(8, platform, 'Endless.', signal)
          await waitFor('the queries', async () => model.requests.length >= before + 8)
        },
      }),
      await measure({
        beside: '120 questions whose model hangs',
        env,
        async begin(platform, signal) {
          const before = model.requests.length
          many(120, platform, 'Hang.', signal)
          await waitFor('the calls of the model', async () => model.requests.length >= before + 50, 60_000)
        },
      }),
      await measure({
        beside: '8 callers of 8,000 characters each',
        env: {},
        async begin(platform, signal) {
          for (let number = 0; number < 8; number++)
            void endlessly(platform, 'order_'.repeat(1_333), `hostile-${number}`, signal)
        },
      }),
      ...(await publicKeyWaits()),
    ]
  } finally {
    await model.close()
  }
}
