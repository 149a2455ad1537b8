/** What outlives a page: nothing that was written is lost by a reload, a crash or a lost network, and nothing is sent twice. */
import { describe, expect, test } from 'vitest'
import { settled } from '#tests/support/fake-backend.ts'
import { type Browser, openBrowser, openPage, type Page } from './open-page.ts'
import { answerAll, deliverEvents, rowsOf, textsOf, waitLongEnough } from './open-store.ts'

const posts = ({ backend }: Browser) => backend.log.filter((name) => name === 'sendTextMessage').length
const own = ({ backend }: Browser) =>
  backend.messages(1).flatMap((each) => (each.type === 'inbound' ? [each.calculated_body] : []))
const keptIn = ({ stores }: Browser) => [...stores.shared.keys()]

/** A page whose message could not be sent for want of a network. */
async function offline(browser: Browser): Promise<Page> {
  const page = await openPage(browser)
  page.store.send('From the train')
  page.realtime.say('unavailable')
  await settled()
  while (browser.backend.calls.length > 0) {
    browser.backend.calls[0]?.fail({ kind: 'offline' })
    await settled()
  }
  expect(textsOf(page.store)).toEqual(['Hello', '~From the train'])
  return page
}

describe('a page that is left', () => {
  test.each([
    ['before its POST reached the server', false],
    ['after it, and before the answer', true],
  ])('%s: the next one ends with the message once', async (_, hasReached) => {
    const browser = openBrowser({ honoursKeys: false })
    const first = await openPage(browser)
    first.store.send('Is it still available?')
    await settled()
    if (hasReached) browser.backend.calls[0]?.reach()
    first.crash()
    const next = await openPage(browser)
    await waitLongEnough(next)
    expect(own(browser)).toEqual(['Is it still available?'])
    expect(textsOf(next.store)).toEqual(['Hello', 'Is it still available?'])
    expect(posts(browser)).toBe(hasReached ? 1 : 2)
    expect(keptIn(browser)).toEqual([])
  })

  test('leaves several in the order they were written, behind what came meanwhile', async () => {
    const browser = openBrowser()
    const first = await openPage(browser)
    for (const text of ['One', 'Two', 'Three']) first.store.send(text)
    first.crash()
    browser.backend.say(1, 'Meanwhile')
    const next = await openPage(browser)
    expect(textsOf(next.store)).toEqual(['Hello', 'Meanwhile', 'One', 'Two', 'Three'])
  })

  test('of two equal texts, one arrived: the other is sent, not taken for it', async () => {
    const browser = openBrowser({ honoursKeys: false })
    const first = await openPage(browser)
    first.store.send('ok')
    first.store.send('ok')
    await settled()
    browser.backend.calls[0]?.answer()
    await settled()
    first.crash()
    await waitLongEnough(await openPage(browser))
    expect(own(browser)).toEqual(['ok', 'ok'])
  })

  test('of two equal texts, the later one arrived: the earlier is sent, not taken for it', async () => {
    const browser = openBrowser({ honoursKeys: false })
    const first = await openPage(browser)
    first.store.send('ok')
    await settled()
    browser.backend.calls[0]?.fail({ kind: 'timeout' })
    await answerAll(first)
    await waitLongEnough(first)
    first.store.send('ok')
    await answerAll(first)
    expect(textsOf(first.store)).toEqual(['Hello', 'ok', '!ok'])
    first.crash()
    await waitLongEnough(await openPage(browser))
    expect(own(browser)).toEqual(['ok', 'ok'])
  })

  test('with a refused message shows it as refused again, and sends it only when asked', async () => {
    const browser = openBrowser()
    const first = await openPage(browser)
    first.store.send('No good')
    await settled()
    const problem = { message: '', errors: { message: ['Not like this.'] } }
    browser.backend.calls[0]?.fail({ kind: 'refused', status: 422, problem, retryAfterMs: null })
    await settled()
    first.crash()
    const next = await openPage(browser)
    const row = rowsOf(next.store).at(-1)
    expect(row).toMatchObject({ outgoing: { state: 'failed', reason: 'Not like this.' } })
    expect(posts(browser)).toBe(1)
  })

  test('a day ago shows its message unsent, and sends it only when asked', async () => {
    const browser = openBrowser()
    const first = await openPage(browser)
    first.store.send('Today only')
    first.crash()
    browser.clock.advance(25 * 60 * 60_000)
    const next = await openPage(browser)
    // The page cannot know how long ago it was sent: the clock may have been changed, and the POST may still arrive.
    expect(textsOf(next.store)).toEqual(['Hello', '?Today only'])
    await waitLongEnough(next)
    expect(textsOf(next.store)).toEqual(['Hello', '!Today only'])
    const row = rowsOf(next.store).at(-1)
    next.store.resend(row?.kind === 'outgoing' ? row.outgoing.clientId : '')
    await answerAll(next)
    expect(own(browser)).toEqual(['Today only'])
  })

  test('a day ago, with a message that had arrived after all, shows it as arrived without being asked', async () => {
    const browser = openBrowser({ honoursKeys: false })
    const first = await openPage(browser)
    const other = await openPage(browser)
    first.store.send('Arrived')
    await settled()
    browser.backend.calls[0]?.reach()
    deliverEvents(other)
    browser.clock.advance(25 * 60 * 60_000)
    first.crash()
    await answerAll(other)
    expect(textsOf(other.store)).toEqual(['Hello', 'Arrived'])
    expect(posts(browser)).toBe(1)
  })

  test('eight days ago is forgotten, whoever comes next', async () => {
    const browser = openBrowser()
    const first = await openPage(browser)
    first.store.send('Long ago')
    first.crash()
    browser.clock.advance(8 * 24 * 60 * 60_000)
    await openPage(browser, { customerId: 8 })
    expect(keptIn(browser)).toEqual([])
  })

  test('in good order lets its POST end first, and the next one hears what came of it', async () => {
    const browser = openBrowser({ honoursKeys: false })
    const first = await openPage(browser)
    first.store.send('On its way')
    await settled()
    const [post] = browser.backend.calls
    first.store.destroy()
    browser.backend.isPrompt = true
    const next = await openPage(browser)
    expect(posts(browser)).toBe(1)
    post?.answer()
    await settled()
    await settled()
    expect(textsOf(next.store)).toEqual(['Hello', 'On its way'])
    expect([posts(browser), keptIn(browser)]).toEqual([1, []])
  })
})

