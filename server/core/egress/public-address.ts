/** Which addresses belong to the public internet. Calls to an address chosen by a user go nowhere else. */
import { BlockList, isIP } from 'node:net'

/** Special-purpose addresses of the IANA registry: private, shared, loopback, link-local, documentation, 6to4, multicast, reserved. */
const IPV4 = [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'] as const),
  ...(['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'] as const),
  ...(['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'] as const),
]
/**
 * Only 2000::/3 is allocated, which leaves out loopback, link-local, unique local, multicast, IPv4-mapped and NAT64 addresses. Of it,
 * these are not public: 2001::/23 (Teredo, benchmarks, ORCHID), documentation, and 6to4, which carries an IPv4 address.
 */
const IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const

const refused = new BlockList()
for (const subnet of IPV4) refused.addSubnet(...rangeOf(subnet), 'ipv4')
for (const subnet of IPV6) refused.addSubnet(...rangeOf(subnet), 'ipv6')
const allocated = new BlockList()
allocated.addSubnet('2000::', 3, 'ipv6')

/** False for text that is not an address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused.check(address, 'ipv4')
  return family === 6 && allocated.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}

function rangeOf(subnet: string): [net: string, bits: number] {
  const [net = '', bits = ''] = subnet.split('/')
  return [net, Number(bits)]
}
