import Sequencer from '@jest/test-sequencer'

/** Where nobody has run the suite yet: what takes longest, so that it is not begun last, and waited for alone. */
const SLOWEST = [
  ...['turn/fairness', 'problems/problems', 'start/npm-start', 'turn/acceptance', 'demo/engines', 'turn/crash'],
  ...['engines/mysql/contract', 'engines/postgres/contract', 'engines/postgres/noninterference', 'turn/removal'],
  ...['engines/mysql/noninterference', 'engines/mongodb/noninterference', 'isolation/sqlite', 'http/docs-page'],
  ...['engines/sqlite/contract', 'cli/operator/database', 'evaluation/evaluation', 'webhooks/killed-worker'],
  ...['http/management/jobs', 'local/doctor', 'engines/network/tls', 'isolation/postgres', 'store/indexes'],
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