describe('several pages at once', () => {
  test('a page that lives keeps its own: another neither shows nor sends them', async () => {
    const browser = openBrowser()
    const one = await offline(browser)
    const two = await openPage(browser)
    expect(textsOf(two.store)).toEqual(['Hello'])
    expect(posts(browser)).toBe(1)
    one.store.resume()
    await answerAll(one)
    expect(own(browser)).toEqual(['From the train'])
  })

  test('what one leaves behind is sent by exactly one of the others, at once', async () => {
    const browser = openBrowser()
    const others = [await openPage(browser), await openPage(browser)]
    const gone = await openPage(browser)
    browser.backend.isPrompt = true
    gone.store.send('Left behind')
    gone.crash()
    await settled()
    await settled()
    expect(own(browser)).toEqual(['Left behind'])
    for (const { store } of others) store.destroy()
  })

  test('one that stood still while its turn came takes nothing a living page has written since', async () => {
    const browser = openBrowser({ honoursKeys: false })
    const still = await openPage(browser)
    const living = await openPage(browser)
    living.store.send('First')
    await settled()
    still.tab.stall()
    await answerAll(living)
    living.store.send('Second')
    await settled()
    still.tab.thaw()
    await settled()
    // The latest to ask is answered first.
    for (let call = browser.backend.calls.at(-1); call; call = browser.backend.calls.at(-1)) {
      call.answer()
      await settled()
    }
    expect(own(browser)).toEqual(['First', 'Second'])
  })

  test('what one left behind and cannot be looked for yet is looked for again while the line holds, and found', async () => {
    const browser = openBrowser({ echoesToSender: true })
    const next = await openPage(browser)
    const gone = await openPage(browser)
    gone.store.send('Arrived')
    await settled()
    browser.backend.calls[0]?.reach()
    deliverEvents(next)
    expect(textsOf(next.store)).toEqual(['Hello', 'Arrived'])
    gone.crash()
    const isBusy = { kind: 'refused', status: 503, problem: { message: '' }, retryAfterMs: null } as const
    for (const waitMs of [2000, 4000]) {
      await settled()
      browser.backend.calls[0]?.fail(isBusy)
      await settled()
      expect(textsOf(next.store)).toEqual(['Hello', 'Arrived', '?Arrived'])
      next.clock.advance(waitMs)
    }
    await answerAll(next)
    expect(textsOf(next.store)).toEqual(['Hello', 'Arrived'])
    expect([posts(browser), keptIn(browser)]).toEqual([1, []])
  })

  test('without locks a message stays with its tab, and is sent only when asked', async () => {
    const browser = openBrowser()
    const one = await openPage(browser, { hasLocks: false })
    one.store.send('Plain http')
    await settled()
    one.crash()
    expect(keptIn(browser)).toEqual([])
    const other = await openPage(browser, { hasLocks: false })
    expect(textsOf(other.store)).toEqual(['Hello'])
    const reloaded = await openPage(browser, { hasLocks: false, own: one.own })
    expect(textsOf(reloaded.store)).toEqual(['Hello', '?Plain http'])
    await waitLongEnough(reloaded)
    expect(textsOf(reloaded.store)).toEqual(['Hello', '!Plain http'])
    expect(posts(browser)).toBe(1)
  })

  test('where locks are forbidden it is as if there were none', async () => {
    const browser = openBrowser()
    const page = await openPage(browser)
    page.tab.host.requestLock = () => Promise.reject(new DOMException('no', 'SecurityError'))
    page.store.send('Framed')
    await settled()
    expect(keptIn(browser)).toEqual([])
    expect([...page.own.values()].join()).toContain('Framed')
  })
})

