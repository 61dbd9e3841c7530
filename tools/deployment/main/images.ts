import { parseArgs } from 'node:util'
import { readConfig } from '../../../src/config.ts'
import { createProgress } from '../../../src/local/progress.ts'
import { withCompose } from '../docker/compose.ts'
import { obtainDaemon, stopDaemon } from '../docker/daemon.ts'
import { ended } from '../docker/ended.ts'
import { imageTable } from '../making/image-table.ts'
import { makeImages } from '../making/make-images.ts'

const HELP = `Makes the images that the files of the deployment name, where no image registry can be reached.

  tools/deployment/images [WORD...]   those whose names contain one of these; all without

Each is made into the Docker daemon under the very name that the files use, from Debian's packages (debootstrap, apt),
Go modules and packages of npm; the store is the small one of tools/document-store under the name of MongoDB. What is
there stays, so that a run that was broken off goes on where it stopped. An image that is there under such a name and
was not made here is left alone. The first run takes some ten minutes, most of it Go's.

  --compose   makes Docker's plugin for Compose alone, and says where it is
  --help      this text

Needs \`docker\`, \`debootstrap\`, Go, Java 17 and Maven; without a running daemon one is started (and ended again).
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false }, compose: { type: 'boolean', default: false } },
})

const make = async (): Promise<void> => {
  const progress = createProgress(process.stderr)
  const { cache } = readConfig()
  const kitchen = { cache, progress }
  const { folder } = await withCompose(kitchen)
  progress.note(`docker compose: export DOCKER_CONFIG=${folder}`)
  if (values.compose) return
  const daemon = await obtainDaemon(cache, progress)
  try {
    process.stdout.write(`${imageTable(await makeImages(kitchen, positionals))}\n`)
  } finally {
    if (daemon.startedHere) await stopDaemon(cache)
  }
}

await ended(async () => {
  if (values.help) process.stdout.write(HELP)
  else await make()
})
