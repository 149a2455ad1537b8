/** A helper process of a benchmark: questions and answers over the IPC channel, so that memory can be measured apart. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Child {
  /** Rejects with the child's error, or when it is gone. */
  ask<Answer>(question: string, data?: unknown): Promise<Answer>
  stop(): Promise<void>
}

interface Question {
  id: number
  question: string
  data: unknown
}
type Reply = { id: number; answer: unknown } | { id: number; error: string }

/** `file` is a TypeScript file beside this one. */
export function startChild(file: string): Child {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child: ChildProcess = fork(path, { execArgv: ['--import', 'tsx', '--expose-gc'] })
  const open = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>()
  let last = 0
  child.on('message', (reply: Reply) => {
    const waiting = open.get(reply.id)
    open.delete(reply.id)
    if ('error' in reply) waiting?.reject(new Error(reply.error))
    else waiting?.resolve(reply.answer)
  })
  child.on('exit', (code) => {
    for (const { reject } of open.values()) reject(new Error(`${file} ended with ${code}.`))
    open.clear()
  })
  return {
    ask: <Answer>(question: string, data?: unknown) => {
      last += 1
      const id = last
      child.send({ id, question, data } satisfies Question)
      return new Promise<Answer>((resolve, reject) =>
        open.set(id, { resolve: (answer) => resolve(answer as Answer), reject }),
      )
    },
    async stop() {
      if (child.exitCode !== null) return
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

/** The child's side. Ends the process when the parent lets go, after `close`. */
export function answerParent(
  handlers: Record<string, (data: never) => unknown>,
  close: () => Promise<void>,
): void {
  process.on('message', async ({ id, question, data }: Question) => {
    try {
      const answer = await handlers[question]?.(data as never)
      process.send?.({ id, answer: answer ?? null } satisfies Reply)
    } catch (error) {
      process.send?.({ id, error: String(error) } satisfies Reply)
    }
  })
  process.on('disconnect', () => void close().then(() => process.exit(0)))
}

/** Milliseconds of the clock all processes of one machine share. */
export const sharedNowMs = (): number => Number(process.hrtime.bigint()) / 1e6
