import { expect, test } from 'vitest'
import { createLazyApi } from '#marketplace/platform/lazy-api.ts'
import { currentUser } from '#shared/contract/account.ts'

test('the first call fetches the client and then behaves as any other', async () => {
  const paths: string[] = []
  const api = createLazyApi({
    base: 'https://plat.example/customer/api',
    fetch: async (input, init) => {
      paths.push(new URL(new Request(input, init).url).pathname)
      return Response.json({ data: { id: 7 } })
    },
  })
  const replies = await Promise.all([api(currentUser, {}), api(currentUser, {})])
  expect(replies.map((reply) => reply.data.id)).toEqual([7, 7])
  expect(paths).toEqual(['/customer/api/auth/user', '/customer/api/auth/user'])
})
