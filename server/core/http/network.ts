/** Whom a throttle counts as one: an IPv4 address, or the /64 network that a single IPv6 household or host has to itself. */
import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'

/** For logins: the /24 of an IPv4 address or the /48 of an IPv6 one, which one subscriber or company often owns. */
export const widerNetworkOf = (ip: string): string =>
  networkOf(ip)
    .replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')
    .replace(/^(\w+:\w+:\w+):\w+::\/64$/, '$1::/48')

const GROUPS = 8
const NETWORK_GROUPS = 4

/** For requests that Fastify does not see, such as upgrades. The one proxy in front appends its own peer to the header. */
export function addressOf({ headers, socket }: IncomingMessage, isProxyTrusted: boolean): string {
  const peer = socket.remoteAddress ?? ''
  const forwarded = String(headers['x-forwarded-for'] ?? '')
  const told = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim()
  return isProxyTrusted && isIP(told) > 0 ? told : peer
}

export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  // Without the zone of a link-local address.
  const [left = '', right] = (ip.split('%')[0] ?? '').split('::')
  const before = left === '' ? [] : left.split(':')
  const after = right ? right.split(':') : []
  const between = right === undefined ? 0 : GROUPS - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, between)).fill('0'), ...after]
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
