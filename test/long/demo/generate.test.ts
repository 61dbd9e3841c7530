import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateDemo } from '../../../demo/generate.ts'

it('generateDemo takes less than five seconds of CPU time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-generate-'))
  const started = process.cpuUsage()
  generateDemo(join(folder, 'demo.sqlite'), new Date())
  const { user, system } = process.cpuUsage(started)
  rmSync(folder, { recursive: true, force: true })
  expect((user + system) / 1_000).toBeLessThan(5_000)
})
