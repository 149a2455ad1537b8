import { describe, expect, it } from 'vitest'
import { networkOf } from '#server/core/http/network.ts'

describe('the network of an address', () => {
  it.each([
    ['an IPv4 address', '203.0.113.9', '203.0.113.9'],
    ['an IPv4 address in IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
    ['a full IPv6 address', '2001:0DB8:0001:0002:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
    ['a shortened one', '2001:db8:1:2::7', '2001:db8:1:2::/64'],
    ['one shortened in its network', '2001:db8::7', '2001:db8:0:0::/64'],
    ['one shortened at the end', '2001:db8::', '2001:db8:0:0::/64'],
    ['the loopback', '::1', '0:0:0:0::/64'],
    ['one with a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['something else', 'unknown', 'unknown'],
  ])('%s', (_, ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })
})
