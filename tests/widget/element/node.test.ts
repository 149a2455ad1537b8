/** In Node, where there is no DOM. */
import { expect, test } from 'vitest'

test('importing the messenger in Node does nothing and does not throw', async () => {
  const { definePlatMessenger } = await import('#widget/index.ts')
  expect(definePlatMessenger()).toBeUndefined()
  expect('customElements' in globalThis).toBe(false)
})
