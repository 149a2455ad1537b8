/** Asks clamd, the daemon of ClamAV, about a file: the bytes go over its socket (INSTREAM), so it needs no access to where files lie. */
import { createConnection } from 'node:net'
import type { VirusScanner } from './virus-scanner.ts'

/** A file of 25 MB takes well under a second; archives inside of it take longer. */
const PATIENCE_MS = 20_000
const SIZE_PATIENCE_MS = 2000
const TOO_LARGE = 'INSTREAM size limit exceeded. ERROR'
const ANSWER_MAX_BYTES = 4096
/** clamd reads the length of each chunk before the chunk; a length of zero ends the stream. */
const CHUNK_BYTES = 65_536
const LENGTH_BYTES = 4

/** The file is larger than clamd reads (its StreamMaxLength). Asking again does not help. */
export class TooLargeToScan extends Error {
  override readonly name = 'TooLargeToScan'
}

/** `url` is `tcp://host:port` or `unix:///path`. Rejects with what clamd said, or why it said nothing. */
export function createClamd(url: string, { patienceMs = PATIENCE_MS } = {}): VirusScanner {
  const ask = (command: string, frames: Iterable<Uint8Array> = []) =>
    converse(placeOf(url), { command, frames, patienceMs })
  /** Told by the length alone. Null: it did not say. */
  const askAboutSize = (size: number) =>
    converse(placeOf(url), {
      command: 'INSTREAM',
      frames: [lengthOf(size)],
      patienceMs: Math.min(patienceMs, SIZE_PATIENCE_MS),
    }).catch(() => null)
  return {
    isReal: true,
    async scan(bytes) {
      const answer = await ask('INSTREAM', framesOf(bytes)).catch(async (error: unknown) => {
        // It closes once it has read too much, and what it said may be lost with the connection.
        if ((await askAboutSize(bytes.length)) === TOO_LARGE) return TOO_LARGE
        throw error
      })
      if (answer === TOO_LARGE) throw new TooLargeToScan(`clamd answered "${TOO_LARGE}"`)
      if (answer === 'stream: OK') return null
      const [, name] = /^stream: ([\x21-\x7e]{1,200}) FOUND$/.exec(answer) ?? []
      if (name === undefined) throw new Error(`clamd answered ${JSON.stringify(answer.slice(0, 200))}`)
      return name
    },
    async signatures() {
      const answer = await ask('VERSION')
      if (!answer.startsWith('ClamAV '))
        throw new Error(`clamd answered ${JSON.stringify(answer.slice(0, 200))}`)
      return answer
    },
  }
}

function placeOf(text: string): { path: string } | { host: string; port: number } {
  const { protocol, hostname, port, pathname } = new URL(text)
  if (protocol === 'unix:') return { path: decodeURIComponent(pathname) }
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || CLAMD_PORT }
}

const CLAMD_PORT = 3310

interface Question {
  command: string
  frames: Iterable<Uint8Array>
  patienceMs: number
}

/** One connection for one question. clamd ends its answer with a zero byte, and may answer before it has read everything. */
function converse(
  place: ReturnType<typeof placeOf>,
  { command, frames, patienceMs }: Question,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(place)
    const fail = (words: string) => {
      clearTimeout(timer)
      socket.destroy()
      reject(new Error(words))
    }
    const timer = setTimeout(() => fail(`clamd did not answer within ${patienceMs / 1000} s`), patienceMs)
    let answer = ''
    socket.on('data', (part) => {
      answer += part.toString('latin1')
      const end = answer.indexOf('\0')
      if (end === -1 && answer.length <= ANSWER_MAX_BYTES) return
      if (end === -1) return fail('clamd answered more than any answer of its protocol')
      clearTimeout(timer)
      socket.destroy()
      resolve(answer.slice(0, end))
    })
    // clamd closes before it has read everything once it has answered. The answer is read first.
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE' && code !== 'ECONNRESET') fail(`clamd is out of reach (${code})`)
    })
    socket.on('close', () => fail('clamd closed the connection without an answer'))
    socket.write(`z${command}\0`)
    for (const part of frames) socket.write(part)
  })
}

function* framesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const chunk = bytes.subarray(at, at + CHUNK_BYTES)
    yield lengthOf(chunk.length)
    yield chunk
  }
  yield lengthOf(0)
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(bytes)
  return length
}
