import path from 'node:path'

/** The folders in which servers are searched for and built. */
export interface ServerFolders {
  readonly cache: string
  /** Sources of the servers that can be built. */
  readonly tools: string
  /** Searched instead of the PATH of this process. */
  readonly searchPath?: string | undefined
}

/** The program of a server, and where it was found or how it was installed. */
export interface Program {
  readonly file: string
  readonly from: 'path' | 'cache' | 'download' | 'build'
}

export const TOOLS = path.resolve(import.meta.dirname, '../../../tools')
