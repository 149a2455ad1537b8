/** Who may open sockets and how many, from environment variables. */
import type { EmbeddedSettings } from '#server/core/realtime/settings.ts'
import type { Reader } from './read-variables.ts'

export const SOCKETS_HELP = `
 Sockets of the embedded realtime server
  SOCKET_ORIGINS        origins whose pages may connect, separated by commas: https://seller.example, https://*.seller.example.
                        PUBLIC_URL always may. Without it any page may
  SOCKETS_PER_ADDRESS, SIGNED_SOCKETS_PER_ADDRESS
                        how many of one address that have proven no login (200), and that have (2000)
`

const MOST = 10_000_000

export function readSockets(
  read: Reader,
  faults: string[],
): Pick<EmbeddedSettings, 'allowedOrigins' | 'limits'> {
  const allowedOrigins = readOrigins(read, faults)
  const anonymousPerAddress = read.number('SOCKETS_PER_ADDRESS', { least: 1, most: MOST })
  const provenPerAddress = read.number('SIGNED_SOCKETS_PER_ADDRESS', { least: 1, most: MOST })
  return {
    ...(allowedOrigins === null ? {} : { allowedOrigins }),
    limits: {
      ...(anonymousPerAddress === null ? {} : { anonymousPerAddress }),
      ...(provenPerAddress === null ? {} : { provenPerAddress }),
    },
  }
}

/** Null: any origin. */
function readOrigins(read: Reader, faults: string[]): string[] | null {
  const given = read
    .text('SOCKET_ORIGINS', '')
    .split(/[\s,]+/)
    .filter(Boolean)
  if (given.length === 0) return null
  for (const origin of given)
    if (!isOrigin(origin))
      faults.push(`SOCKET_ORIGINS must be origins like https://seller.example, not "${origin}"`)
  const own = read.maybe('PUBLIC_URL')
  return own !== null && URL.canParse(own) ? [new URL(own).origin, ...given] : given
}

/** As a browser sends it: no path, no trailing slash, at most one star in place of the first labels of the host. */
export function isOrigin(text: string): boolean {
  const plain = text.replace('://*.', '://any.')
  return /^https?:[^*]+$/.test(plain) && URL.canParse(plain) && new URL(plain).origin === plain
}
