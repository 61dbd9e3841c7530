import { allEngines } from '../../src/engines/index.ts'
import { warmEngines } from '../../src/engines/shared/warm-engines.ts'
import type { GuardResult } from '../../src/guard/guarded-query.ts'

const engines = allEngines({ allowPrivateHosts: false })
afterAll(() => Promise.all(engines.map((engine) => engine.close())))

it.each(engines)('warmEngines guards a draft that the guard of $name accepts', async (engine) => {
  const results: GuardResult[] = []
  await warmEngines([
    {
      ...engine,
      async guard(...call) {
        const result = await engine.guard(...call)
        results.push(result)
        return result
      },
    },
  ])
  expect(results).toEqual([expect.objectContaining({ ok: true })])
})
