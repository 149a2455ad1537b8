import { beforeEach, expect, test, vi } from 'vitest'
import { createLazyApi } from '#marketplace/buyer/platform/services.ts'
import { currentUser } from '#shared/contract/account.ts'

const check = vi.fn(async () => true)
beforeEach(() => check.mockClear())

const apiOver = (fetch: typeof globalThis.fetch) =>
  createLazyApi({ base: 'https://plat.example/customer/api', fetch }, { check })

test('the first call fetches the client and then behaves as any other', async () => {
  const paths: string[] = []
  const api = apiOver(async (input, init) => {
    paths.push(new URL(new Request(input, init).url).pathname)
    return Response.json({ data: { id: 7 } })
  })
  const replies = await Promise.all([api(currentUser, {}), api(currentUser, {})])
  expect(replies.map((reply) => reply.data.id)).toEqual([7, 7])
  expect(paths).toEqual(['/customer/api/auth/user', '/customer/api/auth/user'])
})

test.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), 1],
  ["a gateway's answer", async () => new Response('', { status: 502 }), 1],
  ["the server's own refusal", async () => Response.json({ message: 'No.' }, { status: 422 }), 0],
])('%s has the connection checked: %#', async (_, answer, checks) => {
  await expect(apiOver(answer)(currentUser, {})).rejects.toThrow()
  expect(check).toHaveBeenCalledTimes(checks)
})
