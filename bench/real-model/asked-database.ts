import path from 'node:path'
import { z } from 'zod'
import { type DemoQuestion, demoQuestions, goldsOf } from '../../demo/questions.ts'
import type { DemoData } from '../../src/local/home/demo-file.ts'
import { manyTables, subjectAt } from '../tables/many-tables.ts'
import type { Run } from './runs.ts'

interface AskedDatabase {
  readonly databaseId: string
  readonly questions: readonly string[]
}

/** The questions and database of a run: the demo, or one of many tables that is created in `folder`. */
export const askedDatabase = async (run: Run, demo: DemoData, folder: string): Promise<AskedDatabase> => {
  if (run.tables !== undefined) {
    const file = path.join(folder, `${run.tables}.sqlite`)
    manyTables(file, run.tables, 12)
    const questions = Array.from({ length: run.questions }, (_, at) => `How many ${subjectAt(7 * at + 1)} are there?`)
    return { databaseId: await connectFile(demo, file), questions }
  }
  const questions = demoQuestionsFor(run)
  const verified = run.isVerified === true ? questions : []
  for (const one of verified) await verify(demo, one)
  return { databaseId: demo.database_id, questions: questions.map(({ question }) => question) }
}

/** Spread over the main list, each without a preceding conversation. */
const demoQuestionsFor = ({ questions, isVerified = false }: Run): readonly DemoQuestion[] => {
  const all = demoQuestions('main', new Date())
    .filter(({ after, tenant }) => after === undefined && tenant === undefined)
    .filter(({ kind }) => kind === 'query' || !isVerified)
  return Array.from({ length: questions }, (_, at) => all[Math.floor((at * all.length) / questions)]).filter(
    (one) => one !== undefined,
  )
}

/** Adds a verified query for a question to the demo's database. */
const verify = async (demo: DemoData, asked: DemoQuestion): Promise<void> => {
  if (asked.kind !== 'query') return
  const [query] = goldsOf(asked)
  await made(demo, '/patterns', { database_id: demo.database_id, question: asked.question, query })
}

/** @returns the id of the database, which has tenants */
const connectFile = (demo: DemoData, file: string): Promise<string> =>
  made(demo, '/databases', {
    name: path.basename(file),
    url: `sqlite:${file}`,
    requires_organization_scoping: true,
    scoping: { tenant_column: 'tenant_id' },
  })

const Made = z.object({ data: z.object({ id: z.string() }) })

/** @returns the id of the created resource */
const made = async ({ base_url, org_key }: DemoData, route: string, body: object): Promise<string> => {
  const response = await fetch(`${base_url}/api/v1${route}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': org_key },
    body: JSON.stringify(body),
  })
  if (response.status !== 201) throw new Error(`status ${response.status}: ${await response.text()}`)
  return Made.parse(await response.json()).data.id
}
