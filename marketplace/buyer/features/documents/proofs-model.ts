/** The proofs of funds of the person who is logged in, and what can be done to each (checklist PRO-07). No React. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import * as z from 'zod/mini'
import { attempt, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import { createResource, type ResourceState } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import {
  downloadProofOfFunds,
  listProofsOfFunds,
  type ProofOfFundsWire,
  removeProofOfFunds,
  updateProofOfFunds,
  uploadProofOfFunds,
} from '#shared/contract/proof-of-funds.ts'

export interface ProofChanges {
  amount_cents: number | null
  bank: string | null
  valid_until: string | null
}

export interface ProofsModel {
  readonly state: ReadonlySignal<ResourceState<readonly ProofOfFundsWire[]>>
  readonly busyIds: ReadonlySignal<ReadonlySet<number>>
  /** Why a proof could not be removed. */
  readonly problems: ReadonlySignal<ReadonlyMap<number, string>>
  load(): Promise<void>
  /** Takes the answer of an upload; returns what was uploaded, or null when the answer cannot be read. */
  adopt(reply: unknown): ProofOfFundsWire | null
  /** Rejects with `ApiError`. */
  save(id: number, changes: ProofChanges): Promise<void>
  /** True when it is gone. */
  remove(id: number): Promise<boolean>
}

export function createProofsModel(api: Api): ProofsModel {
  const list = createResource(async (): Promise<readonly ProofOfFundsWire[]> => {
    const { data } = await api(listProofsOfFunds, {})
    return data
  })
  const busyIds = signal<ReadonlySet<number>>(new Set())
  const problems = signal<ReadonlyMap<number, string>>(new Map())
  const known = () => {
    const state = list.state.peek()
    return state.phase === 'ready' ? state.value : []
  }

  async function press<T>(id: number, call: Promise<T>): Promise<T> {
    busyIds.value = new Set([...busyIds.peek(), id])
    say(id, null)
    try {
      return await call
    } finally {
      busyIds.value = new Set([...busyIds.peek()].filter((other) => other !== id))
    }
  }
  function say(id: number, problem: string | null) {
    const said = new Map(problems.peek())
    if (problem === null) said.delete(id)
    else said.set(id, problem)
    problems.value = said
  }

  return {
    state: list.state,
    busyIds,
    problems,
    load: list.load,
    adopt(reply) {
      const parsed = z.safeDecode(uploadProofOfFunds.reply, reply as never)
      if (!parsed.success) {
        void list.load()
        return null
      }
      const proof = parsed.data.data
      // A repeat answers with the first.
      list.put([proof, ...known().filter(({ id }) => id !== proof.id)])
      return proof
    },
    async save(id, changes) {
      const { data } = await press(id, api(updateProofOfFunds, { params: { proof: id }, body: changes }))
      list.put(known().map((proof) => (proof.id === id ? data : proof)))
    },
    async remove(id) {
      const answer = await attempt(press(id, api(removeProofOfFunds, { params: { proof: id } })))
      if (answer.kind === 'done') list.put(known().filter((proof) => proof.id !== id))
      else {
        say(id, formMessage(sayFailure(answer.failure)))
        // An offer was made with it meanwhile: the list says so.
        await list.load()
      }
      return answer.kind === 'done'
    },
  }
}

/** Opened in a new tab, where the session leads on to a link of the moment: those of the list end after minutes. */
export const downloadPath = (id: number): string =>
  `/customer/api${downloadProofOfFunds.path.replace('{proof}', String(id))}`
