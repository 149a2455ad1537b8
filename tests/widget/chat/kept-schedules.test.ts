/** Pages that are opened, crash and are left in any order while messages are on their way: each message ends up on the server once. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settled } from '#tests/support/fake-backend.ts'
import { type Browser, openBrowser, openPage, type Page } from './open-page.ts'
import { answerAll, rowsOf, waitLongEnough } from './open-store.ts'

const step = fc.record({
  kind: fc.constantFrom(
    ...(['send', 'send', 'reach', 'answer', 'lose', 'open', 'crash', 'leave', 'lineUp', 'hour'] as const),
  ),
  pick: fc.nat(20),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function take(browser: Browser, pages: Page[], { kind, pick }: Step, text: string): Promise<void> {
  const at = pick % Math.max(1, pages.length)
  const page = pages[at]
  const call = browser.backend.calls[pick % Math.max(1, browser.backend.calls.length)]
  if (kind === 'send') page?.store.send(text)
  if (kind === 'reach') call?.reach()
  if (kind === 'answer') call?.answer()
  if (kind === 'lose') call?.fail({ kind: 'offline' })
  if (kind === 'lineUp') page?.realtime.subscribe()
  if (kind === 'hour') browser.clock.advance(60 * 60_000)
  if (kind === 'open' && pages.length < 3) pages.push(await openPage(browser, { leavesOthers: true }))
  if (kind === 'crash' && page) pages.splice(at, 1)[0]?.crash()
  if (kind === 'leave' && page) pages.splice(at, 1)[0]?.store.destroy()
  await settled()
}

/** The network is back everywhere, and a person tries again what is shown as not sent. */
async function calmDown(pages: readonly Page[]): Promise<void> {
  for (let round = 0; round < 4; round++)
    for (const page of pages) {
      await answerAll(page)
      page.realtime.subscribe()
      await answerAll(page)
      for (const row of rowsOf(page.store))
        if (row.kind === 'outgoing') page.store.resend(row.outgoing.clientId)
      await waitLongEnough(page)
    }
}

test.each([
  ['that knows a send by its key', true],
  ['that knows no keys', false],
])(
  'whatever happens to the pages, on a backend %s each message arrives once and nothing is kept',
  async (_, honoursKeys) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const browser = openBrowser({ honoursKeys, pageSize: 50 })
        const pages = [await openPage(browser)]
        const sent: string[] = []
        for (const each of steps) {
          const text = `Message ${sent.length}`
          if (each.kind === 'send' && pages.length > 0) sent.push(text)
          await take(browser, pages, each, text)
        }
        await calmDown(pages)
        for (const page of pages) page.crash()
        const last = await openPage(browser)
        await calmDown([last])
        const arrived = browser.backend
          .messages(1)
          .flatMap((each) => (each.type === 'inbound' ? [each.calculated_body] : []))
        expect([...arrived].sort()).toEqual([...sent].sort())
        expect([...browser.stores.shared.keys()]).toEqual([])
        last.store.destroy()
      }),
      { numRuns: 60 },
    )
  },
)
