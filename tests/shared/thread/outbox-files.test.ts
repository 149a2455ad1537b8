/** Messages with files: posted once with them, in their order, and kept over a reload. */
import { expect, test } from 'vitest'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Message } from '#shared/thread/model.ts'
import { readLine, writeLine } from '#shared/thread/sending/kept-send.ts'
import { createOutbox, matchSends } from '#shared/thread/sending/outbox.ts'
import { idsOf, type Send } from '#shared/thread/sending/send.ts'
import { message } from '#tests/support/eg.ts'
import { settled } from '#tests/support/fake-backend.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const chosen = (ref: string, id: number | null = null) => ({
  ref,
  name: `${ref}.pdf`,
  size: 5,
  type: 'application/pdf',
  id,
})

function outboxWith(uploads: (Failure | null)[], posts: (Failure | null)[] = []) {
  const posted: unknown[] = []
  const clock = createFakeClock()
  const outbox = createOutbox({
    own: 'inbound',
    kept: { sync() {}, adopt() {}, drop() {}, end() {} },
    clock,
    log: { warn() {}, error() {} },
    forgotten: new AbortController().signal,
    isOnline: () => true,
    newestId: () => 0,
    onMessages() {},
    onSent() {},
    onFinishedElsewhere() {},
    async upload(send: Send) {
      const failure = uploads.shift() ?? null
      if (!failure) send.files = send.files?.map((file, index) => ({ ...file, id: index + 1 }))
      return failure
    },
    async post({ text, files, clientId }): Promise<Message> {
      posted.push([text, idsOf(files), clientId])
      const failure = posts.shift()
      if (failure) throw new ApiError('send', failure)
      return message({ id: posted.length, message: text, clientId })
    },
    walk: async () => ({ messages: [] }),
  })
  return { outbox, posted, clock }
}

test('a message is posted when its files are stored, and what was written after it comes after it', async () => {
  const { outbox, posted, clock } = outboxWith([{ kind: 'offline' }, null])
  outbox.send(1, 'With a file', [chosen('a'), chosen('b')])
  outbox.send(1, 'After it')
  await settled()
  expect(posted).toEqual([])
  expect(outbox.outgoing(1)[0]).toMatchObject({ state: 'waiting', canTakeBack: true })
  clock.advance(60_000)
  await settled()
  expect(posted.map((post) => (post as unknown[]).slice(0, 2))).toEqual([
    ['With a file', { attachment_ids: [1, 2] }],
    ['After it', {}],
  ])
})

test('a repeat of its POST has the same key and the same files', async () => {
  const { outbox, posted, clock } = outboxWith([null], [{ kind: 'offline' }])
  outbox.send(1, '', [chosen('a')])
  await settled()
  clock.advance(60_000)
  await settled()
  expect(posted).toHaveLength(2)
  expect(posted[1]).toEqual(posted[0])
})

test('a file that is refused ends its message with the reason, and nothing is posted', async () => {
  const problem = { message: 'a.pdf: This PDF is damaged.' }
  const { outbox, posted } = outboxWith([{ kind: 'refused', status: 422, problem, retryAfterMs: null }])
  outbox.send(1, 'Words', [chosen('a')])
  await settled()
  const [row] = outbox.outgoing(1)
  expect(row).toMatchObject({ state: 'failed', reason: problem.message, canTakeBack: true })
  expect(outbox.discard(row?.clientId ?? '')).toBe('Words')
  expect(posted).toEqual([])
})

test('a kept message has its files, also without words; a line of before them is read as it was', () => {
  const kept = {
    clientId: 'send-0001',
    peerId: 1,
    text: '',
    afterId: 0,
    atMs: 5,
    refusal: null,
    takenIds: [],
  }
  const files = [chosen('a', 7)]
  expect(readLine('send-0001', writeLine({ ...kept, files }, 1))).toMatchObject({ text: '', files })
  expect(readLine('send-0001', '[1,1,0,5,"Words",null,[]]')).toMatchObject({ text: 'Words' })
  expect(readLine('send-0001', writeLine(kept, 1))).toBeNull()
})

test('two messages without words are told from each other by their files', () => {
  const claims = [
    { clientId: 'a', text: '', files: [{ id: 1 }], afterId: 0 },
    { clientId: 'b', text: '', files: [{ id: 2 }], afterId: 0 },
  ]
  expect([...matchSends(claims, [{ id: 9, atMs: 1, text: '', files: [{ id: 2 }] }])]).toEqual([[9, 'b']])
})
