/** The places files may lie in keep one contract: memory, a folder, a bucket. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFileStore, type FileSettings } from '#server/providers/files/create-file-store.ts'
import { type Bucket, startBucket } from '#tests/support/bucket.ts'

const MEGABYTES_15 = 15 * 1024 * 1024
let directory: string
let bucket: Bucket

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'plat-files-'))
  bucket = await startBucket(join(directory, 's3'))
})
afterAll(async () => {
  await bucket.close()
  await rm(directory, { recursive: true, force: true })
})

const s3 = (more: Partial<Bucket['keys']> = {}): FileSettings => ({
  driver: 's3',
  endpoint: bucket.endpoint,
  bucket: bucket.bucket,
  region: 'us-east-1',
  ...bucket.keys,
  ...more,
})
const PLACES: [string, () => FileSettings][] = [
  ['memory', () => ({ driver: 'memory' })],
  ['a folder', () => ({ driver: 'disk', directory: join(directory, 'disk') })],
  ['a bucket', () => s3()],
]

describe.each(PLACES)('a file kept in %s', (_name, settings) => {
  const open = () => createFileStore(settings())
  const text = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString()

  it('is read back byte by byte', async () => {
    const store = open()
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256)
    await store.put('proofs/a1', bytes, 'application/pdf')
    await expect
      .poll(async () => Buffer.from((await store.get('proofs/a1')) ?? []))
      .toEqual(Buffer.from(bytes))
  })

  it('may be as large as an upload may be', async () => {
    const store = open()
    await store.put('proofs/large', new Uint8Array(MEGABYTES_15).fill(7), 'image/png')
    expect((await store.get('proofs/large'))?.byteLength).toBe(MEGABYTES_15)
  })

  it('is replaced whole by another under its key', async () => {
    const store = open()
    await store.put('proofs/b2', Buffer.from('the longer first'), 'image/png')
    await store.put('proofs/b2', Buffer.from('second'), 'image/png')
    // The bucket's stand-in answers before its file is written.
    await expect.poll(async () => text(await store.get('proofs/b2'))).toBe('second')
  })

  it('is gone once deleted, and deleting it again is no error', async () => {
    const store = open()
    await store.put('proofs/c3', Buffer.from('x'), 'image/png')
    await store.delete('proofs/c3')
    await store.delete('proofs/c3')
    expect(await store.get('proofs/c3')).toBeNull()
  })

  it('is not there before it is put', async () => {
    expect(await open().get('proofs/none')).toBeNull()
  })

  it.each(['../a.pdf', '/etc/hostname', 'proofs/../../a', '.env', ''])('is never at %j', async (key) => {
    const store = open()
    expect(await store.get(key)).toBeNull()
    await store.delete(key)
    await expect(store.put(key, Buffer.from('x'), 'image/png')).rejects.toThrow('no key')
  })
})

describe('a folder', () => {
  it('holds no half of a file that could not be written', async () => {
    const folder = join(directory, 'half')
    const store = createFileStore({ driver: 'disk', directory: folder })
    await store.put('proofs/d4/inner', Buffer.from('x'), 'image/png')
    // A folder is in its place.
    await expect(store.put('proofs/d4', Buffer.from('y'), 'image/png')).rejects.toThrow()
    expect(await readdir(join(folder, 'proofs'))).toEqual(['d4'])
    expect(await store.get('proofs/d4')).toBeNull()
  })
})

describe('a bucket', () => {
  it('that refuses the keys is an error, not a missing file', async () => {
    const store = createFileStore(s3({ accessKeyId: 'NOT-THIS-ONE' }))
    await expect(store.get('proofs/a1')).rejects.toThrow('403')
    await expect(store.put('proofs/e5', Buffer.from('x'), 'image/png')).rejects.toThrow('403')
  })
})

describe('a world with files made on demand', () => {
  it('keeps what is uploaded beside them', async () => {
    const store = createFileStore({
      driver: 'made',
      base: { driver: 'memory' },
      make: (key) => (key === 'demo/one' ? Buffer.from('made') : null),
    })
    await store.put('proofs/f6', Buffer.from('kept'), 'image/png')
    const texts = await Promise.all(['demo/one', 'proofs/f6', 'demo/two'].map((key) => store.get(key)))
    expect(texts.map((bytes) => bytes && Buffer.from(bytes).toString())).toEqual(['made', 'kept', null])
  })
})
