import { parseArgs } from 'node:util'
import { readConfig } from '../../../src/config.ts'
import { createProgress } from '../../../src/local/progress.ts'
import { obtainDaemon, stopDaemon } from '../docker/daemon.ts'
import { ended } from '../docker/ended.ts'

const HELP = `A Docker daemon for the deployment: the one that runs, or a new one that goes on running.

  tools/deployment/daemon          prints how a shell reaches it: eval "$(tools/deployment/daemon)"
  tools/deployment/daemon --stop   ends the one that was started here; its images stay
  --help                           this text
`

const { values } = parseArgs({
  options: { help: { type: 'boolean', default: false }, stop: { type: 'boolean', default: false } },
})

await ended(async () => {
  const { cache } = readConfig()
  if (values.help) process.stdout.write(HELP)
  else if (values.stop) process.stderr.write((await stopDaemon(cache)) ? 'It is ended.\n' : 'None was started here.\n')
  else {
    const { host } = await obtainDaemon(cache, createProgress(process.stderr))
    if (host !== undefined) process.stdout.write(`export DOCKER_HOST=${host}\n`)
  }
})
