import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import type { Row } from '../../ask/rules/outcome.ts'
import { move } from '../../platform/threads/move.ts'
import type { WithBegun } from '../../platform/threads/thread-pool.ts'
import type { FileBuilder } from './file-builder.ts'
import type { FileContent } from './rules/file-content.ts'

export interface WriteCall extends FileContent {
  /** By which batches of rows come, and after them `null`; each is answered. */
  readonly port: MessagePort
}

/** The answer to the last message: the bytes are what the task itself gives, moved and not copied. */
export interface WriteEnd {
  /** In hex. */
  readonly sha256: string
  readonly shortened: number
}

/** Writes a file in a thread, so that nothing else waits for it. */
export default async ({ port, begun, ...content }: WithBegun<WriteCall>): Promise<unknown> => {
  begun.postMessage(null)
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
  // Small buffers are parts of one that is not ours to move.
  return move(new Uint8Array(bytes))
}

/** Each library is loaded by the thread that needs it. */
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
