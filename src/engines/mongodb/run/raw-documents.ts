import type { AbstractCursor } from 'mongodb'

/** The documents of a cursor that was asked for raw ones, as bytes of BSON. */
export async function* rawDocuments(cursor: AbstractCursor): AsyncGenerator<Buffer> {
  for await (const document of cursor) {
    if (!(document instanceof Uint8Array)) throw new Error('the cursor was not asked for raw documents')
    yield Buffer.from(document.buffer, document.byteOffset, document.byteLength)
  }
}
