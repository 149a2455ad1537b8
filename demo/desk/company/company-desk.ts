/** The account at its desk: its settings, the people there, and their saved replies. */
import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { LoadState } from '#demo/desk/desk-model.ts'
import { troubleText } from '#demo/desk/desk-words.ts'
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
  save(change: Partial<Pick<DeskCompanyWire, 'title' | 'about' | 'states' | 'requires_id'>>): Promise<boolean>
  removeLogo(): Promise<boolean>
  /** After an upload. */
  take(company: DeskCompanyWire): void
  setRole(memberId: number, role: MemberRole): Promise<boolean>
  /** A new one without an id. */
  keepReply(reply: { id: number | null; title: string; body: string }): Promise<boolean>
  removeReply(id: number): Promise<boolean>
}

export function createCompanyDesk(api: Api): CompanyDesk {
  const company = signal<DeskCompanyWire | null>(null)
  const state = signal<LoadState>('loading')
  const colleagues = signal<readonly DeskColleagueWire[]>([])
  const replies = signal<readonly SavedReplyWire[]>([])
  const trouble = signal<string | null>(null)
  const notice = signal<string | null>(null)

  const act = async (done: string, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work()
      batch(() => {
        trouble.value = null
        notice.value = done
      })
      return true
    } catch (error) {
      batch(() => {
        trouble.value = troubleText(error)
        notice.value = null
      })
      return false
    }
  }

  return {
    ...{ company, state, colleagues, replies, trouble, notice },
    async load() {
      try {
        company.value = (await api(deskCompany, {})).data
        state.value = 'ready'
      } catch {
        if (state.peek() !== 'ready') state.value = 'failed'
      }
    },
    async loadShared() {
      // Without them one writes by hand and assigns to nobody.
      const [people, kept] = await Promise.allSettled([api(deskMembers, {}), api(deskSavedReplies, {})])
      if (people.status === 'fulfilled') colleagues.value = people.value.data
      if (kept.status === 'fulfilled') replies.value = kept.value.data
    },
    save: (change) =>
      act('Saved.', async () => {
        company.value = (await api(deskSaveCompany, { body: change })).data
      }),
    removeLogo: () =>
      act('The logo is removed.', async () => {
        company.value = (await api(deskRemoveLogo, {})).data
      }),
    take(next) {
      company.value = next
      notice.value = 'The logo is saved.'
    },
    setRole: (member, role) =>
      act('Saved.', async () => {
        colleagues.value = (await api(deskSetRole, { params: { member }, body: { role } })).data
      }),
    keepReply: ({ id, ...body }) =>
      act('The reply is saved.', async () => {
        const { data } =
          id === null
            ? await api(deskAddSavedReply, { body })
            : await api(deskChangeSavedReply, { params: { reply: id }, body })
        replies.value = data
      }),
    removeReply: (reply) =>
      act('The reply is removed.', async () => {
        replies.value = (await api(deskRemoveSavedReply, { params: { reply } })).data
      }),
  }
}
