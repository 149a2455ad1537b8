/** Which addresses of the network are everybody's: a webhook may name no other, or it would reach into the house. */
import { BlockList, isIP } from 'node:net'

const IPV4 = [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'] as const),
  ...(['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'] as const),
  ...(['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'] as const),
]
/** Only 2000::/3 is given out; of that, what carries an IPv4 address or is for examples is left out. */
const IPV6 = ['2001::/32', '2001:db8::/32', '2002::/16', '3fff::/20'] as const

const blocked = blockList()

/** False for what is no address at all. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !blocked.closed.check(address, 'ipv4')
  if (family !== 6) return false
  return blocked.global.check(address, 'ipv6') && !blocked.closed.check(address, 'ipv6')
}

function blockList(): { closed: BlockList; global: BlockList } {
  const closed = new BlockList()
  const global = new BlockList()
  global.addSubnet('2000::', 3, 'ipv6')
  for (const subnet of IPV4) add(closed, subnet, 'ipv4')
  for (const subnet of IPV6) add(closed, subnet, 'ipv6')
  return { closed, global }
}

function add(list: BlockList, subnet: string, family: 'ipv4' | 'ipv6'): void {
  const [net = '', bits = ''] = subnet.split('/')
  list.addSubnet(net, Number(bits), family)
}
