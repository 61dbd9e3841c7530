import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Part, partOf } from '../support/house-rules.ts'

const ROOT = path.join(import.meta.dirname, '../..')
/** Parts that read what a model wrote, and the tops that they lie in. */
const READERS: readonly (Part | undefined)[] = [
  'rules',
  'routes',
  'src/planner',
  'src/knowledge',
  'activities',
  'workflows',
]

const sources = ['src', 'activities', 'workflows'].flatMap((top) =>
  readdirSync(path.join(ROOT, top), { recursive: true, encoding: 'utf8' })
    .map((name) => `${top}/${name}`)
    .filter((file) => file.endsWith('.ts') && READERS.includes(partOf(file)))
    .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') })),
)

it('S59 nothing that reads what a model wrote can run it as code or as a program', () => {
  const runs = /\beval\(|new Function\(|node:vm|node:child_process|\bexeca\b|node:worker_threads/
  expect(sources.length).toBeGreaterThan(600)
  expect(sources.filter(({ text }) => runs.test(text)).map(({ file }) => file)).toEqual([])
})
