// A tool of this folder on any Node >= 20: installs what is missing, then goes on in the Node 24 of the packages.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureInstall } from '../../bin/ensure-install.mjs'

/** @param {string} name of a file in `main/` */
export const run = async (name) => {
  try {
    const node = await ensureInstall({ tests: true })
    const main = path.join(import.meta.dirname, 'main', `${name}.ts`)
    const flags = ['--disable-warning=ExperimentalWarning']
    const child = spawn(node, [...flags, main, ...process.argv.slice(2)], { stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    child.once('exit', (code) => process.exit(code ?? 1))
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
