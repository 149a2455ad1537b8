/** How a page hands over a fresh token. */

/** `missing`: there is none. `refused`: the server or the channel does not take it. `expired`: it stopped working. */
export type TokenReason = 'missing' | 'refused' | 'expired'
export type TokenProvider = (request: { reason: TokenReason }) => Promise<string>
