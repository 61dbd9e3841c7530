import { EngineComparison } from '../../bench/demo/compare-engines.ts'
import { ENGINE_SERVERS, type EngineServer } from '../../bench/demo/engine-servers.ts'
import { DemoBench } from '../../bench/demo/run.ts'
import type { Demo } from '../../demo/organization.ts'
import { demoQuestions, QUESTION_SETS } from '../../demo/questions.ts'
import { describeWithMysql } from '../support/mysql-server.ts'

const TODAY = new Date('2026-09-16T12:00:00Z')

/** `bench/demo-engines.ts` asks all of them: here every question of the main list, and one of ten of the others. */
const questionsFor = (tenant: number) =>
  QUESTION_SETS.flatMap((set) =>
    demoQuestions(set, TODAY).filter((_, index) => set === 'main' || index % 10 === 0),
  ).filter((one) => one.tenant === undefined || one.tenant === tenant)

type Tenants = Demo['tenants']

/** Says of the place of a question in the list whether it is asked. */
type IsAsked = (index: number) => boolean

/** The questions of `npm test`; `test/long/demo/engines.test.ts` asks the others. */
export const ONE_OF_TWELVE: IsAsked = (index) => index % 12 === 0

/** On each engine the demo's questions find the rows that they find in SQLite, under the same names, for these tenants. */
export const engineQuestions = (tenants: Tenants, isAsked: IsAsked = () => true): void => {
  let reference: DemoBench
  let comparison: EngineComparison
  beforeAll(() => {
    reference = new DemoBench(TODAY)
    comparison = new EngineComparison(reference)
  })
  afterAll(() => reference?.close())

  const sameRows = (open: () => Promise<EngineServer>): void => {
    let place: EngineServer
    let bench: DemoBench
    beforeAll(async () => {
      place = await open()
      bench = new DemoBench(TODAY, place)
    })
    afterAll(async () => {
      await bench?.close()
      await place?.close()
    })

    it.each(tenants)(
      'for $name',
      async ({ id }) => {
        const different: string[] = []
        const questions = questionsFor(id).filter((_, index) => isAsked(index))
        let answered = 0
        for (const question of questions) {
          const compared = await comparison.compare(question, id, bench)
          if (compared.answered) answered++
          if (compared.agreement === 'different')
            different.push(`${question.id} ${question.question}\n  ${compared.detail}`)
        }
        expect(different).toEqual([])
        expect(answered / questions.length).toBeGreaterThan(0.75)
      },
      300_000,
    )
  }

  describe('the demo’s questions find the same rows on PostgreSQL', () => {
    sameRows(ENGINE_SERVERS.postgres)
  })

  describeWithMysql('the demo’s questions find the same rows on MariaDB', () => {
    sameRows(ENGINE_SERVERS.mysql)
  })

  describe('the demo’s questions find the same rows in documents in MongoDB', () => {
    sameRows(ENGINE_SERVERS.mongodb)
  })
}
