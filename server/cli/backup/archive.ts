/** A backup as one tar file (POSIX ustar), which `tar -x` and `sha256sum -c checksums.txt` also read. Its last entry has the checksums. */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { CommandFailed } from '#server/cli/command.ts'

export const CHECKSUMS = 'checksums.txt'

const BLOCK = 512
const CHUNK_BYTES = 1 << 20
const NAME_MAX_LENGTH = 100
const SIZE_MAX = 0o77777777777
/** Where the header has what, and how long it is. */
const [NAME, MODE, SIZE, TIME, SUM, TYPE, MAGIC] = [0, 100, 124, 136, 148, 156, 257]
const SIZE_LENGTH = 12

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export interface ArchiveWriter {
  /** `size` in bytes is known before; fewer or more chunks reject. */
  add(name: string, size: number, chunks: Chunks): Promise<void>
  /** Writes the checksums and the end. */
  finish(): Promise<void>
}

export function writeArchive(file: FileHandle, timeMs: number): ArchiveWriter {
  const sums: string[] = []
  async function add(name: string, size: number, chunks: Chunks): Promise<void> {
    await write(file, headerOf(name, size, timeMs))
    const hash = createHash('sha256')
    let written = 0
    for await (const chunk of chunks) {
      hash.update(chunk)
      written += chunk.length
      await write(file, chunk)
    }
    if (written !== size) throw new CommandFailed(`${name} changed while it was read. Try again.`)
    await write(file, Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK))
    sums.push(`${hash.digest('hex')}  ${name}\n`)
  }
  return {
    add,
    async finish() {
      const text = Buffer.from(sums.join(''))
      await add(CHECKSUMS, text.length, [text])
      await write(file, Buffer.alloc(2 * BLOCK))
      await file.sync()
    },
  }
}

/** All of it: a write call may take less. */
async function write(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
}

function headerOf(name: string, size: number, timeMs: number): Buffer {
  if (Buffer.byteLength(name) > NAME_MAX_LENGTH || size > SIZE_MAX)
    throw new CommandFailed(`${name} does not fit into the archive.`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  header.write(name, NAME)
  header.write(octal(0o600, 8), MODE)
  header.write(octal(size, SIZE_LENGTH), SIZE)
  header.write(octal(Math.floor(timeMs / 1000), SIZE_LENGTH), TIME)
  header.write('0', TYPE)
  header.write('ustar\x0000', MAGIC)
  // The sum is taken with spaces in its own place.
  header.fill(' ', SUM, TYPE)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, SUM)
  return header
}

export interface ArchiveEntry {
  name: string
  size: number
  /** Read it before the next entry, or leave it. */
  chunks(): AsyncGenerator<Buffer>
}

/** Rejects where the file is cut off or is no archive. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const file = await open(path).catch((error: Error) => {
    throw new CommandFailed(`${path} cannot be read: ${error.message}`)
  })
  try {
    for (let at = 0; ; ) {
      const header = await read(file, at, BLOCK)
      if (header.every((byte) => byte === 0)) return
      if (header.toString('latin1', MAGIC, MAGIC + 5) !== 'ustar')
        throw new CommandFailed('This file is not a backup of Plat.')
      const name = header.toString('latin1', NAME, MODE).replace(/\0.*$/s, '')
      const size = Number.parseInt(header.toString('latin1', SIZE, SIZE + SIZE_LENGTH), 8)
      const from = at + BLOCK
      yield { name, size, chunks: () => chunksOf(file, from, size) }
      at = from + Math.ceil(size / BLOCK) * BLOCK
    }
  } finally {
    await file.close()
  }
}

async function* chunksOf(file: FileHandle, from: number, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += CHUNK_BYTES)
    yield await read(file, from + at, Math.min(CHUNK_BYTES, size - at))
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done)
    if (bytesRead === 0) throw new CommandFailed('The backup is cut off. Nothing was restored.')
    done += bytesRead
  }
  return bytes
}

export async function bytesOf(entry: ArchiveEntry): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const chunk of entry.chunks()) parts.push(chunk)
  return Buffer.concat(parts)
}

/** Reads all of it once. Rejects where an entry is not what its checksum says. */
export async function checkArchive(path: string): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, { sum: string; size: number }>()
  let listed: string | null = null
  for await (const entry of readArchive(path)) {
    if (entry.name === CHECKSUMS) listed = (await bytesOf(entry)).toString()
    else {
      const hash = createHash('sha256')
      for await (const chunk of entry.chunks()) hash.update(chunk)
      found.set(entry.name, { sum: hash.digest('hex'), size: entry.size })
    }
  }
  const expected = (listed ?? '').split('\n').filter(Boolean)
  for (const line of expected) {
    const [sum, name = ''] = line.split('  ')
    if (found.get(name)?.sum !== sum)
      throw new CommandFailed(`${name} in the backup is damaged. Nothing was restored.`)
  }
  if (listed === null || expected.length !== found.size)
    throw new CommandFailed('The backup has no complete list of checksums. Nothing was restored.')
  return new Map([...found].map(([name, { size }]) => [name, size]))
}
