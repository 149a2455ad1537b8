/** An amount while it is typed: separators come and go by themselves, and the caret stays at the digit it was at. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { groupTyped, MoneyInput } from '#shared/ui/money-input.tsx'

/** `|` is the caret. */
const typed = (before: string, after: string, inputType = 'insertText') => {
  const { text, caret } = groupTyped({
    before,
    text: after.replace('|', ''),
    caret: after.indexOf('|'),
    inputType,
  })
  return `${text.slice(0, caret)}|${text.slice(caret)}`
}

describe('an amount while it is typed', () => {
  it.each([
    ['', '1|', '1|'],
    ['184', '1845|', '1,845|'],
    ['18,450', '18,4500|', '184,500|'],
    ['184,500', '1|84,500', '1|84,500'],
    ['184,500', '19|84,500', '1,9|84,500'],
    ['84,500', '1|84,500', '1|84,500'],
    ['1,250', '1,250.|', '1,250.|'],
    ['1,250.5', '1,250.50|', '1,250.50|'],
    ['150', '150k|', '150k|'],
    ['', '$1200|', '$1,200|'],
    ['', '-2500|', '-2,500|'],
    ['', '1.2m|', '1.2m|'],
    ['', 'about|', 'about|'],
  ])('from “%s” to “%s” reads “%s”', (before, after, shown) => {
    expect(typed(before, after)).toBe(shown)
  })

  it.each([
    ['a separator to the left takes the digit before it', '1,234', '1|234', 'deleteContentBackward', '|234'],
    ['a separator to the right takes the digit after it', '1,234', '1|234', 'deleteContentForward', '1|34'],
    ['a digit', '1,234', '1,23|', 'deleteContentBackward', '123|'],
    ['the first digit', '1,234', '|,234', 'deleteContentBackward', '|234'],
  ])('deleting %s', (_, before, after, inputType, shown) => {
    expect(typed(before, after, inputType)).toBe(shown)
  })
})

it('an amount that nobody has typed yet has its separators too', () => {
  const field = renderToStaticMarkup(createElement(MoneyInput, { value: '138000', onChange: () => {} }))
  expect(field).toContain('value="138,000"')
})
