/** Slow uploads use up the slots of their network address only. */
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Refusal } from '#server/core/http/refusal.ts'
import { registerUploads } from '#server/providers/files/receive-file.ts'

it('a seventh upload of one address waits while six are on their way; other addresses do not', async () => {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const app = Fastify()
  app.setErrorHandler((error: Refusal, _request, reply) => reply.code(error.status).send())
  registerUploads(app, (scope) => void scope.post('/upload', () => finished.then(() => 'stored')))
  const from = async (remoteAddress: string) =>
    (await app.inject({ method: 'POST', url: '/upload', remoteAddress })).statusCode
  await app.ready()
  const held = Array.from({ length: 6 }, () => from('203.0.113.5'))
  expect(await from('203.0.113.5')).toBe(429)
  const other = from('203.0.113.6')
  finish()
  expect(await Promise.all([...held, other])).toEqual(Array(7).fill(200))
  expect(await from('203.0.113.5')).toBe(200)
  await app.close()
})
