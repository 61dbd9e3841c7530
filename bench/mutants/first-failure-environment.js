import { writeSync } from 'node:fs'
import ProcessEnvironment from '../../test/support/runner/process-environment.js'

/** File descriptor of the pipe to the parent. */
const PIPE_FD = 3

/** Ends the whole run with the first test that fails, which is enough to kill a mutant. */
export default class extends ProcessEnvironment {
  #suite

  constructor(config, context) {
    super(config, context)
    this.#suite = context.testPath
    writeSync(PIPE_FD, `begun\t${this.#suite}\n`)
  }

  handleTestEvent({ name, test }) {
    if (name !== 'test_done' || test.errors.length === 0) return
    writeSync(PIPE_FD, `failed\t${this.#suite}\t${test.name.replaceAll(/\s+/g, ' ')}\n`)
    process.exit(1)
  }
}
