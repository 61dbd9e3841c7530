import type { Config, ConfiguredModel } from '../../config.ts'

/**
 * Why a configured model cannot be asked, as far as that is known without asking it; undefined where nothing is known to be
 * wrong. Said once when a process starts, and by `doctor`.
 */
export const modelTrouble = ({ model }: Pick<Config, 'model'>): string | undefined => {
  const troubles = [
    troubleOf(model, 'every question that needs it fails'),
    troubleOf(model?.wording, 'answers are worded without a model'),
    troubleOf(model?.fallback, 'there is no fallback'),
    troubleOf(model?.embedding, 'tables are found by keywords only'),
  ].filter((trouble) => trouble !== undefined)
  return troubles.length === 0 ? undefined : troubles.join('; ')
}

const troubleOf = (model: ConfiguredModel | undefined, comesOfIt: string): string | undefined =>
  model?.missing === undefined
    ? undefined
    : `${model.name}, which requires ${model.missing.join(' and ')}; until it is provided, ${comesOfIt}`
