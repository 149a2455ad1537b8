import { expect, test, vi } from 'vitest'
import { upload } from '#marketplace/kit/upload.ts'
import { UPLOAD_STALL_MS, UPLOAD_TIMEOUT_MS } from '#shared/contract/limits.ts'

/** As much of XMLHttpRequest as is used, played by hand. */
class FakeRequest {
  status = 0
  responseText = ''
  timeout = 0
  readonly headers: Record<string, string> = {}
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = {
    onprogress: null,
  }
  onload = () => {}
  onerror = () => {}
  ontimeout = () => {}
  onabort = () => {}
  sent: unknown = null
  opened: string[] = []
  open(method: string, path: string) {
    this.opened = [method, path]
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader() {
    return null
  }
  send(body: unknown) {
    this.sent = body
  }
  abort() {
    this.onabort()
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.onload()
  }
}

function begin(over: Partial<Parameters<typeof upload>[0]> = {}) {
  const request = new FakeRequest()
  const form = new FormData()
  const done = upload({
    path: '/customer/api/auth/update-avatar',
    form,
    csrf: () => 'abc',
    createRequest: () => request as unknown as XMLHttpRequest,
    ...over,
  })
  return { request, form, done }
}

test('a file is posted with the CSRF token', async () => {
  const { request, form, done } = begin()
  request.answer(200, { data: 1 })
  expect(await done).toEqual({ data: 1 })
  expect(request.opened).toEqual(['POST', '/customer/api/auth/update-avatar'])
  expect(request.headers).toEqual({ Accept: 'application/json', 'X-XSRF-TOKEN': 'abc' })
  expect(request.sent).toBe(form)
})

test('a file that stands still has failed, one that moves may go on until the whole is too long', () => {
  let at = 500
  const { request } = begin({ now: () => at })
  expect(request.timeout).toBe(UPLOAD_STALL_MS)
  at += 20_000
  request.upload.onprogress?.({ loaded: 1, total: 100 })
  expect(request.timeout).toBe(20_000 + UPLOAD_STALL_MS)
  at += UPLOAD_TIMEOUT_MS
  request.upload.onprogress?.({ loaded: 2, total: 100 })
  expect(request.timeout).toBe(UPLOAD_TIMEOUT_MS)
})

test('progress is told as a share', async () => {
  const seen: number[] = []
  const { request, done } = begin({ onProgress: (share) => seen.push(share) })
  request.upload.onprogress?.({ loaded: 25, total: 100 })
  request.upload.onprogress?.({ loaded: 1, total: 0 })
  request.answer(201, {})
  await done
  expect(seen).toEqual([0.25, 0])
})

test('a refusal rejects with the words of the spec and what the server said', async () => {
  const { request, done } = begin()
  request.answer(422, { message: 'Too large.', errors: { avatar: ['Too large.'] } })
  await expect(done).rejects.toMatchObject({
    message: 'Upload failed with status 422',
    failure: { kind: 'refused', status: 422, problem: { errors: { avatar: ['Too large.'] } } },
  })
})

test('a page of HTML instead of JSON is still a refusal', async () => {
  const { request, done } = begin()
  request.answer(413, '<h1>Too large</h1>')
  await expect(done).rejects.toMatchObject({ failure: { kind: 'refused', problem: { message: '' } } })
})

test('no answer and a late one have their own failures', async () => {
  const lost = begin()
  lost.request.onerror()
  await expect(lost.done).rejects.toMatchObject({ failure: { kind: 'offline' } })
  const late = begin()
  late.request.ontimeout()
  await expect(late.done).rejects.toMatchObject({
    message: 'Upload failed with status 0',
    failure: { kind: 'timeout' },
  })
})

test('an upload can be called off', async () => {
  const control = new AbortController()
  const { done } = begin({ signal: control.signal })
  control.abort(new Error('enough'))
  await expect(done).rejects.toThrow('enough')
})

test('a file that a session has run out under is sent again after a login, with the token of that moment', async () => {
  const requests: FakeRequest[] = []
  const tokens = ['old', 'new']
  const onUnauthorised = vi.fn(async () => true)
  const { done } = begin({
    csrf: () => tokens.shift() ?? null,
    onUnauthorised,
    createRequest: () => {
      const request = new FakeRequest()
      requests.push(request)
      return request as unknown as XMLHttpRequest
    },
  })
  requests[0]?.answer(401, { message: 'Unauthenticated.' })
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  requests[1]?.answer(200, { data: 1 })
  expect(await done).toEqual({ data: 1 })
  expect(requests.map(({ headers }) => headers['X-XSRF-TOKEN'])).toEqual(['old', 'new'])
  expect(onUnauthorised).toHaveBeenCalledTimes(1)
})

test('without a fresh CSRF token or a login the refusal stands', async () => {
  const stale = begin({ onCsrfMismatch: async () => false })
  stale.request.answer(419, {})
  await expect(stale.done).rejects.toMatchObject({ message: 'Upload failed with status 419' })
  const turnedAway = begin({ onUnauthorised: async () => false })
  turnedAway.request.answer(401, {})
  await expect(turnedAway.done).rejects.toMatchObject({ message: 'Upload failed with status 401' })
})
