import { z } from 'zod'
import type { ComparedReport } from '../evaluation/rules/compare-reports.ts'
import { VERDICTS } from '../evaluation/rules/trial.ts'
import { readShape } from './written-file.ts'

/** Of a whole file, in bytes: whoever reads one looks at its size first. */
export const BASELINE_FILE_MAX = 256 * 1024 * 1024

/** What of a report an evaluation is compared with; whatever else a later version writes is left aside. */
const Baseline = z.object({
  version: z.literal(1),
  results: z.array(z.object({ id: z.string(), trials: z.array(z.object({ verdict: z.enum(VERDICTS) })) })),
})

/** Reads what `tabletalk eval --out` has written. @throws FileInvalid with every mistake, each with its place */
export const readBaseline = (value: unknown): ComparedReport => readShape(Baseline, value, 'baseline')
