// @vitest-environment happy-dom
/** The help on keys names the key that the reader's keyboard has. */
import { afterEach, expect, test, vi } from 'vitest'
import KeyHelp from '#marketplace/buyer/features/browse/keyboard/key-help.tsx'
import { render, the } from '#tests/support/render.tsx'

afterEach(() => void vi.restoreAllMocks())

test.each([
  ['MacIntel', ['⌘', 'K']],
  ['iPad', ['⌘', 'K']],
  ['Win32', ['Ctrl', 'K']],
  ['Linux x86_64', ['Ctrl', 'K']],
])('on %s, Find anything is %j', async (platform, keys) => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform)
  await render(<KeyHelp isOn onToggle={() => {}} onClose={() => {}} />)
  const line = [...the(document.body, 'dl').children].find(({ textContent }) =>
    textContent.endsWith('Find anything'),
  )
  expect([...(line?.querySelectorAll('kbd') ?? [])].map(({ textContent }) => textContent)).toEqual(keys)
})
