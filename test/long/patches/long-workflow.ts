const ROUNDS = 1_000_000_000

/** Blocks its thread for at least a second. */
export async function long(): Promise<number> {
  let sum = 0
  for (let round = 0; round < ROUNDS; round++) sum += round % 3
  return sum
}
