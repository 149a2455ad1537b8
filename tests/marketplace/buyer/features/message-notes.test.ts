/** A reply from a note arrives once, whatever the network does and whatever is typed meanwhile. */
import { expect, test, vi } from 'vitest'
import { createMessageNotes } from '#marketplace/buyer/features/messenger/message-notes.ts'
import { listChats, markTextMessagesRead, sendTextMessage } from '#shared/contract/messenger.ts'
import { createKeptDrafts, draftKeys } from '#shared/lib/kept-drafts.ts'
import { createFakeApi, keyOf, OFFLINE, refused, type Scripted } from '#tests/support/fake-api.ts'
import { createFakeStores } from '#tests/support/fake-stores.ts'

const SELLER = 3
const SENT = { data: { id: 9, customer_id: 1, type: 'inbound' } } as const

/** A note on which one reply is on its way; `end` lets it end. */
async function setUp() {
  const server = createFakeApi()
  server.on(listChats, { data: [{ id: 1, account: { id: SELLER, title: 'Lone Star' } }] })
  server.on(markTextMessagesRead, {})
  const drafts = createKeptDrafts(createFakeStores().open().tab, draftKeys('1|'))
  const log = { warn: vi.fn(), error: vi.fn() }
  const model = createMessageNotes({ api: server.api, log, userId: 1, drafts })
  model.came({
    id: 5,
    account_id: SELLER,
    customer_id: 1,
    type: 'outbound',
    calculated_body: 'Friday?',
  } as never)
  const ends: ((answer: Scripted) => void)[] = []
  server.on(sendTextMessage, () => new Promise<object>((resolve) => ends.push(resolve)), SENT)
  model.setDraft(SELLER, 'Yes')
  const first = model.send(SELLER)
  model.setDraft(SELLER, 'and Saturday')
  await expect.poll(() => server.of(sendTextMessage).length).toBe(1)
  const sends = () => server.of(sendTextMessage).map((call) => [call.body.message, keyOf(call)])
  const note = () => model.notes.value[0]
  return {
    model,
    drafts,
    sends,
    note,
    async ends(answer: Scripted) {
      ends.shift()?.(answer)
      await first
    },
  }
}

test('without an answer it goes again as it was, before what was typed meanwhile', async () => {
  const { model, drafts, sends, note, ends } = await setUp()
  await ends(OFFLINE)
  expect(note()?.draft).toBe('Yes\nand Saturday')
  await model.send(SELLER)
  const [first, again, next] = sends()
  expect([first?.[0], again?.[0], next?.[0]]).toEqual(['Yes', 'Yes', 'and Saturday'])
  expect(again?.[1]).toBe(first?.[1])
  expect(next?.[1]).not.toBe(first?.[1])
  expect(drafts.read(SELLER)).toBe('')
})

test('one that is refused is the draft again, before what was typed meanwhile', async () => {
  const { note, ends } = await setUp()
  await ends(refused(422, 'The message is too long.'))
  expect(note()?.draft).toBe('Yes\nand Saturday')
})

test('photos and files without words are named, and a message with nothing makes no note', () => {
  const server = createFakeApi()
  server.on(listChats, { data: [] })
  const drafts = createKeptDrafts(createFakeStores().open().tab, draftKeys('1|'))
  const model = createMessageNotes({
    api: server.api,
    log: { warn: vi.fn(), error: vi.fn() },
    userId: 1,
    drafts,
  })
  const came = (id: number, attachments: object[] | null) =>
    model.came({ id, account_id: SELLER, customer_id: 1, type: 'outbound', attachments } as never)
  came(5, null)
  expect(model.notes.value).toEqual([])
  came(6, [
    { id: 1, kind: 'photo', name: 'a.webp' },
    { id: 2, kind: 'file', name: 'survey.pdf' },
  ])
  expect(model.notes.value[0]?.messages).toEqual([{ id: 6, text: 'Photo, survey.pdf' }])
})
