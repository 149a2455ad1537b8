import { describe, expect, test, vi } from 'vitest'
import { createEntityForm } from '#marketplace/buyer/ui/company-select/entity-form-model.ts'
import {
  ALREADY_CONNECTED,
  checkRows,
  emptyRow,
  NONE_SELECTED,
} from '#marketplace/buyer/ui/company-select/entity-rows.ts'
import { COMPANY_SEARCH_DEBOUNCE_MS } from '#shared/contract/limits.ts'
import { OFFLINE, refused, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const OAK = { id: 11, name: 'Oak Street LLC', state: 'TX' }
const ELM = { id: 12, name: 'Elm Family Trust', state: 'FL' }
const ok: Scripted = { message: 'Linked.' }

function setUp(answers: Scripted[] = [], connected: number[] = []) {
  const { api, calls } = scriptedApi(answers)
  const clock = createFakeClock()
  const log = { warn: vi.fn(), error: vi.fn() }
  const onAdded = vi.fn()
  const form = createEntityForm({ api, clock, log, connected: () => new Set(connected), onAdded })
  const key = (index: number) => form.rows.value[index]?.key ?? 0
  return { form, calls, clock, log, onAdded, key }
}

/** Two rows with a company each. */
function twoRows(answers: Scripted[]) {
  const all = setUp(answers)
  all.form.pick(all.key(0), OAK)
  all.form.addRow()
  all.form.pick(all.key(1), ELM)
  return all
}

const row = (over: object) => ({ ...emptyRow(1), ...over })
const oakRow = row({ entityName: OAK.name, entityId: OAK.id, selectedCompany: OAK })

describe('the rules', () => {
  test.each([
    ['no row has a company', [row({})], [null], NONE_SELECTED],
    [
      'a typed name without a selection',
      [oakRow, row({ entityName: 'Bluebonnet' })],
      [null, 'Please select a valid LLC or trust from the dropdown for row 2'],
      null,
    ],
    ['an id without a name', [row({ entityId: 11 })], ['Please enter an LLC or trust name for row 1'], null],
    ['the same company twice', [oakRow, oakRow], [null, 'This LLC or trust is already in row 1'], null],
    ['one good row', [oakRow], [null], null],
    ['an empty row beside a good one', [oakRow, row({})], [null, null], null],
  ])('%s', (_, rows, errors, problem) => {
    const checked = checkRows(rows, new Set())
    expect(checked.rows.map((one) => one.error)).toEqual(errors)
    expect(checked.problem).toBe(problem)
  })

  test('a company that is connected already is refused before a call', async () => {
    const { form, key, calls } = setUp([], [OAK.id])
    form.pick(key(0), OAK)
    await form.submit()
    expect(form.rows.value[0]?.error).toBe(ALREADY_CONNECTED)
    expect(calls).toEqual([])
  })
})

describe('the rows', () => {
  test('another row may be added only when every row has a company', () => {
    const { form, key } = setUp()
    expect(form.canAddRow.value).toBe(false)
    form.pick(key(0), OAK)
    expect(form.canAddRow.value).toBe(true)
    form.addRow()
    expect(form.canAddRow.value).toBe(false)
  })

  test('typing again clears the company that was picked', () => {
    const { form, key } = setUp()
    form.pick(key(0), OAK)
    form.type(key(0), 'Oak Stree')
    expect(form.rows.value[0]).toMatchObject({
      entityName: 'Oak Stree',
      entityId: null,
      selectedCompany: null,
    })
    expect(form.canSubmit.value).toBe(false)
  })

  test('removing the only row empties it', () => {
    const { form, key } = setUp()
    form.pick(key(0), OAK)
    form.removeRow(key(0))
    expect(form.rows.value).toMatchObject([{ entityName: '', selectedCompany: null }])
  })

  test('removing one of two leaves the other', () => {
    const { form, key } = twoRows([])
    form.removeRow(key(0))
    expect(form.rows.value).toMatchObject([{ entityName: ELM.name }])
  })
})

describe('sending', () => {
  test('rows go one after another; then the form is one empty row, and says that entities were added', async () => {
    const { form, calls, onAdded } = twoRows([ok, ok])
    expect(await form.submit()).toBe(true)
    expect(calls.map(({ params }) => params?.company)).toEqual([11, 12])
    expect(form.rows.value).toMatchObject([{ entityName: '', error: null }])
    expect(onAdded).toHaveBeenCalledOnce()
  })

  test('the first failure stops; what was linked stays linked and is not sent again', async () => {
    const { form, calls, onAdded, key } = twoRows([
      ok,
      refused(422, 'No longer registered.', { errors: { company: ['Dissolved in 2021.'] } }),
      ok,
    ])
    expect(await form.submit()).toBe(false)
    expect(form.rows.value).toMatchObject([
      { isLinked: true, error: null },
      { isLinked: false, error: 'Dissolved in 2021.', isSubmitting: false },
    ])
    expect(onAdded).not.toHaveBeenCalled()
    form.pick(key(1), { ...ELM, id: 13 })
    expect(await form.submit()).toBe(true)
    expect(calls.map(({ params }) => params?.company)).toEqual([11, 12, 13])
  })

  test.each<[string, Scripted, string]>([
    ['its message', refused(409, 'Not now.'), 'Not now.'],
    ['nothing', refused(409, ''), 'Failed to add LLC or trust'],
    ['no answer', OFFLINE, 'An error occurred while adding the LLC or trust'],
  ])('a server that says %s', async (_, answer, text) => {
    const { form, key } = setUp([answer])
    form.pick(key(0), OAK)
    await form.submit()
    expect(form.rows.value[0]?.error).toBe(text)
    expect(form.rows.value[0]?.selectedCompany).toEqual(OAK)
  })

  test('it cannot be sent twice at once', async () => {
    const { form, key, calls } = setUp([ok])
    form.pick(key(0), OAK)
    const first = form.submit()
    expect([form.canSubmit.value, await form.submit()]).toEqual([false, false])
    await first
    expect(calls).toHaveLength(1)
  })
})

test('a row searches its own companies, after the pause', async () => {
  const { form, key, clock, calls } = setUp([{ companies: [OAK] }])
  form.type(key(0), 'oa')
  clock.advance(COMPANY_SEARCH_DEBOUNCE_MS - 1)
  expect(calls).toEqual([])
  clock.advance(1)
  await vi.waitFor(() => expect(form.search(key(0)).results.value).toEqual([OAK]))
})
