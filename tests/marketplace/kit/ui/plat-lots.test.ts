import { expect, test } from 'vitest'
import { drawPlat, lotPath } from '#marketplace/kit/ui/plat-lots.ts'

const SHEET = { width: 760, height: 900, seed: 41, markedAt: [0.6, 0.5] as const }

test('the same sheet is drawn every time', () => {
  expect(drawPlat(SHEET)).toEqual(drawPlat(SHEET))
})

test('the lots reach over all edges of the sheet', () => {
  const corners = drawPlat(SHEET).lots.flatMap((lot) => lot.corners)
  expect(Math.min(...corners.map(([x]) => x))).toBeLessThan(0)
  expect(Math.max(...corners.map(([x]) => x))).toBeGreaterThan(SHEET.width)
  expect(Math.max(...corners.map(([, y]) => y))).toBeGreaterThan(SHEET.height)
})

test('the marked lot lies where it was asked for and is not drawn twice', () => {
  const { lots, marked } = drawPlat(SHEET)
  expect(Math.abs(marked.corners[0][0] - SHEET.width * 0.6)).toBeLessThan(120)
  expect(lots.map(({ number }) => number)).not.toContain(marked.number)
})

test('no number is cut by the edge of the sheet', () => {
  for (const { label } of drawPlat(SHEET).lots) {
    if (label === null) continue
    expect(label[0]).toBeGreaterThan(20)
    expect(label[0]).toBeLessThan(SHEET.width - 20)
    expect(label[1]).toBeLessThan(SHEET.height - 20)
  }
})

test.each([
  [1, 1],
  [40, 900],
])('a sheet of %i by %i still has its marked lot', (width, height) => {
  expect(drawPlat({ ...SHEET, width, height }).marked.corners).toHaveLength(4)
})

test('a lot is a closed outline of four corners', () => {
  expect(lotPath(drawPlat(SHEET).marked)).toMatch(/^M[-\d. ]+(L[-\d. ]+){3}z$/)
})
