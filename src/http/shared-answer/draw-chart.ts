import type { SharedChart } from '../../domain/share/shared-answer.ts'

/** Draws a chart of a shared answer; where a service has none, its pages show tables alone. */
export type DrawChart = (
  chart: SharedChart,
  options: {
    readonly format: 'svg'
    readonly width: number
    readonly theme: 'light' | 'dark'
    readonly locale: string
  },
) => Promise<Uint8Array | string>
