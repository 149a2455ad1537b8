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

const DAY_MS = 24 * 60 * 60_000

/** The clock was set back between the send and the crash, so the message has a time far from the current one. */
test.each([
  ['a tab that is there', 0],
  ['a tab that opens later', 400],
])(
  'a message of a tab that crashed the moment it was sent cannot be edited in %s while its POST may arrive, whatever time it has',
  async (_, opensAfterMs) => {
    const browser = openBrowser({ honoursKeys: false })
    const isThere = opensAfterMs === 0
    const there = isThere ? await openPage(browser) : null
    const first = await openPage(browser)
    const nowMs = browser.clock.now()
    browser.clock.set(nowMs + 2 * DAY_MS)
    first.store.send('On a slow line')
    browser.clock.set(nowMs)
    await settled()
    const [post] = browser.backend.calls
    first.crash()
    browser.clock.advance(opensAfterMs)
    const other = there ?? (await openPage(browser))
    await answerAll(other)
    expect(textsOf(other.store)).toEqual(['Hello', '?On a slow line'])
    post?.reach()
    deliverEvents(other)
    await waitLongEnough(other)
    expect(textsOf(other.store)).toEqual(['Hello', 'On a slow line'])
  },
)
