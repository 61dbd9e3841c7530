import { OperatorError } from '../../platform/problems/operator-error.ts'

/** A server was not found and could not be installed; the message lists what was tried and which settings help. */
export class MissingServer extends OperatorError {
  override readonly name = 'MissingServer'

  constructor(server: string, tried: readonly string[], helps: readonly string[]) {
    const lines = [...tried.map((text) => `  tried: ${text}`), ...helps.map((text) => `  fix: ${text}`)]
    super(
      `No ${server} was found, and none could be installed.\n${lines.join('\n')}\nTo list everything that is missing: npm run -s doctor`,
    )
  }
}
