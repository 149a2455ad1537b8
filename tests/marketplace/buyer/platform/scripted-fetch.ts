/** A server in a list: each call takes the next answer. Handed in as `fetch`; the client above it is the real one. */
import { createApi } from '#shared/api/client.ts'

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | 'offline'

/** One that is promised comes when it is there, also after later ones. */
export function scriptedApi(answers: (Answer | Promise<Answer>)[]) {
  const calls: { method: string; path: string; body: unknown }[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const text = await request.clone().text()
    calls.push({
      method: request.method,
      path: new URL(request.url).pathname,
      body: text === '' ? null : JSON.parse(text),
    })
    const answer = await answers.shift()
    if (answer === undefined) throw new Error(`No answer is left for ${request.url}`)
    if (answer === 'offline') throw new TypeError('Failed to fetch')
    const empty = answer.body === undefined
    return new Response(empty ? null : JSON.stringify(answer.body), {
      status: answer.status,
      headers: { 'Content-Type': 'application/json', ...answer.headers },
    })
  }
  return { api: createApi({ base: 'https://plat.example/customer/api', fetch }), calls }
}
