/** Whom a throttle counts as one: an IPv4 address, or the /64 network that a single IPv6 household or host has to itself. */
import { isIPv6 } from 'node:net'

const GROUPS = 8
const NETWORK_GROUPS = 4

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
