import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventsOf } from '../../http/event-stream.ts'
import { Programs, terminate } from '../../process/programs.ts'
import { modelAnswers } from '../../support/model-answers.ts'
import { startPlatform } from '../../support/platform.ts'
import { startScriptedModel } from '../../support/scripted-model.ts'

/** Documented maximum from SIGTERM to the exit of an API. */
const EXIT_WITHIN_MS = 15_000
const STREAMS = 8

it('API with hanging streams exits within 15 s of SIGTERM', async () => {
  const answers = modelAnswers(['SELECT count(*) AS customers FROM customers'], 'A long answer, word by word.')
  const model = await startScriptedModel((request) => ({
    ...answers(request),
    ...(request.body.response_format === undefined ? { end: 'hang' } : {}),
  }))
  const home = await mkdtemp(path.join(tmpdir(), 'tabletalk-exit-'))
  const platform = await startPlatform({
    env: {
      TABLETALK_MODEL: 'openai:scripted',
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: model.baseUrl,
      TABLETALK_HOME: home,
      LOG_LEVEL: 'info',
      PORT: '0',
    },
  })
  const programs = new Programs()
  const api = await programs.start('src/main.ts', 'api_started', platform.env)
  const streams = Array.from({ length: STREAMS }, (_, index) =>
    eventsOf(`${api.said.address}/api/v1/chat/new/stream?message=How+many+customers+are+there`, {
      headers: { ...platform.headers, 'X-Scope-Id': `hanging-${index}` },
    }),
  )
  for (const events of streams) expect((await events.next()).done).toBe(false)
  const begun = performance.now()
  expect(await terminate(api.child)).toBe(0)
  expect(performance.now() - begun).toBeLessThan(EXIT_WITHIN_MS)
  programs.killAll()
  await model.close()
  await platform.close()
  await rm(home, { recursive: true, force: true })
}, 120_000)
