/** The fifth layer: how likely each query is meant, and the decision on the question. */
export { proposalsOf } from './candidates.ts'
export { type DecidedReading, understandInContext, understandSentences } from './converse.ts'
export type { Decision } from './decide.ts'
export { decisionOn } from './decision-on.ts'
export { FEATURES, featuresOf } from './features.ts'
export { nearReadings } from './near-readings.ts'
export { probabilityOf, queryMeaning, read, trustIn, type WeighedQuery } from './weigh.ts'
