import type { Config, ConfiguredModel } from './config.ts'

/**
 * Why a configured model cannot be asked, as far as that is known without asking it; undefined where nothing is known to be
 * wrong. Said once when a process starts, and by `doctor`.
 */
export const modelTrouble = ({ model }: Pick<Config, 'model'>): string | undefined => {
  const troubles = [
    troubleOf(model, 'every question for it ends in an error'),
    troubleOf(model?.wording, 'answers are worded without it'),
    troubleOf(model?.fallback, 'it stands in for no other one'),
    troubleOf(model?.embedding, 'tables are found by words alone'),
  ].filter((trouble) => trouble !== undefined)
  return troubles.length === 0 ? undefined : troubles.join('; ')
}

const troubleOf = (model: ConfiguredModel | undefined, comesOfIt: string): string | undefined =>
  model?.missing === undefined
    ? undefined
    : `${model.name}, which needs ${model.missing.join(' and ')}: until then ${comesOfIt}`
