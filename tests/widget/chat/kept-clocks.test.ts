/** Two tabs of one browser whose clocks differ, e.g. because the clock was put right between them. */
import { expect, test } from 'vitest'
import { settled } from '#tests/support/fake-backend.ts'
import { openBrowser, openPage } from './open-page.ts'
import { answerAll, deliverEvents, textsOf, waitLongEnough } from './open-store.ts'

test('a message of a tab that crashed cannot be edited in a tab whose clock is a day ahead while its POST may arrive', async () => {
  const browser = openBrowser({ honoursKeys: false })
  const first = await openPage(browser)
  const other = await openPage(browser)
  first.store.send('On a slow line')
  await settled()
  const [post] = browser.backend.calls
  browser.clock.advance(26 * 60 * 60_000)
  first.crash()
  await answerAll(other)
  expect(textsOf(other.store)).toEqual(['Hello', '?On a slow line'])
  post?.reach()
  deliverEvents(other)
  await waitLongEnough(other)
  expect(textsOf(other.store)).toEqual(['Hello', 'On a slow line'])
  const stored = browser.backend.messages(1).filter(({ type }) => type === 'inbound')
  expect(stored.map((each) => each.calculated_body)).toEqual(['On a slow line'])
})
