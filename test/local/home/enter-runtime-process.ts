/** A program that registers itself in `runtime.json` of the home folder in its arguments until SIGTERM. */
import { type Role, registerProcess } from '../../../src/local/home/register-process.ts'

const [, , home = '', role = 'worker'] = process.argv
const isRole = (text: string): text is Role => text === 'api' || text === 'worker'
if (!isRole(role)) throw new Error('usage: enter-runtime-process.ts HOME api|worker')

const entry = await registerProcess(home, [role])
const keepAlive = setInterval(() => undefined, 60_000)
process.once('SIGTERM', async () => {
  await entry.leave()
  clearInterval(keepAlive)
})
process.stdout.write('entered\n')
