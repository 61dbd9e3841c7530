import { execFileSync } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { compileCacheEnv } from '../../src/platform/threads/compile-cache-env.ts'

it('a child process of an engine shares the compile cache of its parent and inherits no other environment variable', () => {
  const env = compileCacheEnv()
  const printed = execFileSync(process.execPath, ['-p', "require('node:module').getCompileCacheDir()"], {
    env,
    encoding: 'utf8',
  })
  expect(printed.trim()).toBe(String(getCompileCacheDir()))
  expect(Object.keys(env)).toEqual(['NODE_COMPILE_CACHE'])
})
