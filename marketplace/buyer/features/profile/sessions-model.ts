/** The sessions of the customer and ending them. No React. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import { createResource, type Resource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import { endOtherSessions, endSession, listSessions } from '#shared/contract/profile.ts'
import type { LoginSessionWire } from '#shared/contract/sessions.ts'

export interface SessionsModel {
  readonly sessions: Resource<readonly LoginSessionWire[]>
  /** Ids that are being ended, and `others`. */
  readonly busy: ReadonlySignal<ReadonlySet<number | 'others'>>
  readonly problem: ReadonlySignal<string | null>
  end(id: number): Promise<boolean>
  endOthers(): Promise<boolean>
}

export function createSessionsModel(api: Api): SessionsModel {
  const sessions = createResource<readonly LoginSessionWire[]>(async () => (await api(listSessions, {})).data)
  const busy = signal<ReadonlySet<number | 'others'>>(new Set())
  const problem = signal<string | null>(null)

  async function run(
    what: number | 'others',
    call: Promise<unknown>,
    stays: (session: LoginSessionWire) => boolean,
  ): Promise<boolean> {
    problem.value = null
    busy.value = new Set([...busy.peek(), what])
    const result = await attempt(call)
    busy.value = new Set([...busy.peek()].filter((one) => one !== what))
    // A session that is not there any more is what was wanted.
    const isGone =
      result.kind === 'done' || (result.failure.kind === 'refused' && result.failure.status === 404)
    const state = sessions.state.peek()
    if (isGone && state.phase === 'ready') sessions.put(state.value.filter(stays))
    if (!isGone && result.kind === 'failed') problem.value = formMessage(sayFailure(result.failure))
    return isGone
  }

  return {
    sessions,
    busy,
    problem,
    end: (id) => run(id, api(endSession, { params: { session: id } }), (session) => session.id !== id),
    endOthers: () => run('others', api(endOtherSessions, {}), (session) => session.is_current),
  }
}
