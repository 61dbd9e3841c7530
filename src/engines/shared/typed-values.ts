/** Engines whose fields hold values of any type: there a policy says as which types owners are kept. */
export const TYPED_VALUES: ReadonlySet<string> = new Set(['mongodb'])
