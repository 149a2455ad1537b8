/**
 * The gazetteer in a thread of its own: reading it takes most of a second, in which this one goes on answering. Begun with the
 * first question, kept as long as the process, and shared by every server in it. It keeps no process alive that is done.
 */
import { Worker } from 'node:worker_threads'
import type { Gazetteer } from './gazetteer.ts'

export type Questions = Pick<Gazetteer, 'suggest' | 'at' | 'county' | 'zip'>

/** What goes to the thread, and what comes back. */
export interface Asked {
  id: number
  name: keyof Questions
  given: unknown[]
}
export type Answer = { id: number; found: unknown } | { id: number; failure: string }

/** The same questions; each rejects when the thread cannot answer, and the next one begins another. */
export type AskGazetteer = {
  [Name in keyof Questions]: (...given: Parameters<Questions[Name]>) => Promise<ReturnType<Questions[Name]>>
}

export function createAskGazetteer(startWorker: () => Worker = startGazetteer): AskGazetteer {
  let thread: Thread | null = null
  const ask = <Name extends keyof Questions>(
    name: Name,
    ...given: Parameters<Questions[Name]>
  ): Promise<ReturnType<Questions[Name]>> => {
    thread ??= openThread(startWorker(), () => {
      thread = null
    })
    return thread(name, given)
  }
  return {
    suggest: (...given) => ask('suggest', ...given),
    at: (...given) => ask('at', ...given),
    county: (fips) => ask('county', fips),
    zip: (code) => ask('zip', code),
  }
}

export const askGazetteer = createAskGazetteer()

/** Nobody waits for it; a failure is told to whoever asks first. */
export const warmGazetteer = (): void => void askGazetteer.county('').catch(() => {})

/** A thread is not born with the loader that lets this process read TypeScript. */
const BODY = `
  const { workerData: { loader, entry } } = require('node:worker_threads')
  import(loader).then(({ register }) => { register(); return import(entry) })
`

function startGazetteer(): Worker {
  const loader = import.meta.resolve('tsx/esm/api')
  const entry = new URL('./thread-entry.ts', import.meta.url).href
  return new Worker(BODY, { eval: true, workerData: { loader, entry } })
}

type Thread = (name: keyof Questions, given: unknown[]) => Promise<never>

interface Waiting {
  resolve(found: never): void
  reject(error: Error): void
}

function openThread(worker: Worker, onEnd: () => void): Thread {
  const waiting = new Map<number, Waiting>()
  let last = 0
  const end = (error: Error) => {
    onEnd()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.unref()
  worker.on('message', (answer: Answer) => {
    const one = waiting.get(answer.id)
    waiting.delete(answer.id)
    // Only a question keeps the process alive.
    if (waiting.size === 0) worker.unref()
    if ('found' in answer) one?.resolve(answer.found as never)
    else one?.reject(new Error(answer.failure))
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('The thread of the gazetteer has ended.')))
  return (name, given) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      worker.ref()
      worker.postMessage({ id: last, name, given } satisfies Asked)
    })
}
