import Sequencer from '@jest/test-sequencer'

/** Where nobody has run the suite yet: what takes longest, so that it is not begun last, and waited for alone. */
const SLOWEST = [
  ...['turn/acceptance', 'turn/fairness', 'engines/mysql/contract', 'engines/postgres/contract', 'problems/problems'],
  ...['cli/operator/database', 'http/docs-page', 'engines/mysql/outcomes', 'evaluation/evaluation', 'architecture'],
  ...['start/npm-start', 'engines/mysql/noninterference', 'engines/postgres/noninterference'],
].map((name) => `/test/${name}.test.ts`)

/** Files in the order of what they took the last time, as jest has it; before there was one, the slowest come first. */
export default class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests)
    if (sorted.some(({ duration }) => duration != null)) return sorted
    const isSlow = ({ path }) => SLOWEST.some((name) => path.endsWith(name))
    return [...sorted.filter(isSlow), ...sorted.filter((test) => !isSlow(test))]
  }
}
