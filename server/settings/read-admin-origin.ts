/** ADMIN_ORIGIN: where the console alone is served, if not beside the marketplace. */
import { isOrigin } from './read-sockets.ts'
import type { Reader } from './read-variables.ts'

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Null: beside the marketplace. `port` is where the server listens. */
export function readAdminOrigin(read: Reader, faults: string[], port: number): string | null {
  const origin = read.maybe('ADMIN_ORIGIN')
  if (origin === null) return null
  if (origin.includes('*') || !isOrigin(origin)) {
    faults.push(
      'ADMIN_ORIGIN must be an origin like https://admin.example.com, in small letters and without a path',
    )
    return null
  }
  const publicUrl = read.maybe('PUBLIC_URL') ?? `http://localhost:${port}`
  const fault = URL.canParse(publicUrl) ? faultBeside(new URL(origin), new URL(publicUrl)) : null
  if (fault === null) return origin
  faults.push(`ADMIN_ORIGIN ${fault}`)
  return null
}

function faultBeside(admin: URL, site: URL): string | null {
  if (admin.host === site.host)
    return 'must have another host or port than PUBLIC_URL; leave it out to have the console at PUBLIC_URL/admin/'
  if (site.protocol === 'https:' && admin.protocol === 'http:' && !LOOPBACK.test(admin.hostname))
    return 'must begin with https:// as PUBLIC_URL does, unless its host is localhost'
  return null
}
