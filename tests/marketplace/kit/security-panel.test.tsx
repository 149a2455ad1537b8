// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { createSecurityModel } from '#marketplace/kit/two-step/security-model.ts'
import { SecurityPanel } from '#marketplace/kit/two-step/security-panel.tsx'
import { sellerTwoStep } from '#shared/contract/two-step.ts'
import { refused, scriptedApi } from '#tests/support/fake-api.ts'
import { render } from '#tests/support/render.tsx'

const NO_DEVICE = { isSupported: () => false, get: async () => null, create: async () => null }

test('what could not be loaded says so and offers another try, and does not go on loading', async () => {
  const { api } = scriptedApi([refused(403, 'Not allowed.')])
  const model = createSecurityModel({ api, passkeys: NO_DEVICE, calls: sellerTwoStep })
  const box = await render(<SecurityPanel model={model} />)
  await expect.poll(() => box.querySelector('[role=alert]')?.textContent).not.toBe('')
  expect(box.textContent).not.toContain('Loading')
  expect([...box.querySelectorAll('button')].map((button) => button.textContent)).toEqual(['Try again'])
})
