import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import type { Row } from '../../ask/rules/outcome.ts'
import { move } from '../../platform/threads/move.ts'
import type { StartedCall } from '../../platform/threads/thread-pool.ts'
import type { FileBuilder } from './file-builder.ts'
import type { FileContent } from './rules/file-content.ts'

export interface WriteCall extends FileContent {
  /** Receives batches of rows and then `null`; each is acknowledged. */
  readonly port: MessagePort
}

/** The reply to the last message; the file itself is the task's result, transferred without a copy. */
export interface WriteEnd {
  /** In hex. */
  readonly sha256: string
  readonly shortened: number
}

/** Thread entry point: writes a file. */
export default async ({ port, startPort, ...content }: StartedCall<WriteCall>): Promise<unknown> => {
  startPort.postMessage(null)
  const builder = await builderOf(content)
  for (;;) {
    const [rows]: (readonly Row[] | null)[] = await once(port, 'message')
    if (rows == null) break
    builder.add(rows)
    port.postMessage('taken')
  }
  const { bytes, shortened } = await builder.end()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  port.postMessage({ sha256, shortened } satisfies WriteEnd)
  // Small buffers share a pool that must not be transferred.
  return move(new Uint8Array(bytes))
}

/** Loads only the library of the format. */
const builderOf = async (content: FileContent): Promise<FileBuilder> => {
  switch (content.format) {
    case 'csv':
      return (await import('./csv-builder.ts')).csvBuilder(content)
    case 'json':
      return (await import('./json-builder.ts')).jsonBuilder(content)
    case 'xlsx':
      return (await import('./workbook-builder.ts')).workbookBuilder(content)
  }
}
