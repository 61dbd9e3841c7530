import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Part, partOf } from '../support/house-rules.ts'

const ROOT = path.join(import.meta.dirname, '../..')
/** Rooms that handle the output of a model. */
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

it('S59 no source file that handles the output of a model can run code or processes', () => {
  const execution = /\beval\(|new Function\(|node:vm|node:child_process|\bexeca\b|node:worker_threads/
  expect(sources.length).toBeGreaterThan(600)
  expect(sources.filter(({ text }) => execution.test(text)).map(({ file }) => file)).toEqual([])
})
