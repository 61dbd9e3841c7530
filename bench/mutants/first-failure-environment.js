import { writeSync } from 'node:fs'
import ProcessEnvironment from '../../test/support/runner/process-environment.js'

/** The pipe on which the arena hears what goes on. */
const TOLD = 3

/** Ends the whole run with the first test that fails: a mutant dies only once. */
export default class extends ProcessEnvironment {
  #suite

  constructor(config, context) {
    super(config, context)
    this.#suite = context.testPath
    writeSync(TOLD, `begun\t${this.#suite}\n`)
  }

  handleTestEvent({ name, test }) {
    if (name !== 'test_done' || test.errors.length === 0) return
    writeSync(TOLD, `failed\t${this.#suite}\t${test.name.replaceAll(/\s+/g, ' ')}\n`)
    process.exit(1)
  }
}
