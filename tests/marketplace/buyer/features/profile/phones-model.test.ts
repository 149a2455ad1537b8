import { computed, signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import { createPhonesModel, whyKept } from '#marketplace/buyer/features/profile/phones-model.ts'
import { type Phone, phoneOf } from '#marketplace/buyer/platform/user.ts'
import { OFFLINE, refused, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'

const wire = (id: number, over: object = {}) => ({
  id,
  phone: `+1713284014${id}`,
  pivot: { id, sms_default: id === 1, is_confirmed: true, opted_in: false, ...over },
})

function phones(answers: Scripted[]) {
  const { api, calls } = scriptedApi(answers)
  const stored = signal<readonly Phone[]>([wire(1), wire(2)].map(phoneOf))
  const model = createPhonesModel({
    api,
    stored: computed(() => stored.value),
    adopt: (those) => {
      stored.value = those.map(phoneOf)
    },
  })
  const defaults = () => model.phones.value.filter((phone) => phone.isDefault).map(({ id }) => id)
  return { model, calls, defaults }
}

test('a new default shows at once and the former one is none any more', async () => {
  const data = [wire(1, { sms_default: false }), wire(2, { sms_default: true })]
  const { model, calls, defaults } = phones([{ data }])
  const done = model.makeDefault(2)
  expect(defaults()).toEqual([2])
  expect(await done).toBe(true)
  expect(defaults()).toEqual([2])
  expect(calls).toMatchObject([{ name: 'updatePhone', params: { phone: 2 }, body: { sms_default: true } }])
})

test('a default that is refused goes back, and the reason stands at the phone', async () => {
  const { model, defaults } = phones([
    refused(422, 'No.', { errors: { sms_default: ['Confirm this phone first.'] } }),
  ])
  expect(await model.makeDefault(2)).toBe(false)
  expect(defaults()).toEqual([1])
  expect(model.problems.value.get(2)).toBe('Confirm this phone first.')
  expect(model.busy.value.size).toBe(0)
})

test('agreeing to text messages shows at once and goes back when it cannot be told', async () => {
  const { model, calls } = phones([OFFLINE])
  const done = model.chooseTexts(1, 'matches', true)
  expect(model.phones.value[0]?.textConsents.matches).toBeDefined()
  expect(model.phones.value[0]?.textConsents.offers).toBeUndefined()
  await done
  expect(model.phones.value[0]?.textConsents.matches).toBeUndefined()
  expect(calls[0]?.body).toEqual({ entity_phone_id: 1, checked: true, text_purposes: ['matches'] })
})

test('a phone that is added is the one to confirm', async () => {
  const added = wire(3, { sms_default: false, is_confirmed: false })
  const { model } = phones([{ data: [wire(1), wire(2), added] }])
  const { added: phone, said } = await model.add('+17132840143', { matches: '' })
  expect([phone?.id, said.message]).toEqual([3, null])
})

test('a number that is refused says why at the field', async () => {
  const { model } = phones([refused(422, 'No.', { errors: { phone: ['This number is toll-free.'] } })])
  expect(await model.add('+18005551234', {})).toEqual({
    added: null,
    said: { fields: { phone: 'This number is toll-free.' }, message: null },
  })
})

test('the default phone is kept while others exist', () => {
  const [first, second] = [wire(1), wire(2)].map(phoneOf) as [Phone, Phone]
  expect(whyKept(first, [first, second])).toMatch(/Make another one the default first/)
  expect(whyKept(first, [first])).toBeNull()
  expect(whyKept(second, [first, second])).toBeNull()
})

test('a phone is deleted only after the change before it was answered', async () => {
  const changed = [wire(1, { sms_default: false }), wire(2, { sms_default: true })]
  const { model, calls } = phones([{ data: changed }, { data: changed.slice(1) }])
  const made = model.makeDefault(2)
  const removed = model.remove(1)
  const atOnce = calls.length
  await made
  expect([atOnce <= 1, await removed, calls.map(({ name }) => name)]).toEqual([
    true,
    true,
    ['updatePhone', 'deletePhone'],
  ])
  expect(model.phones.value.map(({ id }) => id)).toEqual([2])
})
