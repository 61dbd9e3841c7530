import Sequencer from '@jest/test-sequencer'

/** Runs suites in the given order, by file name. */
export default class extends Sequencer {
  sort(tests) {
    const order = JSON.parse(process.env.MUTANT_SUITES ?? '[]')
    const placeOf = ({ path }) => order.findIndex((suite) => path.endsWith(`/${suite}`))
    return [...tests].sort((a, b) => placeOf(a) - placeOf(b))
  }
}
