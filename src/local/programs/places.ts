import path from 'node:path'

/** Where servers may be found. */
export interface Places {
  readonly cache: string
  /** Sources of the servers that can be built. */
  readonly tools: string
  /** What to search instead of the PATH of this process. */
  readonly searchPath?: string | undefined
}

/** A server's program and where it came from. */
export interface Program {
  readonly file: string
  readonly from: 'path' | 'cache' | 'download' | 'build'
}

export const TOOLS = path.resolve(import.meta.dirname, '../../../tools')
