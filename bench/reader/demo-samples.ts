import { DEMO } from '../../demo/organization.ts'
import { demoQuestions, type QUESTION_SETS } from '../../demo/questions.ts'
import { run } from '../demo/asker.ts'
import { DemoBench } from '../demo/run.ts'
import type { Cell } from '../demo/same-rows.ts'
import { type Samples, samplesOf } from './sample.ts'

const cellOf = (value: unknown): Cell =>
  typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' ? value : null

/** Readings of the demo's standalone questions, for one shop. */
export const demoSamples = async (
  sets: readonly (typeof QUESTION_SETS)[number][],
  askedAt: Date,
): Promise<Samples[]> => {
  const bench = new DemoBench(askedAt)
  const samples: Samples[] = []
  const tenant = DEMO.tenants[0]?.id ?? 1
  try {
    for (const set of sets) {
      for (const question of demoQuestions(set, askedAt)) {
        if (question.kind === 'chat' || question.after !== undefined || question.scope !== undefined) continue
        const own = question.tenant ?? tenant
        const view = await bench.view(own, question.scope)
        const isRight = async (query: string): Promise<boolean> => {
          if (question.kind !== 'query') return false
          const { result } = await run(view, query)
          if (result === undefined) return false
          const names = result.columns.map(({ name }) => name)
          return bench.golds.agrees(
            question,
            own,
            result.rows.map((row) => names.map((name) => cellOf(row[name]))),
          )
        }
        const asked = { group: `demo ${set}`, question: question.question, askedAt: askedAt.toISOString() }
        samples.push(await samplesOf(await view.know({ question: question.question, recentTurns: [] }), asked, isRight))
      }
    }
  } finally {
    await bench.close()
  }
  return samples
}
