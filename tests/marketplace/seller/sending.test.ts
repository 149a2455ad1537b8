/** A reply whose answer is lost is sent once, whatever the person does next. */
import { expect, test } from 'vitest'
import type { Trouble } from '#marketplace/seller/seller-model.ts'
import { createDeskSending, type DeskSending } from '#marketplace/seller/sending.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { wireMessage } from '#tests/support/eg.ts'

/** A server that honors keys; each of `failures` happens to one answer, after the message was stored. */
function open(...failures: (Failure | null)[]) {
  const stored = new Map<string, object>()
  const shown: number[] = []
  const api = (async (endpoint, input, options) => {
    const key = options?.headers?.['Idempotency-Key'] ?? `none ${stored.size}`
    if (!stored.has(key)) stored.set(key, input.body ?? {})
    const failure = failures.shift()
    if (failure) throw new ApiError(endpoint.name, failure)
    return { data: wireMessage({ id: [...stored.keys()].indexOf(key) + 1 }) }
  }) as Api
  const desk = createDeskSending({ api, openCustomer: () => 7, onSent: ({ id }) => shown.push(id) })
  return { desk, stored, shown }
}

/** What is said once it is something else than before. */
async function troubleOf({ trouble }: DeskSending, before: Trouble | null = null): Promise<Trouble> {
  await expect.poll(() => trouble.value !== before).toBe(true)
  if (!trouble.value) throw new Error('Nothing is said to be wrong.')
  return trouble.value
}

const LOST: Failure = { kind: 'timeout' }

test('“Try again” repeats with the same key, and the composer learns that it was sent', async () => {
  const { desk, stored, shown } = open(LOST, LOST)
  const reply = desk.reply('Since March.')
  const first = await troubleOf(desk)
  expect(first.text).toMatch(/may have been sent/)
  first.retry()
  const second = await troubleOf(desk, first)
  second.retry()
  expect(await reply).toBe(true)
  expect([stored.size, shown, desk.trouble.value]).toEqual([1, [1], null])
})

test('the same words sent again after the trouble was dismissed go out under the same key', async () => {
  const { desk, stored, shown } = open(LOST)
  const reply = desk.reply('Since March.')
  await troubleOf(desk)
  desk.dismiss()
  expect(await reply).toBe(false)
  expect(await desk.reply('Since March.')).toBe(true)
  expect([stored.size, shown]).toEqual([1, [1]])
})

test('the same words once more after they were sent are another message', async () => {
  const { desk, stored } = open()
  await desk.reply('ok')
  await desk.reply('ok')
  expect(stored.size).toBe(2)
})

test('a property whose answer is lost leaves its dialog, and “Try again” sends it once', async () => {
  const { desk, stored, shown } = open(LOST)
  expect(await desk.sendProperty(3)).toBe(false)
  desk.trouble.value?.retry()
  await expect.poll(() => shown).toEqual([1])
  expect([...stored.values()]).toEqual([{ property_id: 3 }])
})

test('a refused reply says why, and is not said to have been sent', async () => {
  const problem = { message: 'The message must not be empty.' }
  const { desk } = open({ kind: 'refused', status: 422, problem, retryAfterMs: null })
  const reply = desk.reply('x')
  expect((await troubleOf(desk)).text).toBe('The message was not sent. The message must not be empty.')
  desk.dismiss()
  expect(await reply).toBe(false)
})

test('a reply that is written while another has trouble goes after it', async () => {
  const { desk, stored, shown } = open(LOST)
  const first = desk.reply('Since March.')
  const next = desk.reply('And it is dry.')
  ;(await troubleOf(desk)).retry()
  expect(await Promise.all([first, next])).toEqual([true, true])
  expect([...stored.values()]).toEqual([{ message: 'Since March.' }, { message: 'And it is dry.' }])
  expect(shown).toEqual([1, 2])
})
