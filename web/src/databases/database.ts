import type { components } from '../../../clients/typescript/src/index.ts'

export type Database = components['schemas']['Database']
export type PolicyReview = components['schemas']['PolicyReview']
export type Job = components['schemas']['Job']
