// @vitest-environment happy-dom
/** The switch of the marks of seen deals in a browser. */
import { beforeEach, expect, test } from 'vitest'
import { visitBefore } from '#marketplace/buyer/platform/last-visit.ts'
import { areMarksOff, followAccount, setMarks } from '#marketplace/buyer/platform/seen-marks.ts'
import { markViewed, readViewed } from '#marketplace/buyer/platform/viewed-deals.ts'

const storage = () => localStorage
const HOUR = 3_600_000
beforeEach(() => {
  localStorage.clear()
  markViewed(storage, 7)
  visitBefore(storage, HOUR)
})

test('off removes what is kept, and no more is kept', () => {
  setMarks(storage, false, 'browser')
  expect(markViewed(storage, 8)).toEqual(new Set())
  expect([visitBefore(storage, 5 * HOUR), visitBefore(storage, 9 * HOUR)]).toEqual([null, null])
  expect(Object.keys(localStorage)).toEqual(['plat.seen-marks-off'])
})

test('on begins with nothing', () => {
  setMarks(storage, false, 'browser')
  setMarks(storage, true, 'browser')
  expect(readViewed(storage)).toEqual(new Set())
  expect(markViewed(storage, 8)).toEqual(new Set([8]))
})

test('a browser follows the account, off and on', () => {
  followAccount(storage, false)
  expect(areMarksOff(storage)).toBe(true)
  expect(readViewed(storage)).toEqual(new Set())
  followAccount(storage, true)
  expect(areMarksOff(storage)).toBe(false)
})

test('marks that a visitor turned off stay off in this browser after a login', () => {
  setMarks(storage, false, 'browser')
  followAccount(storage, true)
  expect(areMarksOff(storage)).toBe(true)
})

test('a server that does not know the switch changes nothing', () => {
  followAccount(storage, undefined)
  expect(readViewed(storage)).toEqual(new Set([7]))
})
