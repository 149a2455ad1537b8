/** The account at its desk: its settings, the people there, and their saved replies. */
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { errorText } from '#marketplace/kit/error-text.ts'
import { createResource, type Resource } from '#marketplace/kit/resource.ts'
import type { LoadState } from '#marketplace/seller/load-state.ts'

import type { Api } from '#shared/api/client.ts'
import {
  type DeskColleagueWire,
  type DeskCompanyWire,
  deskAddSavedReply,
  deskChangeSavedReply,
  deskCompany,
  deskMembers,
  deskRemoveLogo,
  deskRemoveSavedReply,
  deskSaveCompany,
  deskSavedReplies,
  deskSetRole,
  type MemberRole,
  type SavedReplyWire,
} from '#shared/contract/desk-company.ts'
import { deskRequireTwoStep, deskResetMember } from '#shared/contract/two-step.ts'
import type { Clock } from '#shared/lib/clock.ts'

export interface CompanyDesk {
  readonly company: ReadonlySignal<DeskCompanyWire | null>
  readonly state: ReadonlySignal<LoadState>
  readonly colleagues: ReadonlySignal<readonly DeskColleagueWire[]>
  readonly replies: ReadonlySignal<readonly SavedReplyWire[]>
  readonly trouble: ReadonlySignal<string | null>
  /** Says what just worked. */
  readonly notice: ReadonlySignal<string | null>
  load(): Promise<void>
  /** What every person at the desk needs: colleagues and replies. */
  loadShared(): Promise<void>
  save(
    change: Partial<Pick<DeskCompanyWire, 'title' | 'about' | 'states' | 'requires_id' | 'proof_rule'>>,
  ): Promise<boolean>
  removeLogo(): Promise<boolean>
  requireTwoStep(isRequired: boolean): Promise<boolean>
  /** Rejects with `ApiError`. */
  resetTwoStep(memberId: number): Promise<void>
  /** After an upload. */
  take(company: DeskCompanyWire): void
  setRole(memberId: number, role: MemberRole): Promise<boolean>
  /** A new one without an id. */
  keepReply(reply: { id: number | null; title: string; body: string }): Promise<boolean>
  removeReply(id: number): Promise<boolean>
}

export function createCompanyDesk(api: Api, clock?: Clock): CompanyDesk {
  const account = createResource(async () => (await api(deskCompany, {})).data, clock)
  // Without them one writes by hand and assigns to nobody.
  const people = createResource(async () => (await api(deskMembers, {})).data, clock)
  const kept = createResource(async () => (await api(deskSavedReplies, {})).data, clock)
  const trouble = signal<string | null>(null)
  const notice = signal<string | null>(null)

  const act = async (done: string, work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      batch(() => {
        trouble.value = null
        notice.value = done
      })
      return true
    } catch (error) {
      batch(() => {
        trouble.value = errorText(error)
        notice.value = null
      })
      return false
    }
  }

  return {
    company: computed(() => shown(account) ?? null),
    state: computed(() => account.state.value.phase),
    colleagues: computed(() => shown(people) ?? []),
    replies: computed(() => shown(kept) ?? []),
    ...{ trouble, notice, load: account.load },
    loadShared: async () => void (await Promise.all([people.load(), kept.load()])),
    save: (change) =>
      act('Saved.', () => account.write(async () => (await api(deskSaveCompany, { body: change })).data)),
    removeLogo: () =>
      act('The logo is removed.', () => account.write(async () => (await api(deskRemoveLogo, {})).data)),
    requireTwoStep: (is_required) =>
      act('Saved.', async () => {
        await api(deskRequireTwoStep, { body: { is_required } })
        await account.load()
      }),
    async resetTwoStep(member) {
      await api(deskResetMember, { params: { member } })
      await people.load()
    },
    take(next) {
      account.put(next)
      notice.value = 'The logo is saved.'
    },
    setRole: (member, role) =>
      act('Saved.', () =>
        people.write(async () => (await api(deskSetRole, { params: { member }, body: { role } })).data),
      ),
    keepReply: ({ id, ...body }) =>
      act('The reply is saved.', () =>
        kept.write(async () => {
          const call =
            id === null
              ? api(deskAddSavedReply, { body })
              : api(deskChangeSavedReply, { params: { reply: id }, body })
          return (await call).data
        }),
      ),
    removeReply: (reply) =>
      act('The reply is removed.', () =>
        kept.write(async () => (await api(deskRemoveSavedReply, { params: { reply } })).data),
      ),
  }
}

const shown = <T>({ state }: Resource<T>): T | undefined =>
  state.value.phase === 'ready' ? state.value.value : undefined
