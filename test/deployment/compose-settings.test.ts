import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { SETTINGS } from '../../src/config.ts'
import { LIBRARY_SETTINGS } from './compose-config.ts'

const FILE = path.join(import.meta.dirname, '../../docker-compose.yml')

/** Settings that `.env` cannot change, because docker-compose.yml connects the services with them. */
const FIXED = [
  'TEMPORAL_ADDRESS',
  'TEMPORAL_NAMESPACE',
  'TEMPORAL_UI',
  'MONGODB_URI_FILE',
  'REDIS_URL_FILE',
  'TABLETALK_SECRET_FILE',
  'TABLETALK_STREAM',
  'TABLETALK_LIMITS',
  'TABLETALK_TRUSTED_PROXIES',
]

/** Settings of the image, of `npm start`, and of a single command. */
const ELSEWHERE = [
  'PORT',
  'HOST',
  'TABLETALK_METRICS',
  'TABLETALK_HOME',
  'TABLETALK_CACHE',
  'TABLETALK_DATABASE_URL_FILE',
]

const File = z.object({ 'x-tabletalk': z.object({ environment: z.record(z.string(), z.string()) }) })
const { environment } = File.parse(parse(await readFile(FILE, 'utf8'), { merge: true }))['x-tabletalk']

describe('docker-compose.yml', () => {
  it('passes on every setting of .env, unless it sets the value itself', () => {
    expect(FIXED.filter((name) => environment[name] === undefined)).toEqual([])
    const settings = SETTINGS.map(({ name, file }) => file ?? name).filter((name) => !ELSEWHERE.includes(name))
    const names = [...settings, ...LIBRARY_SETTINGS]
    const passed = Object.keys(environment).filter((name) => environment[name]?.startsWith(`\${${name}:-`))
    expect(passed.toSorted()).toEqual(names.filter((name) => !FIXED.includes(name)).toSorted())
  })
})
