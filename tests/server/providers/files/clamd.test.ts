/** Uploads are scanned by clamd, and only what it calls clean is handed out. */
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClamd, TooLargeToScan } from '#server/providers/files/clamd.ts'
import { createUploadGate } from '#server/providers/files/virus-scan.ts'
import { CLEAN, type FakeClamd, SIZE_LIMIT, startFakeClamd } from './fake-clamd.ts'

let clamd: FakeClamd
let usual: FakeClamd['answer']
beforeAll(async () => {
  clamd = await startFakeClamd()
  usual = clamd.answer
})
beforeEach(() => {
  clamd.files.length = 0
  clamd.answer = usual
  clamd.isAway = false
  clamd.maxBytes = Number.POSITIVE_INFINITY
})
afterAll(() => clamd.close())

/** Does this in place of an answer. */
const instead =
  (act: (socket: Socket) => unknown): FakeClamd['answer'] =>
  (_file, socket) =>
    void act(socket)
const FILE = Buffer.from('a file')

describe('clamd', () => {
  it('is sent a file whole, also one of many chunks or of none', async () => {
    const large = randomBytes(1_000_003)
    const { scan } = createClamd(clamd.url)
    expect([await scan(large), await scan(Buffer.alloc(0))]).toEqual([null, null])
    expect(clamd.files.map((file) => file.length)).toEqual([1_000_003, 0])
    expect(clamd.files[0]?.equals(large)).toBe(true)
  })

  it('says what it found', async () => {
    clamd.answer = () => 'stream: Win.Test.EICAR_HDB-1 FOUND\0'
    expect(await createClamd(clamd.url).scan(FILE)).toBe('Win.Test.EICAR_HDB-1')
  })

  it('is understood when its answer comes in pieces', async () => {
    clamd.answer = instead((socket) => {
      socket.write('stream: Plat.Te')
      setImmediate(() => socket.end('st FOUND\0'))
    })
    expect(await createClamd(clamd.url).scan(FILE)).toBe('Plat.Test')
  })

  it('says with which signatures it scans', async () => {
    expect(await createClamd(clamd.url).signatures()).toBe('ClamAV 1.4.3/27800/Mon Nov 23 2026')
  })

  it.each<[string, FakeClamd['answer'], RegExp]>([
    ['finds the file too large', () => SIZE_LIMIT, /size limit exceeded/],
    ['answers with an error', () => "stream: Can't allocate memory ERROR\0", /allocate memory ERROR/],
    ['answers with something else', () => '\x16\x03\x01\x02\0', /clamd answered/],
    ['answers OK about something else', () => 'stream: NOT OK\0', /clamd answered/],
    ['answers before a name', () => 'stream:  FOUND\0', /clamd answered/],
    ['answers without an end', instead((socket) => socket.write('x'.repeat(10_000))), /more than any answer/],
    ['closes', instead((socket) => socket.end()), /closed the connection without an answer/],
    ['closes in the middle of its answer', () => 'stream: OK', /closed the connection without an answer/],
    ['breaks off', instead((socket) => socket.resetAndDestroy()), /closed the connection without an answer/],
    ['is silent', () => undefined, /did not answer within 0.2 s/],
  ])('that %s has not called the file clean', async (_what, answer, words) => {
    clamd.answer = answer
    await expect(createClamd(clamd.url, { patienceMs: 200 }).scan(FILE)).rejects.toThrow(words)
  })

  it('that is not there has not called the file clean', async () => {
    const gone = await startFakeClamd()
    await gone.close()
    for (const url of [gone.url, 'unix:///no/such/clamd.ctl'])
      await expect(createClamd(url).scan(FILE)).rejects.toThrow(/out of reach \((ECONNREFUSED|ENOENT)\)/)
  })

  it('that breaks off because the file is too large is asked about its length alone', async () => {
    clamd.maxBytes = 200_000
    const { scan } = createClamd(clamd.url)
    await expect(scan(Buffer.alloc(300_000))).rejects.toThrow(TooLargeToScan)
    await expect(scan(Buffer.alloc(100_000))).resolves.toBeNull()
  })
})

describe('an upload', () => {
  const lines: unknown[] = []
  const log = { error: (line: unknown) => lines.push(line), warn: (line: unknown) => lines.push(line) }
  const gate = (isRequired: boolean) =>
    createUploadGate(createClamd(clamd.url), { isRequired, log: log as never }).admit('proof_file', FILE)

  it('that is clean passes', async () => {
    clamd.answer = () => CLEAN
    await expect(gate(true)).resolves.toEqual({ isQuarantined: false })
  })

  it.each([true, false])('that is infected is refused on its field (required: %s)', async (isRequired) => {
    clamd.answer = () => 'stream: Plat.Test FOUND\0'
    await expect(gate(isRequired)).rejects.toMatchObject({
      status: 422,
      problem: { code: 'infected', errors: { proof_file: [expect.stringContaining('A virus was found')] } },
    })
    expect(lines.at(-1)).toMatchObject({ virus: 'Plat.Test' })
  })

  it.each([true, false])(
    'that could not be scanned is quarantined where that is required: %s',
    async (isRequired) => {
      clamd.isAway = true
      await expect(gate(isRequired)).resolves.toEqual({ isQuarantined: isRequired })
      expect(lines.at(-1)).toMatchObject({ stored: true })
    },
  )

  it.each([true, false])(
    'that never can be scanned is refused with what to do (required: %s)',
    async (isRequired) => {
      clamd.answer = () => SIZE_LIMIT
      await expect(gate(isRequired)).rejects.toMatchObject({
        status: 422,
        problem: {
          code: 'too_large_to_scan',
          errors: { proof_file: [expect.stringContaining('Choose a smaller one')] },
        },
      })
      expect(lines.at(-1)).toMatchObject({ stored: false })
    },
  )
})
