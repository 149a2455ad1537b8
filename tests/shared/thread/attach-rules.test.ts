/** Which files a message takes, and how they go to the server: said before the upload, once each, and kept until they are there. */
import { expect, test } from 'vitest'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import { createAttaching, takeChosen } from '#shared/thread/attachments/attaching.ts'
import type { UploadWatch } from '#shared/thread/attachments/attachment-model.ts'
import { chosenFor, mayGo } from '#shared/thread/attachments/chosen.ts'
import { refusalOf, sorted } from '#shared/thread/attachments/file-rules.ts'
import type { FileStore } from '#shared/thread/attachments/file-store.ts'
import { createUploads } from '#shared/thread/attachments/uploads.ts'
import { settled } from '#tests/support/fake-backend.ts'

const MEGABYTE = 1024 * 1024
const given = (name: string, type: string, size = 10) => ({ name, type, size })
const file = (name: string, type = 'application/pdf') => new File(['12345'], name, { type })

test.each([
  [given('a.jpg', 'image/jpeg'), null],
  [given('A.DOCX', ''), null],
  [given('a.pdf', 'application/pdf', 25 * MEGABYTE), null],
  [
    given('a.pdf', 'application/pdf', 25 * MEGABYTE + 1),
    /^25 MB, the limit is 25 MB\. Choose a smaller file/,
  ],
  [given('walk.mov', 'video/quicktime', 412 * MEGABYTE), /^Messages take JPG, PNG/],
  [given('a.pdf', 'application/pdf', 0), /^This file is empty\./],
  [given('IMG_1.HEIC', ''), /HEIC.*Save it as a JPG/],
  [given('x', 'image/heif'), /HEIC/],
  [given('setup.exe', ''), /^Messages take/],
])('%j is taken or refused in words', (one, words) => {
  const said = refusalOf(one)
  if (words === null) expect(said).toBeNull()
  else expect(said).toMatch(words)
})

test('of a choice the good ones stay, and a message takes ten', () => {
  const chosen = [file('bad.exe', ''), ...Array.from({ length: 4 }, (_, n) => file(`${n}.pdf`))]
  const { good, refused } = sorted(chosen, 7)
  expect(good.map(({ name }) => name)).toEqual(['0.pdf', '1.pdf', '2.pdf'])
  expect(refused.map(({ name }) => name)).toEqual(['bad.exe', '3.pdf'])
  expect(refused[1]?.words).toBe('A message takes 10 files. Send this one in the next message.')
})

/** A server that stores one file for each name of an upload, and answers as the test says. */
function world(kept = new Map<string, Blob>()) {
  const stored = new Map<string, number>()
  const calls: {
    ref: string
    watch: UploadWatch
    answer(): void
    fail(failure: Failure): void
    lose(): void
  }[] = []
  const attaching = createAttaching({
    scope: 'test|',
    isOnline: () => true,
    upload: (_, form, watch) =>
      new Promise((resolve, reject) => {
        const ref = String(form.get('ref'))
        const fail = (failure: Failure) => reject(new ApiError('upload', failure))
        const store = () => {
          if (!stored.has(ref)) stored.set(ref, stored.size + 1)
          return stored.get(ref)
        }
        calls.push({
          ref,
          watch,
          fail,
          answer: () => resolve({ data: { id: store() } }),
          lose() {
            store()
            fail({ kind: 'offline' })
          },
        })
        watch.signal.addEventListener('abort', () => reject(watch.signal.reason))
      }),
  })
  const store: FileStore = {
    put: async (ref, blob) => void kept.set(ref, blob),
    get: async (ref) => kept.get(ref) ?? null,
    remove: async (refs) => {
      for (const ref of refs) kept.delete(ref)
    },
    clear: async () => kept.clear(),
  }
  const uploads = createUploads(attaching, store)
  attaching.uploads = uploads
  return { attaching, uploads, calls, stored, kept }
}
const OFFLINE: Failure = { kind: 'offline' }
const DAMAGED: Failure = {
  kind: 'refused',
  status: 422,
  problem: { message: '', errors: { file: ['This PDF is damaged.'] } },
  retryAfterMs: null,
}

