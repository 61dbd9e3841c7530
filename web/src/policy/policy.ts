import type { components } from '../../../clients/typescript/src/index.ts'

export type Policy = components['schemas']['Policy']
export type PolicyPreview = components['schemas']['PolicyPreview']
export type PreviewedTable = PolicyPreview['tables'][number]
