/** Where words are drawn on a page. */
import type { Locator } from 'playwright'
import { expect } from 'vitest'

/** The places of these texts inside an element, from left to right. Each text is part of one text node. */
export const placesOf = (within: Locator, texts: readonly string[]) =>
  within.evaluate((element, wanted) => {
    const range = document.createRange()
    return wanted.map((text) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(text) ?? -1
        if (at < 0) continue
        range.setStart(node, at)
        range.setEnd(node, at + text.length)
        const { left, right } = range.getBoundingClientRect()
        return { left, right }
      }
      throw new Error(`${text} is not drawn.`)
    })
  }, texts)

/** A text with an override that turns its direction, and a link behind it. */
export const TURNED = 'Wire to \u202eabc https://plat.test/x and then'

/** Rejects unless the override turns nothing behind it: the parts are drawn in the order in which they were written. */
export async function expectTurnedAlone(within: Locator): Promise<void> {
  const lefts = (await placesOf(within, ['Wire', 'abc', 'https', 'and then'])).map(({ left }) => left)
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b))
}
