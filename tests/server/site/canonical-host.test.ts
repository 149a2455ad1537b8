/** Another name of the same machine leads to the one the world was opened with; everything else stays where it is. */
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { keepOneName } from '#server/site/canonical-host.ts'

async function ask(request: { host: string; url?: string; accept?: string; origin?: string }) {
  const { host, url = '/deals', accept = 'text/html,*/*', origin = 'http://localhost:4400' } = request
  const app = Fastify()
  keepOneName(app, () => origin)
  app.get('/*', async () => 'here')
  const reply = await app.inject({ url, headers: { host, accept } })
  await app.close()
  return reply.headers.location ?? reply.body
}

test.each(['127.0.0.1:4400', '[::1]:4400', '127.0.1.1:4400'])(
  'a page under %s is shown under the name that was printed',
  async (host) => {
    expect(await ask({ host, url: '/deals?beds=3' })).toBe('http://localhost:4400/deals?beds=3')
  },
)

test('its own name stays, and so does a call, a picture or a script under another one', async () => {
  expect(await ask({ host: 'localhost:4400' })).toBe('here')
  expect(await ask({ host: '127.0.0.1:4400', accept: '*/*' })).toBe('here')
  expect(await ask({ host: '127.0.0.1:4400', accept: 'image/avif,image/webp,*/*' })).toBe('here')
})

test('behind a proxy, in a network and before the address is known nobody is sent anywhere', async () => {
  expect(await ask({ host: '127.0.0.1:4400', origin: 'https://plat.example' })).toBe('here')
  expect(await ask({ host: '192.168.1.7:4400' })).toBe('here')
  expect(await ask({ host: 'localhost.evil.example:4400' })).toBe('here')
  expect(await ask({ host: '127.0.0.1:9999' })).toBe('here')
  expect(await ask({ host: '127.0.0.1:4400', origin: '' })).toBe('here')
  expect(await ask({ host: 'not a host' })).toBe('here')
})
