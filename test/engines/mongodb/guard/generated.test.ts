import { generatedPipelines } from './generated-pipelines.ts'

generatedPipelines({ cases: 300, seed: 20_261_121 })
