/** A webhook reaches nobody's house: only addresses of the public network may be called. */
import { expect, it } from 'vitest'
import { createWebhookCaller } from '#server/webhooks/caller.ts'
import { isPublicAddress } from '#server/webhooks/public-address.ts'

it.each([
  ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...[
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2002:a00:1::',
  ],
  ...['224.0.0.1', '255.255.255.255', 'ff02::1', 'not an address', ''],
])('%s is not called', (address) => expect(isPublicAddress(address)).toBe(false))

it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('%s may be called', (address) =>
  expect(isPublicAddress(address)).toBe(true),
)

const { problemOf } = createWebhookCaller({ alsoHosts: ['localhost:4000'] })

it.each([
  ['http://example.com/', /https/],
  ['https://localhost/', /public/],
  ['https://2130706433/', /public/],
  ['https://0x7f.1/', /public/],
  ['https://[::1]:8443/', /public/],
  ['https://user:secret@example.com/', /password/],
  ['nonsense', /like https/],
])('%s cannot be a webhook, and it is said why', (url, words) => {
  expect(problemOf(url)).toMatch(words)
})

it('a name that stands for an address in the house is not called', async () => {
  const { call } = createWebhookCaller({ alsoHosts: [] })
  // Everybody's name for this very machine.
  await expect(call({ url: 'https://localhost.localdomain/', headers: {}, body: '' })).rejects.toThrow(
    /public address|not known/,
  )
})

it('what belongs to this installation may be called whatever its address', () => {
  expect(problemOf('http://localhost:4000/hook')).toBeNull()
  expect(problemOf('https://example.com/hook?key=1')).toBeNull()
})
