import { tcpProxy } from './tcp-proxy.ts'

/** The way to a document store, on which every write is seen before the store gets it. */
export interface StoreWire {
  /** The same store, reached on this way. */
  readonly mongoUri: string
  /** What was written, in order: `insert audit`. */
  readonly writes: string[]
  /** Takes the store away just before it gets the next such write, and tells of it. */
  cutBefore(write: string, onWrite?: () => void): void
  /** Tells of the next such write just before the store gets it. */
  tellOf(write: string, onWrite: () => void): void
  mend(): void
  close(): Promise<void>
}

/** The first field of a command, as BSON has it: its verb, and the collection after four bytes of length. */
const WRITE = /\W(insert|update|delete|findAndModify)\W[\s\S]{4}([a-z_]{1,40})\W/g

export const storeWire = async (mongoUri: string): Promise<StoreWire> => {
  const direct = new URL(mongoUri)
  const writes: string[] = []
  let awaited: { readonly write: string; readonly onWrite: () => void; readonly passes: boolean } | undefined
  const proxy = await tcpProxy(Number(direct.port), (sent) => {
    for (const [, verb, collection] of sent.toString('latin1').matchAll(WRITE)) {
      const write = `${verb} ${collection}`
      if (write === awaited?.write) {
        const { onWrite, passes } = awaited
        awaited = undefined
        onWrite()
        if (!passes) return false
      }
      writes.push(write)
    }
    return true
  })
  direct.port = String(proxy.port)
  return {
    mongoUri: direct.href,
    writes,
    mend: proxy.mend,
    close: proxy.close,
    cutBefore(write, onWrite = () => undefined) {
      awaited = { write, onWrite, passes: false }
    },
    tellOf(write, onWrite) {
      awaited = { write, onWrite, passes: true }
    },
  }
}
