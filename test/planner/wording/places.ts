import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ask, type View } from '../../../bench/demo/asker.ts'
import { DemoBench } from '../../../bench/demo/run.ts'
import { FileBench } from '../../../bench/questions/file-bench.ts'
import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'
import { builtinPlanner } from '../../../src/planner/builtin/index.ts'

/** An answer or a reply, with its suggestions. */
export interface Reply {
  readonly mode: 'query' | 'chat' | 'decline' | 'clarify'
  readonly message: string
  readonly suggestions: readonly string[]
  /** Readings of an ambiguous question. */
  readonly choices?: readonly { readonly question: string }[]
  /** Rows of an answer, as lists of cells. */
  readonly rows: readonly (readonly unknown[])[]
}

/** A database that answers the last of several questions of one conversation. */
export interface TestDatabase {
  say(...questions: readonly string[]): Promise<Reply>
  close(): Promise<void>
}

const TODAY = new Date('2026-11-21T12:00:00Z')

/** A museum: names in camel case, years, and no glossary. */
const MUSEUM = `
CREATE TABLE Room (id INTEGER PRIMARY KEY, name TEXT NOT NULL, floor INTEGER NOT NULL);
CREATE TABLE Painting (
  id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER, insuredValue DECIMAL(10, 2), roomId INTEGER REFERENCES Room (id),
  isRestored BOOLEAN NOT NULL, widthCm INTEGER);
CREATE TABLE Visit (
  id INTEGER PRIMARY KEY, roomId INTEGER NOT NULL REFERENCES Room (id), visitedOn DATE NOT NULL, weekday TEXT NOT NULL,
  tickets INTEGER NOT NULL);
INSERT INTO Room VALUES (1, 'Blue Hall', 1), (2, 'Long Gallery', 2), (3, 'Cellar', 0);
INSERT INTO Painting VALUES
  (1001, 'Harbour at Dawn', 1962, 12500.5, 1, 1, 120), (1002, 'Two Chairs', 1899, 3000, 1, 0, 60),
  (1003, 'The Ferry', 1962, 8000, 2, 1, NULL), (1004, 'Winter Field', NULL, NULL, 2, 0, 90);
INSERT INTO Visit VALUES
  (1, 1, '2026-11-02', 'Monday', 40), (2, 1, '2026-11-06', 'Friday', 55), (3, 2, '2026-11-20', 'Friday', 25),
  (4, 1, '2026-10-07', 'Wednesday', 30), (5, 2, '2026-10-11', 'Sunday', 70), (6, 3, '2025-03-03', 'Monday', 5);
`

/** A clinic without a glossary and without declared keys. */
const CLINIC = `
CREATE TABLE departments (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE doctors (
  id INTEGER PRIMARY KEY, department_id INTEGER NOT NULL, full_name TEXT NOT NULL, salary REAL NOT NULL, hired_on DATE NOT NULL);
CREATE TABLE patients (
  id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, city TEXT NOT NULL, birth_date DATE NOT NULL, is_insured BOOLEAN NOT NULL,
  phone TEXT);
CREATE TABLE appointments (
  id INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL, doctor_id INTEGER NOT NULL, scheduled_at TEXT NOT NULL,
  status TEXT NOT NULL, duration_minutes INTEGER NOT NULL, paid_on DATE);
INSERT INTO departments VALUES (1, 'Cardiology'), (2, 'Oncology');
INSERT INTO doctors VALUES
  (1, 1, 'Ines Vidal', 9000.5, '2020-01-01'), (2, 1, 'Omar Haddad', 8000, '2025-05-01'), (3, 2, 'Lena Sorg', 9500, '2022-02-02');
INSERT INTO patients VALUES
  (1, 'Max Roth', 'Bonn', '1980-01-01', 1, '11'), (2, 'Eva Lind', 'Bonn', '1990-01-01', 0, NULL),
  (3, 'Tim Gold', 'Trier', '2000-01-01', 1, NULL);
INSERT INTO appointments VALUES
  (1, 1, 1, '2026-11-20 09:00', 'completed', 30, '2026-11-21'), (2, 1, 3, '2026-11-20 10:00', 'missed', 20, NULL),
  (3, 2, 1, '2026-10-02 11:00', 'completed', 60, '2026-10-09'), (4, 1, 2, '2026-09-03 12:00', 'completed', 10, NULL);
`

export const museum = (): TestDatabase => fileDatabase(MUSEUM)
export const clinic = (): TestDatabase => fileDatabase(CLINIC)

const fileDatabase = (script: string): TestDatabase => {
  const folder = mkdtempSync(join(tmpdir(), 'wording-'))
  const file = join(folder, 'place.sqlite')
  const database = new DatabaseSync(file)
  database.exec(script)
  database.close()
  const bench = new FileBench(file, EMPTY_GLOSSARY, TODAY)
  const planner = builtinPlanner()
  return {
    async say(...questions) {
      const question = questions.at(-1) ?? ''
      const line = await bench.ask(planner, { id: '1', question, after: questions.slice(0, -1) })
      if (line.refused !== undefined) throw new Error(`${question}: ${line.refused}`)
      return { ...line, rows: line.rows ?? [] }
    },
    async close() {
      await bench.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Tenant 1 of the demo organization. */
export const demoShop = (): TestDatabase => {
  const bench = new DemoBench(TODAY)
  const planner = builtinPlanner()
  let opened: Promise<View> | undefined
  return {
    async say(...questions) {
      opened ??= bench.view(1)
      const view = await opened
      const question = questions.at(-1) ?? ''
      const { draft, result, refused } = await ask(planner, view, { question, after: questions.slice(0, -1) }, TODAY)
      if (draft.mode !== 'query') return { ...draft, message: draft.reply, rows: [] }
      if (result === undefined) throw new Error(`${question}: ${refused}`)
      const composed = await planner.compose(
        {
          question,
          draft,
          result,
          tables: [],
          askedAt: TODAY.toISOString(),
          signal: new AbortController().signal,
        },
        async () => {},
      )
      const rows = result.rows.map((row) => result.columns.map(({ name }) => row[name]))
      return { mode: 'query', message: composed.message, suggestions: composed.suggestions, rows }
    },
    close: () => bench.close(),
  }
}