test('two are uploaded at a time, and the tray hears of the begin, the share and the end', async () => {
  const { uploads, calls, attaching } = world()
  uploads.add(1, [file('a.pdf'), file('b.pdf'), file('c.pdf')])
  await settled()
  expect([calls.length, uploads.news.value]).toEqual([2, 'Uploading a.pdf, b.pdf, c.pdf'])
  calls[0]?.watch.onProgress(0.5)
  expect(uploads.state(calls[0]?.ref ?? '').value).toEqual({ kind: 'sending', share: 0.5 })
  calls[0]?.answer()
  await settled()
  expect([calls.length, uploads.news.value, chosenFor(attaching, 1)[0]?.id]).toEqual([3, 'a.pdf uploaded', 1])
})

test('an upload whose answer was lost makes one file', async () => {
  const { uploads, calls, stored, attaching } = world()
  uploads.add(1, [file('a.pdf')])
  await settled()
  calls[0]?.lose()
  await settled()
  const [chosen] = chosenFor(attaching, 1)
  expect(uploads.state(chosen?.ref ?? '').value).toMatchObject({ kind: 'failed', canRetry: true })
  uploads.resume()
  await settled()
  calls[1]?.answer()
  await settled()
  expect([stored.size, chosenFor(attaching, 1)[0]?.id, calls[1]?.ref]).toEqual([1, 1, calls[0]?.ref])
})

test('a file that the server refuses holds its message up until it is removed', async () => {
  const { uploads, calls, attaching } = world()
  uploads.add(1, [file('a.pdf')])
  await settled()
  calls[0]?.fail(DAMAGED)
  await settled()
  const [chosen] = chosenFor(attaching, 1)
  expect(uploads.state(chosen?.ref ?? '').value).toMatchObject({
    words: 'This PDF is damaged.',
    canRetry: false,
  })
  expect(mayGo(chosenFor(attaching, 1))).toBe(false)
  uploads.remove(1, chosen?.ref ?? '')
  expect([chosenFor(attaching, 1), uploads.news.value]).toEqual([[], 'a.pdf removed'])
})

test('the same choice made twice is one file, and a removed one is stopped', async () => {
  const { uploads, calls, attaching } = world()
  const one = file('a.pdf')
  uploads.add(1, [one])
  uploads.add(1, [one])
  await settled()
  expect(chosenFor(attaching, 1)).toHaveLength(1)
  uploads.remove(1, calls[0]?.ref ?? '')
  expect(calls[0]?.watch.signal.aborted).toBe(true)
})

test('a message that goes keeps what is not stored, and a page after it goes on under the same name', async () => {
  const first = world()
  first.uploads.add(1, [file('a.pdf')])
  await settled()
  const files = takeChosen(first.attaching, 1)
  await settled()
  expect([...first.kept.keys()]).toEqual([files[0]?.ref])
  expect(chosenFor(first.attaching, 1)).toEqual([])

  const next = world(first.kept)
  const send = { peerId: 1, files }
  const finished = next.uploads.finish(send)
  await settled()
  expect(next.calls[0]?.ref).toBe(files[0]?.ref)
  next.calls[0]?.answer()
  expect(await finished).toBeNull()
  expect(send.files.map(({ id }) => id)).toEqual([1])
  await new Promise((resolve) => setTimeout(resolve))
  expect(next.kept.size).toBe(0)
})

test('a browser that kept no file says which one to attach again', async () => {
  const { uploads } = world()
  const lost = { ref: 'r', name: 'a.pdf', size: 5, type: 'application/pdf', id: null }
  const failure = await uploads.finish({ peerId: 1, files: [lost] })
  expect(failure).toMatchObject({
    kind: 'refused',
    problem: { message: 'a.pdf: This browser could not keep it. Remove it and attach it again.' },
  })
})

test('a message waits for a network that one of its files lacks', async () => {
  const { uploads, calls, attaching } = world()
  uploads.add(1, [file('a.pdf'), file('b.pdf')])
  await settled()
  const send = { peerId: 1, files: takeChosen(attaching, 1) }
  const finished = uploads.finish(send)
  calls[0]?.answer()
  calls[1]?.fail(OFFLINE)
  expect(await finished).toEqual(OFFLINE)
  expect(send.files.map(({ id }) => id)).toEqual([1, null])
})

test('logging out leaves no file', async () => {
  const { uploads, attaching, kept } = world()
  uploads.add(1, [file('a.pdf')])
  await settled()
  takeChosen(attaching, 1)
  await settled()
  uploads.forget()
  expect(kept.size).toBe(0)
})
