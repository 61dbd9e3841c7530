import { EngineComparison } from '../../bench/demo/compare-engines.ts'
import { ENGINE_SERVERS, type EngineServer } from '../../bench/demo/engine-servers.ts'
import { DemoBench } from '../../bench/demo/run.ts'
import type { Demo } from '../../demo/organization.ts'
import { demoQuestions, QUESTION_SETS } from '../../demo/questions.ts'
import { describeWithMysql } from '../support/mysql-server.ts'

const TODAY = new Date('2026-09-16T12:00:00Z')

/** Every question of the main set and every tenth of the other sets; `bench/demo-engines.ts` asks all of them. */
const questionsFor = (tenant: number) =>
  QUESTION_SETS.flatMap((set) =>
    demoQuestions(set, TODAY).filter((_, index) => set === 'main' || index % 10 === 0),
  ).filter((question) => question.tenant === undefined || question.tenant === tenant)

type Tenants = Demo['tenants']

/** @returns whether the question with this index is asked */
type IsAsked = (index: number) => boolean

/** Selects the questions of `npm test`; `test/long/demo/engines.test.ts` asks the others. */
export const ONE_OF_TWELVE: IsAsked = (index) => index % 12 === 0

/** Tests that the demo questions of these tenants return the same rows and column names on each engine as on SQLite. */
export const engineQuestions = (tenants: Tenants, isAsked: IsAsked = () => true): void => {
  let reference: DemoBench
  let comparison: EngineComparison
  beforeAll(() => {
    reference = new DemoBench(TODAY)
    comparison = new EngineComparison(reference)
  })
  afterAll(() => reference?.close())

  const sameRows = (open: () => Promise<EngineServer>): void => {
    let server: EngineServer
    let bench: DemoBench
    beforeAll(async () => {
      server = await open()
      bench = new DemoBench(TODAY, server)
    })
    afterAll(async () => {
      await bench?.close()
      await server?.close()
    })

    it.each(tenants)(
      'return the same rows as on SQLite for $name',
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

  describe('demo questions on PostgreSQL', () => {
    sameRows(ENGINE_SERVERS.postgres)
  })

  describeWithMysql('demo questions on MariaDB', () => {
    sameRows(ENGINE_SERVERS.mysql)
  })

  describe('demo questions on MongoDB', () => {
    sameRows(ENGINE_SERVERS.mongodb)
  })
}
