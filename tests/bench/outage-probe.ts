/** Reads that are sent to a node at a steady pace, whatever becomes of those before. */
import { Agent, get } from 'node:http'
import { REQUEST_TIMEOUT_MS } from '#shared/contract/limits.ts'
import type { Pair } from '#tests/services/people.ts'

const EVERY_MS = 50

export interface Probing {
  /** Waits for what was asked, and says when the node served: the answer to the first read after the last that was not served. */
  stop(): Promise<number>
}

export function probe(url: string, pair: Pair): Probing {
  const asked: Promise<{ isServed: boolean; endMs: number }>[] = []
  const ask = async () => {
    const fromMs = performance.now()
    const status = await read(url, pair)
    const endMs = performance.now()
    return { isServed: status === 200 && endMs - fromMs < REQUEST_TIMEOUT_MS, endMs }
  }
  const timer = setInterval(() => asked.push(ask()), EVERY_MS)
  asked.push(ask())
  return {
    async stop() {
      clearInterval(timer)
      const answers = await Promise.all(asked)
      const last = answers.map(({ isServed }) => isServed).lastIndexOf(false)
      return answers[last + 1]?.endMs ?? Number.POSITIVE_INFINITY
    },
  }
}

const agent = new Agent({ keepAlive: true })
let count = 0

/** The status of the buyer's list. Each call has a different client address, to stay below the limits per address. */
export function read(url: string, { buyer }: Pair): Promise<number> {
  count += 1
  const headers = {
    authorization: `Bearer ${buyer.token}`,
    accept: 'application/json',
    'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
  }
  return new Promise((resolve) => {
    const asked = get(`${url}/customer/api/customers/${buyer.id}/chats`, { agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', () => resolve(0))
    })
    asked.on('error', () => resolve(0))
  })
}
