/** Files on their way: two at a time, each on its own, and one upload however often it is tried. */
import { expect, test } from 'vitest'
import { createUploadQueue, TOO_LARGE, type Watch } from '#marketplace/kit/upload-queue.ts'
import { UploadError } from '#shared/api/send-form.ts'
import { FILE_MAX_BYTES } from '#shared/contract/limits.ts'

interface Sent extends Watch {
  file: File
  ref: string
  answer(reply: unknown): void
  fail(error: unknown): void
}

function open() {
  const sent: Sent[] = []
  const replies: unknown[] = []
  let last = 0
  const queue = createUploadQueue({
    newRef: () => {
      last += 1
      return `ref-${last}`
    },
    onUploaded: (reply) => replies.push(reply),
    send: (file, ref, watch) =>
      new Promise((answer, fail) => {
        watch.signal.addEventListener('abort', () => fail(watch.signal.reason))
        sent.push({ file, ref, ...watch, answer, fail })
      }),
  })
  const states = () => queue.rows.value.map(({ name, state }) => `${name} ${state.kind}`)
  const words = () => queue.rows.value.flatMap(({ state }) => (state.kind === 'failed' ? [state.words] : []))
  return { queue, sent, replies, states, words }
}

const file = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { lastModified: 1 })
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
const refused = (status: number, problem = { message: '' }) =>
  new UploadError({ kind: 'refused', status, problem, retryAfterMs: null }, status)

test('two files go at a time, and the next when one is through', async () => {
  const { queue, sent, states, replies } = open()
  queue.add([file('a'), file('b'), file('c')])
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting'])
  sent[0]?.onProgress(0.4)
  expect(queue.rows.value[0]?.state).toEqual({ kind: 'sending', share: 0.4 })
  sent[0]?.answer({ data: 1 })
  await settled()
  expect(states()).toEqual(['b sending', 'c sending'])
  expect([replies, queue.news.value]).toEqual([[{ data: 1 }], 'a is uploaded.'])
})

test('one that fails says so in its row, the others go on, and it is tried again under its name', async () => {
  const { queue, sent, states, words } = open()
  queue.add([file('a'), file('b')])
  sent[0]?.fail(refused(500))
  await settled()
  expect(states()).toEqual(['a failed', 'b sending'])
  expect(words()[0]).toMatch(/^Upload failed with status 500\. Something failed on our side/)
  queue.retry('ref-1')
  expect(states()).toEqual(['a sending', 'b sending'])
  expect(sent.map(({ ref }) => ref)).toEqual(['ref-1', 'ref-2', 'ref-1'])
})

test.each([
  [new UploadError({ kind: 'offline' }, 0), /connection broke off/],
  [new UploadError({ kind: 'timeout' }, 0), /took too long/],
  [
    refused(422, { message: 'x', errors: { proof_file: ['This PDF is damaged.'] } } as { message: string }),
    /^Upload failed with status 422\. This PDF is damaged\.$/,
  ],
])('a failure is said in words %#', async (error, expected) => {
  const { queue, sent, words } = open()
  queue.add([file('a')])
  sent[0]?.fail(error)
  await settled()
  expect(words()[0]).toMatch(expected)
})

test('more than 15 MB is not sent', () => {
  const { queue, sent, words } = open()
  queue.add([file('large.pdf', FILE_MAX_BYTES + 1)])
  expect(sent).toEqual([])
  expect(words()).toEqual([TOO_LARGE])
  expect(queue.rows.value[0]?.state).toMatchObject({ canRetry: false })
})

test('a cancelled file is stopped and leaves the list without a word', async () => {
  const { queue, sent, states, words } = open()
  queue.add([file('a'), file('b'), file('c')])
  queue.drop('ref-1')
  await settled()
  expect(sent[0]?.signal.aborted).toBe(true)
  expect([states(), words()]).toEqual([['b sending', 'c sending'], []])
})

test('the same file chosen twice is one', () => {
  const { queue, states } = open()
  queue.add([file('a')])
  queue.add([file('a')])
  expect(states()).toEqual(['a sending'])
})
