import type { Config } from './config.ts'

/**
 * Why the configured model cannot be asked, as far as that is known without asking it; undefined where nothing is known
 * to be wrong. Said once when a process starts, and by `doctor`.
 */
export const modelTrouble = ({ model }: Pick<Config, 'model'>): string | undefined =>
  model?.missing === undefined
    ? undefined
    : `${model.name}, which needs ${model.missing.join(' and ')}: until then every question for it ends in an error`
