import path from 'node:path'
import { downloadProgram } from './download-program.ts'
import { type TemporalProgram, temporalEntry } from './find-temporal.ts'
import { type MakeOptions, makeServer } from './make-server.ts'
import { findOnPath } from './on-path.ts'
import { runTool } from './run-tool.ts'
import type { ServerFolders } from './server-folders.ts'
import { TEMPORAL_VERSION } from './versions.ts'

export const TEMPORAL_HELPS = [
  'TEMPORAL_ADDRESS=host:port of a running Temporal server',
  'the `temporal` command on PATH (https://docs.temporal.io/cli)',
  'Go 1.21 or newer on PATH, to build Temporal from source',
]

/** Installs the Temporal command: the official download, else a build. @throws MissingServer */
export const makeTemporal = async (places: ServerFolders, making: MakeOptions): Promise<TemporalProgram> => {
  const entry = temporalEntry(places.cache)
  const { signal } = making
  const program = await makeServer(
    'Temporal server',
    [
      {
        what: `Downloading Temporal ${TEMPORAL_VERSION}`,
        from: 'download',
        entry,
        make: (target, folder) => downloadProgram('temporal', { folder, target, signal }),
      },
      {
        what: `Building Temporal ${TEMPORAL_VERSION} with Go (some minutes)`,
        from: 'build',
        entry,
        make: (target) => buildTemporal(places, target, signal),
      },
    ],
    TEMPORAL_HELPS,
    making,
  )
  return { ...program, version: undefined }
}

const buildTemporal = async (
  { tools, searchPath }: ServerFolders,
  target: string,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const go = await findOnPath('go', searchPath)
  if (go === undefined) throw new Error('Go is not on PATH')
  await runTool(
    go,
    ['build', '-trimpath', '-ldflags', '-s -w', '-o', target, 'github.com/temporalio/cli/cmd/temporal'],
    {
      cwd: path.join(tools, 'temporal'),
      // The sources may require a newer Go than the installed one, which Go then downloads.
      env: { CGO_ENABLED: '0', GOTOOLCHAIN: 'auto', GOWORK: 'off' },
      signal,
    },
  )
}
