import { z } from 'zod'
import type { ComparedReport } from '../evaluation/rules/compare-reports.ts'
import { VERDICTS } from '../evaluation/rules/trial.ts'
import { readInput } from './input-file.ts'

/** Maximum size of a file in bytes, to be checked before reading it. */
export const BASELINE_FILE_MAX = 256 * 1024 * 1024

/** The fields of a report that an evaluation is compared with; unknown fields of later versions are ignored. */
const Baseline = z.object({
  version: z.literal(1),
  results: z.array(z.object({ id: z.string(), trials: z.array(z.object({ verdict: z.enum(VERDICTS) })) })),
})

/** Reads a report written by `tabletalk eval --out`. @throws FileInvalid with every mistake and its path */
export const readBaseline = (value: unknown): ComparedReport => readInput(Baseline, value, 'baseline')
