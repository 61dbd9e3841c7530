import { randomBytes } from 'node:crypto'
import type { Progress } from '../../../src/local/progress.ts'
import type { Stack } from '../stack/stack.ts'

export interface TrialImages {
  readonly postgres: string
  readonly node: string
}

/** A deployment that runs, and what is around it. */
export interface Trial {
  readonly stack: Stack
  readonly folder: string
  readonly project: string
  readonly images: TrialImages
  readonly progress: Progress
  readonly address: string
}

/** Of the product as it is here, and of the same when it is to replace itself. */
export const [TAG, NEXT_TAG] = ['try', 'try-next'] as const

/** In s, as the deployment is told. */
export const TURN_TIMEOUT_S = 120

export const MODEL_KEY = `sk-try-${randomBytes(8).toString('hex')}`
