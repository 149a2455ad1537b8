/** Reads single environment variables and collects what is wrong with them. An empty one counts as absent, as shells and compose files leave them. */

export type Environment = Record<string, string | undefined>

export type Reader = ReturnType<typeof createReader>

const PORT_MAX = 65_535

/** Every fault is pushed to `faults`; what is returned then is the default. Values are repeated only where they cannot be secrets. */
export function createReader(env: Environment, faults: string[]) {
  const given = (name: string) => env[name]?.trim() || null
  return {
    maybe: given,
    text: (name: string, otherwise: string) => given(name) ?? otherwise,
    /** For a variable that another one makes necessary; `by` says which. */
    needed(name: string, by: string): string {
      const text = given(name)
      if (text === null) faults.push(`${name} is needed by ${by}`)
      return text ?? ''
    },
    port(name: string, otherwise: number): number {
      const text = given(name)
      if (text === null) return otherwise
      const port = Number(text)
      if (/^\d+$/.test(text) && port <= PORT_MAX) return port
      faults.push(`${name} must be a port from 0 to ${PORT_MAX}, not "${text}"`)
      return otherwise
    },
    number(name: string, { least, most }: { least: number; most: number }): number | null {
      const text = given(name)
      if (text === null) return null
      const number = Number(text)
      if (number >= least && number <= most) return number
      faults.push(`${name} must be a number from ${least} to ${most}, not "${text}"`)
      return null
    },
    url(name: string, protocols: readonly string[]): string | null {
      const text = given(name)
      if (text === null) return null
      if (protocols.some((protocol) => text.startsWith(`${protocol}//`)) && URL.canParse(text)) return text
      // The value may hold a password, so it is not repeated.
      faults.push(
        `${name} must be an address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`,
      )
      return null
    },
    oneOf<T extends string>(name: string, values: readonly T[], otherwise: T): T {
      const text = given(name)
      const found = values.find((value) => value === text)
      if (found !== undefined || text === null) return found ?? otherwise
      faults.push(`${name} must be ${values.join(' or ')}, not "${text}"`)
      return otherwise
    },
    names: () => Object.keys(env).filter((name) => given(name) !== null),
  }
}
