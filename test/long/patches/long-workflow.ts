const ROUNDS = 1_000_000_000

/** Holds its thread for a second or more. */
export async function long(): Promise<number> {
  let sum = 0
  for (let round = 0; round < ROUNDS; round++) sum += round % 3
  return sum
}