describe('a network that is lost', () => {
  test.each([
    ['the socket is back', (page: Page) => page.realtime.subscribe()],
    ['the browser says so', (page: Page) => page.store.resume()],
  ])('its messages are looked for and sent when %s', async (_, comeBack) => {
    const browser = openBrowser()
    const page = await offline(browser)
    comeBack(page)
    await answerAll(page)
    expect(textsOf(page.store)).toEqual(['Hello', 'From the train'])
    expect(own(browser)).toEqual(['From the train'])
  })

  test('they are sent although the socket never noticed, once the thread can be read', async () => {
    const browser = openBrowser({ honoursKeys: false })
    const page = await openPage(browser)
    page.store.send('From the tunnel')
    for (let call = 0; call < 2; call++) {
      await settled()
      browser.backend.calls[0]?.fail({ kind: 'offline' })
    }
    await settled()
    expect(textsOf(page.store)).toEqual(['Hello', '~From the tunnel'])
    page.clock.advance(2000)
    await answerAll(page)
    expect(own(browser)).toEqual(['From the tunnel'])
    expect(textsOf(page.store)).toEqual(['Hello', 'From the tunnel'])
  })

  test('a message that was refused is not sent again by that', async () => {
    const browser = openBrowser()
    const page = await openPage(browser)
    page.store.send('No')
    await settled()
    browser.backend.calls[0]?.fail({
      kind: 'refused',
      status: 403,
      problem: { message: '' },
      retryAfterMs: null,
    })
    await settled()
    page.store.resume()
    await answerAll(page)
    expect(posts(browser)).toBe(1)
  })

  test('the page is reloaded before it is back', async () => {
    const browser = openBrowser()
    const page = await offline(browser)
    page.crash()
    const next = await openPage(browser)
    expect(textsOf(next.store)).toEqual(['Hello', 'From the train'])
  })
})

