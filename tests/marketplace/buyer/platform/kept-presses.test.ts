/** What was pressed and is not saved yet, in a storage that all tabs of a browser share. */
import { expect, test } from 'vitest'
import { createKeptPresses } from '#marketplace/buyer/platform/kept-presses.ts'
import { storageIn } from '#tests/support/storage-in.ts'

const [BUYER, OTHER_BUYER] = [7, 8]

function openTab(items: Map<string, string>, can = { write: true }) {
  return createKeptPresses(storageIn(items, can), 'favourites')
}

test('a tab adds its presses to those of other tabs, and takes away only its own', () => {
  const items = new Map<string, string>()
  const [one, other] = [openTab(items), openTab(items)]
  one.put(BUYER, [1, true])
  other.put(BUYER, [2, true])
  expect(one.read(BUYER)).toEqual([
    [1, true],
    [2, true],
  ])
  other.drop(BUYER, [2, true])
  expect(other.read(BUYER)).toEqual([[1, true]])
  one.drop(BUYER, [1, true])
  expect(items.size).toBe(0)
})

test('of presses on one deal the last one counts, and the tab of an earlier one does not take it away', () => {
  const items = new Map<string, string>()
  const [one, other] = [openTab(items), openTab(items)]
  one.put(BUYER, [1, true])
  other.put(BUYER, [1, false])
  one.drop(BUYER, [1, true])
  expect(one.read(BUYER)).toEqual([[1, false]])
})

test('presses of one login are neither shown to another nor lost by theirs', () => {
  const items = new Map<string, string>()
  const [one, other] = [openTab(items), openTab(items)]
  one.put(BUYER, [1, true])
  other.put(OTHER_BUYER, [1, true])
  expect(other.read(OTHER_BUYER)).toEqual([[1, true]])
  other.drop(OTHER_BUYER, [1, true])
  expect([one.read(BUYER), other.read(OTHER_BUYER)]).toEqual([[[1, true]], []])
})

test('what did not fit is kept with the next press that fits', () => {
  const items = new Map<string, string>()
  const can = { write: false }
  const tab = openTab(items, can)
  tab.put(BUYER, [1, true])
  tab.put(BUYER, [2, true])
  tab.drop(BUYER, [1, true])
  expect(tab.read(BUYER)).toEqual([])
  can.write = true
  tab.put(BUYER, [3, true])
  expect(tab.read(BUYER)).toEqual([
    [2, true],
    [3, true],
  ])
})

test('an earlier press does not outlast a later one that did not fit and is saved', () => {
  const items = new Map<string, string>()
  const can = { write: true }
  const tab = openTab(items, can)
  tab.put(BUYER, [1, true])
  can.write = false
  tab.put(BUYER, [1, false])
  tab.drop(BUYER, [1, false])
  expect(items.size).toBe(0)
})

test.each(['{', '{"customerId":7}', '[[7]]', '[[7,["x",true]]]', '[null]', '7'])(
  'what is stored as %s counts as nothing, and is written over',
  (text) => {
    const items = new Map([['plat.favourites.pressed', text]])
    const tab = openTab(items)
    expect(tab.read(BUYER)).toEqual([])
    tab.put(BUYER, [1, true])
    expect(tab.read(BUYER)).toEqual([[1, true]])
    tab.drop(BUYER, [1, true])
    expect(items.size).toBe(0)
  },
)

test('a browser without storage keeps nothing, without an error', () => {
  const tab = createKeptPresses(() => {
    throw new Error('Forbidden.')
  }, 'favourites')
  tab.put(BUYER, [1, true])
  tab.drop(BUYER, [1, true])
  expect(tab.read(BUYER)).toEqual([])
})
