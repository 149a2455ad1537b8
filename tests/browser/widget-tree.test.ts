/** What assistive technology is told: the browser's own accessibility tree of the messenger, and not what axe makes of its markup. */
import { expect, onTestFinished, test } from 'vitest'
import { accessibilityTree } from '#tests/support/accessibility-tree.ts'
import { withBrowser } from '#tests/support/fixtures.ts'
import { ScriptedApi, wireMessage, wireOffer, wireProperty } from '#tests/support/scripted-api.ts'
import {
  row,
  shows,
  twoConversations,
  type WidgetPageSettings,
  widgetPage,
} from '#tests/support/widget-page.ts'

const browser = withBrowser()

async function open(settings: WidgetPageSettings) {
  const opened = await widgetPage(browser, settings)
  onTestFinished(() => opened.close())
  return opened
}

/** The part of a tree that lies in the first line that begins so, with the indent of that line taken away. */
function inside(tree: readonly string[], start: string): string[] {
  const at = tree.findIndex((line) => line.trimStart().startsWith(start))
  const depth = (line: string) => line.length - line.trimStart().length
  const from = depth(tree[at] ?? '')
  const end = tree.findIndex((line, index) => index > at && depth(line) <= from)
  return tree.slice(at, end < 0 ? undefined : end).map((line) => line.slice(from))
}

test('two regions with their headings; conversations are options that say all there is, messages articles that say who, what and when', async () => {
  const api = twoConversations()
  api.unread.clear()
  const { page } = await open({ api })
  await row(page, 'Lone Star').click()
  await shows(page, 'Message 3')
  expect(await accessibilityTree(page)).toEqual([
    'region "Conversations"',
    '  heading "Messages" level 2',
    '  textbox "Search conversations"',
    '  status live polite',
    '  listbox "Conversations"',
    '    option "Lone Star Dispositions, 10 Jun, 2025, Message 3" selected',
    '    option "Gulf Coast Wholesale, 10 Jun, 2025, Message 3"',
    'region "Conversation with Lone Star Dispositions"',
    '  heading "Lone Star Dispositions" level 2',
    '  status live polite',
    '  log "Messages with Lone Star Dispositions"',
    '    article "Lone Star Dispositions: Message 1, Tuesday, June 10, 2025, 9:40 AM"',
    '    article "You: Message 2, Tuesday, June 10, 2025, 9:41 AM"',
    '    article "Lone Star Dispositions: Message 3, Tuesday, June 10, 2025, 9:42 AM"',
    '  status live polite',
    '  status live polite',
    '  form',
    '    textbox "Type a message" focused multiline',
    '    button "Send message" disabled',
    '    status live polite',
  ])
})

test('a property and an offer say their figures, where their links lead and what can be done', async () => {
  const api = new ScriptedApi()
  api.conversation(1, 'Lone Star Dispositions', 1)
  const offer = wireOffer()
  api.threads.get(1)?.push(
    wireMessage({
      id: 1800,
      action: 'blast',
      channel: 'sms',
      calculated_body: 'Blast',
      property: wireProperty(),
    }),
    wireMessage({ id: 1900, action: 'offer', calculated_body: 'Our answer', offer }),
  )
  const { page } = await open({ api })
  await row(page, 'Lone Star').click()
  await page.getByRole('button', { name: 'Counter' }).click()
  await page.locator('input:focus').waitFor()
  const tree = await accessibilityTree(page)
  const said = 'Third Ward, Houston, TX 77004, Tuesday, June 10, 2025, 9:42 AM"'
  expect(inside(tree, 'article "Lone Star Dispositions: Blast')).toEqual([
    `article "Lone Star Dispositions: Blast, ${said}`,
    '  link "$312,000 (ARV - $445,000) , opens in a new tab Third Ward, Houston, TX 77004 6 beds 4 baths 2,860 sq.ft Price is 70.1% of ARV"',
    '    image "Price is 70.1% of ARV"',
  ])
  expect(inside(tree, 'form "Counter"')).toEqual([
    'form "Counter"',
    '  textbox "Your price" focused',
    '  textbox "Note (optional)"',
    '  button "Send counter"',
    '  button "Back"',
  ])
  await page.keyboard.press('Escape')
  await expect
    .poll(async () => inside(await accessibilityTree(page), 'article "Lone Star Dispositions: Made an offer'))
    .toEqual([
      'article "Lone Star Dispositions: Made an offer, Our answer, $118,000, Tuesday, June 10, 2025, 9:42 AM"',
      '  DescriptionList',
      '    term "Buyer"',
      '    definition',
      '  button "Accept" focused',
      '  button "Counter"',
      '  button "Decline"',
      '  link "Details , opens in a new tab"',
    ])
})

test('what only fills the space is silent: while it loads there are the headings and one word', async () => {
  const api = twoConversations()
  api.rules.push((call) => (call.includes('/chats') ? 'hang' : null))
  const { page } = await open({ api })
  await page.getByText('Loading conversations').waitFor({ state: 'attached' })
  expect(await accessibilityTree(page)).toEqual([
    'region "Conversations"',
    '  heading "Messages" level 2',
    '  textbox "Search conversations"',
    '  status live polite',
    '  status live polite',
    '  status live polite',
    'region "Conversation"',
    '  heading "Select a conversation" level 2',
  ])
})

test('what could not be sent is read out once, and not again by whoever comes back to it', async () => {
  const api = twoConversations()
  api.rules.push((call) =>
    call.startsWith('POST /customers') ? { status: 422, json: { message: 'Write less.' } } : null,
  )
  const { page } = await open({ api })
  const announcer = page.locator('[data-announcer]')
  await row(page, 'Lone Star').click()
  await page.getByLabel('Type a message').fill('By Friday then')
  await page.keyboard.press('Enter')
  await expect.poll(() => announcer.textContent()).toBe('Your message could not be delivered.')
  await row(page, 'Gulf Coast').click()
  await shows(page, 'Message 3')
  await row(page, 'Lone Star').click()
  await page.getByText('Not sent').first().waitFor()
  expect(await announcer.textContent()).toBe('')
})
