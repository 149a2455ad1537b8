/** Whether a page of another origin may ask a backend, and read what it answers. */
import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { Answer, Backend } from './call.ts'

export const SENT_HEADERS = ['authorization', 'content-type', 'idempotency-key', 'x-socket-id']

/** What is wrong with the answer to a preflight. */
export function preflightFaults(answer: Answer, origin: string, method: string): string[] {
  if ('problem' in answer) return [answer.problem]
  const listed = (name: string) => (answer.headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/)
  const says = originFaults(answer.headers, origin)
  const isSimple = method === 'GET' || method === 'POST'
  const methods = listed('access-control-allow-methods')
  if (!isSimple && !methods.includes(method.toLowerCase()) && !methods.includes('*'))
    says.push(`Access-Control-Allow-Methods lacks ${method}`)
  const headers = listed('access-control-allow-headers')
  // A star does not cover Authorization.
  const lacking = SENT_HEADERS.filter(
    (name) => !headers.includes(name) && (name === 'authorization' || !headers.includes('*')),
  )
  if (lacking.length > 0) says.push(`Access-Control-Allow-Headers lacks ${lacking.join(', ')}`)
  return says
}

/** The backend, with every answer to `origin` looked at; `faults` are those of which a browser shows a page nothing. */
export function watchAnswers<T extends Backend>(backend: T, origin: string | undefined) {
  const faults = new Set<string>()
  if (origin === undefined) return { watched: backend, faults }
  const heard = ({ method, path }: Endpoint, { status, headers }: Response) => {
    for (const fault of originFaults(headers, origin)) faults.add(`${method} ${path} (${status}): ${fault}`)
  }
  return { watched: { ...backend, heard }, faults }
}

function originFaults(headers: Headers, origin: string): string[] {
  const allowed = headers.get('access-control-allow-origin')
  if (allowed === '*' || allowed === origin) return []
  return [`Access-Control-Allow-Origin is ${allowed ?? 'missing'}, ${origin} is needed`]
}
