import { once } from 'node:events'
import path from 'node:path'
import { execa } from 'execa'

const LOCK_HOME = path.resolve(import.meta.dirname, '../../../src/local/home/lock-home.ts')

/** Starts a process that holds the lock of the home folder. */
export const holdHome = async (home: string) => {
  const script = `const { lockHome } = await import(${JSON.stringify(LOCK_HOME)})
    await lockHome(process.argv[1]); console.log('taken'); setInterval(() => undefined, 1_000)`
  const child = execa(process.execPath, ['--input-type=module', '--eval', script, home], { reject: false })
  await once(child.stdout, 'data')
  return {
    pid: child.pid,
    async kill() {
      child.kill('SIGKILL')
      await child
    },
  }
}
