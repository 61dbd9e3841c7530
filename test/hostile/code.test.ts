import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')
const READERS = ['src/planner', 'src/domain', 'src/http', 'src/knowledge', 'activities', 'workflows']

const sources = READERS.flatMap((room) =>
  readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file: `${room}/${file}`, text: readFileSync(path.join(ROOT, room, file), 'utf8') })),
)

it('S59 nothing that reads what a model wrote can run it as code or as a program', () => {
  const runs = /\beval\(|new Function\(|node:vm|node:child_process|\bexeca\b|node:worker_threads/
  expect(sources.length).toBeGreaterThan(150)
  expect(sources.filter(({ text }) => runs.test(text)).map(({ file }) => file)).toEqual([])
})
