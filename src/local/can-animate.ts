import { styleText } from 'node:util'

/**
 * Whether a stream is a terminal on which a line may be redrawn. False if `styleText` finds that `NO_COLOR` or a similar setting
 * forbids escape sequences, and for a terminal without a size, as in some containers.
 */
export const canAnimate = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY && stream.columns > 0 && styleText('dim', '.', { stream }) !== '.'
