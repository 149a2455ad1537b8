/** A reply whose answer is lost is sent once, whatever the person does next. */
import { expect, test } from 'vitest'
import type { SendProblem } from '#marketplace/seller/seller-model.ts'
import { createSellerSending, type SellerSending } from '#marketplace/seller/sending.ts'
import type { Failure } from '#shared/api/api-error.ts'
import { sellerReply } from '#shared/contract/seller.ts'
import { createFakeApi, keyOf, refused } from '#tests/support/fake-api.ts'

/** A server that honors keys; each of `failures` happens to one answer, after the message was stored. */
function open(...failures: Failure[]) {
  const stored = new Map<string, object>()
  const shown: number[] = []
  const server = createFakeApi()
  server.on(sellerReply, ({ body }, options) => {
    const key = keyOf({ options }) ?? `none ${stored.size}`
    if (!stored.has(key)) stored.set(key, body)
    return failures.shift() ?? { data: { id: [...stored.keys()].indexOf(key) + 1 } }
  })
  const store = createSellerSending({
    api: server.api,
    openCustomer: () => 7,
    onSent: ({ id }) => shown.push(id),
  })
  return { store, stored, shown }
}

/** What is said once it is something else than before. */
async function problemOf(
  { errorMessage }: SellerSending,
  before: SendProblem | null = null,
): Promise<SendProblem> {
  await expect.poll(() => errorMessage.value !== before).toBe(true)
  if (!errorMessage.value) throw new Error('Nothing is said to be wrong.')
  return errorMessage.value
}

const LOST: Failure = { kind: 'timeout' }

test('“Try again” repeats with the same key, and the composer learns that it was sent', async () => {
  const { store, stored, shown } = open(LOST, LOST)
  const reply = store.reply('Since March.')
  const first = await problemOf(store)
  expect(first.text).toMatch(/may have been sent/)
  first.retry()
  const second = await problemOf(store, first)
  second.retry()
  expect(await reply).toBe(true)
  expect([stored.size, shown, store.errorMessage.value]).toEqual([1, [1], null])
})

test('the same words sent again after the trouble was dismissed go out under the same key', async () => {
  const { store, stored, shown } = open(LOST)
  const reply = store.reply('Since March.')
  await problemOf(store)
  store.dismiss()
  expect(await reply).toBe(false)
  expect(await store.reply('Since March.')).toBe(true)
  expect([stored.size, shown]).toEqual([1, [1]])
})

test('the same words once more after they were sent are another message', async () => {
  const { store, stored } = open()
  await store.reply('ok')
  await store.reply('ok')
  expect(stored.size).toBe(2)
})

test('a property whose answer is lost leaves its dialog, and “Try again” sends it once', async () => {
  const { store, stored, shown } = open(LOST)
  expect(await store.sendProperty(3)).toBe(false)
  store.errorMessage.value?.retry()
  await expect.poll(() => shown).toEqual([1])
  expect([...stored.values()]).toEqual([{ property_id: 3 }])
})

test('a refused reply says why, and is not said to have been sent', async () => {
  const { store } = open(refused(422, 'The message must not be empty.'))
  const reply = store.reply('x')
  expect((await problemOf(store)).text).toBe('The message was not sent. The message must not be empty.')
  store.dismiss()
  expect(await reply).toBe(false)
})

test('a reply that is written while another has trouble goes after it', async () => {
  const { store, stored, shown } = open(LOST)
  const first = store.reply('Since March.')
  const next = store.reply('And it is dry.')
  ;(await problemOf(store)).retry()
  expect(await Promise.all([first, next])).toEqual([true, true])
  expect([...stored.values()]).toEqual([{ message: 'Since March.' }, { message: 'And it is dry.' }])
  expect(shown).toEqual([1, 2])
})
