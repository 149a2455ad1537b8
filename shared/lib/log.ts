/** Where warnings go. Never handed a token or a message's text. */
export interface Log {
  warn(message: string, detail?: unknown): void
  error(message: string, detail?: unknown): void
}

export const consoleLog = (name: string): Log => ({
  warn: (message, detail) =>
    detail === undefined ? console.warn(`${name}: ${message}`) : console.warn(`${name}: ${message}`, detail),
  error: (message, detail) =>
    detail === undefined
      ? console.error(`${name}: ${message}`)
      : console.error(`${name}: ${message}`, detail),
})
