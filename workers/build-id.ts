import { createHash } from 'node:crypto'
import { tabletalkVersion } from '../src/platform/tabletalk-version.ts'

const DIGITS = 12

/**
 * What a worker runs, as shown in the Temporal UI: the version of Tabletalk, and a digest of its workflows' code, which
 * differs wherever a replay might diverge.
 */
export const buildIdOf = (bundle: { readonly code: string }): string =>
  `tabletalk@${tabletalkVersion()}+${workflowsDigest(bundle)}`

export const workflowsDigest = ({ code }: { readonly code: string }): string =>
  createHash('sha256').update(code).digest('hex').slice(0, DIGITS)