describe('what is kept', () => {
  test('belongs to one customer of one backend', async () => {
    const browser = openBrowser()
    const first = await openPage(browser)
    first.store.send('Secret of 7')
    first.crash()
    const other = await openPage(browser, { customerId: 8 })
    expect(textsOf(other.store)).toEqual(['Hello'])
    expect(keptIn(browser)).toHaveLength(1)
  })

  test('is forgotten when the person logs out, in this tab and of others', async () => {
    const browser = openBrowser()
    const gone = await openPage(browser)
    gone.store.send('Left')
    gone.crash()
    const page = await openPage(browser, { hasLocks: true })
    page.store.draft(1).value = 'Half a thought'
    page.store.send('Not yet')
    await settled()
    page.store.destroy()
    page.kept.forget()
    expect([...keptIn(browser), ...page.own.keys()]).toEqual([])
    expect(browser.backend.calls).toEqual([])
  })

  test.each([
    ['no JSON', '{'],
    ['another shape', '{"text":"x"}'],
    ['no conversation', '[1,0,0,0,"x",null,[]]'],
    ['a text nobody could have sent', JSON.stringify([1, 1, 0, 0, 'x'.repeat(1001), null, []])],
    ['an empty text', '[1,1,0,0," ",null,[]]'],
    ['ids that are none', '[1,1,-3,0,"x",null,["a"]]'],
  ])('by somebody else under our name (%s) is cleared away and harms nothing', async (_, foreign) => {
    const browser = openBrowser()
    const scope = 'plat-messenger/unsent/1|https://plat.example/customer/api|7|'
    browser.stores.shared.set(`${scope}some-page|some-send-id`, foreign)
    browser.stores.shared.set(`${scope}some-page|bad header\r\n`, '[1,1,0,0,"x",null,[]]')
    browser.stores.shared.set('theirs', '{')
    const page = await openPage(browser)
    expect(textsOf(page.store)).toEqual(['Hello'])
    expect(keptIn(browser)).toEqual(['theirs'])
    expect(posts(browser)).toBe(0)
  })

  test('has a limit, and a store without room is no hindrance to sending', async () => {
    const browser = openBrowser()
    const page = await openPage(browser)
    for (let n = 0; n < 60; n++) page.store.send(`Message ${n}`)
    expect(keptIn(browser)).toHaveLength(50)
    await answerAll(page)
    browser.stores.isFull = true
    page.store.send('One')
    page.store.send('Two')
    await answerAll(page)
    expect(own(browser)).toHaveLength(62)
    expect(browser.warnings).toEqual([expect.stringContaining('no room')])
  })

  test('holds no lock once there is nothing left, so that the page may rest in the browser’s cache', async () => {
    const browser = openBrowser()
    const page = await openPage(browser)
    page.store.send('Hello')
    const [key] = keptIn(browser)
    const owner = key?.split('|').slice(1, -1).join('|') ?? ''
    expect(browser.tabs.holder(`plat-messenger/unsent|${owner}`)).toBe(page.tab)
    await answerAll(page)
    await settled()
    expect(browser.tabs.holder(`plat-messenger/unsent|${owner}`)).toBeNull()
  })

  test('a draft survives a reload of its tab, and is gone once it is sent', async () => {
    const browser = openBrowser()
    const page = await openPage(browser)
    page.store.draft(1).value = 'Half a thought'
    page.crash()
    const next = await openPage(browser, { own: page.own })
    expect(next.store.draft(1).value).toBe('Half a thought')
    next.store.draft(1).value = ''
    expect(next.own.size).toBe(0)
    deliverEvents(next)
  })
})
