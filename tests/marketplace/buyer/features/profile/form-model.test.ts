import { expect, test } from 'vitest'
import { createForm } from '#marketplace/buyer/features/profile/form-model.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'

interface Name {
  first: string
  last: string
}

function form(answers: (Failure | null)[] = []) {
  const sent: Partial<Name>[] = []
  const model = createForm<Name>({
    initial: { first: 'Dana', last: 'Whitfield' },
    wireNames: { first: 'first_name' },
    check: ({ last }) => (last === '' ? { last: 'Enter your last name.' } : {}),
    async send(changed) {
      sent.push(changed)
      const failure = answers.shift() ?? null
      if (failure !== null) throw new ApiError('test', failure)
    },
  })
  return { model, sent }
}

const refusal = (errors: Record<string, string[]>, message = 'Not valid.'): Failure => ({
  kind: 'refused',
  status: 422,
  problem: { message, errors },
  retryAfterMs: null,
})

test('only what differs is sent, and then nothing is unsaved', async () => {
  const { model, sent } = form()
  model.set('first', 'Dee')
  expect(model.isDirty.value).toBe(true)
  expect(await model.save()).toBe(true)
  expect(sent).toEqual([{ first: 'Dee' }])
  expect(model.isDirty.value).toBe(false)
})

test('typing it back is no change', () => {
  const { model } = form()
  model.set('first', 'Dee')
  model.set('first', 'Dana')
  expect(model.isDirty.value).toBe(false)
})

test('what is missing is said without a call', async () => {
  const { model, sent } = form()
  model.set('last', '')
  expect(await model.save()).toBe(false)
  expect([model.errors.value, sent]).toEqual([{ last: 'Enter your last name.' }, []])
})

test("the server's words stand at the field they name, and what was typed stays", async () => {
  const { model } = form([refusal({ first_name: ['Too odd.'] })])
  model.set('first', '<b>')
  expect(await model.save()).toBe(false)
  expect(model.errors.value).toEqual({ first: 'Too odd.' })
  expect([model.values.value.first, model.isDirty.value, model.isBusy.value]).toEqual(['<b>', true, false])
  model.set('first', 'Dee')
  expect(model.errors.value).toEqual({})
})

test('words about a field that is not shown are not lost', async () => {
  const { model } = form([refusal({ locale: ['Not a language.'] })])
  model.set('first', 'Dee')
  await model.save()
  expect(model.message.value).toBe('Not a language.')
})

test('what is typed while it is sent stays unsaved', async () => {
  const { model } = form()
  model.set('first', 'Dee')
  const saving = model.save()
  model.set('last', 'Fields')
  await saving
  expect([model.isDirty.value, model.values.value]).toEqual([true, { first: 'Dee', last: 'Fields' }])
})

test('a second press while it is sent sends nothing', async () => {
  const { model, sent } = form()
  model.set('first', 'Dee')
  await Promise.all([model.save(), model.save()])
  expect(sent).toHaveLength(1)
})

test('discarding goes back to what was saved last', async () => {
  const { model } = form([null, { kind: 'offline' }])
  model.set('first', 'Dee')
  await model.save()
  model.set('first', 'Doe')
  await model.save()
  expect(model.message.value).toMatch(/cannot be reached/)
  model.discard()
  expect([model.values.value.first, model.message.value]).toEqual(['Dee', null])
})
