/** The account in the seller app: its settings, the people there, and their saved replies. */
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { formMessage, NO_ERRORS, sayFailure } from '#marketplace/kit/attempt.ts'
import { errorText } from '#marketplace/kit/error-text.ts'
import { createResource, type Resource } from '#marketplace/kit/resource.ts'
import type { LoadState } from '#marketplace/seller/load-state.ts'

import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { MemberRole } from '#shared/contract/member-roles.ts'
import {
  type CompanyChange,
  type SavedReplyWire,
  type SellerColleagueWire,
  type SellerCompanyWire,
  sellerAddSavedReply,
  sellerChangeSavedReply,
  sellerCompany,
  sellerInvite,
  sellerInviteAgain,
  sellerMembers,
  sellerPauseMember,
  sellerRemoveLogo,
  sellerRemoveSavedReply,
  sellerSaveCompany,
  sellerSavedReplies,
  sellerSetRole,
  sellerWithdrawInvitation,
} from '#shared/contract/seller-company.ts'
import { type SellerIdentityWire, sellerIdentity } from '#shared/contract/seller-identity.ts'
import { sellerRequireTwoStep, sellerResetMember } from '#shared/contract/two-step.ts'
import type { Clock } from '#shared/lib/clock.ts'

export interface CompanyStore {
  readonly company: ReadonlySignal<SellerCompanyWire | null>
  readonly state: ReadonlySignal<LoadState>
  readonly colleagues: ReadonlySignal<readonly SellerColleagueWire[]>
  readonly replies: ReadonlySignal<readonly SavedReplyWire[]>
  /** The identity check of the member who is logged in. */
  readonly identity: Resource<SellerIdentityWire>
  /** Null when the fields of a form say it all. */
  readonly errorMessage: ReadonlySignal<string | null>
  /** By field of a form, e.g. `settings.title`, `invitation.email` or `reply.body`. */
  readonly errors: ReadonlySignal<Readonly<Record<string, string>>>
  /** Says what just worked. */
  readonly notice: ReadonlySignal<string | null>
  load(): Promise<void>
  /** What every person in the seller app needs: colleagues and replies. */
  loadShared(): Promise<void>
  save(change: CompanyChange): Promise<boolean>
  removeLogo(): Promise<boolean>
  requireTwoStep(isRequired: boolean): Promise<boolean>
  /** Rejects with `ApiError`. */
  resetTwoStep(memberId: number): Promise<void>
  /** After an upload. */
  take(company: SellerCompanyWire): void
  setRole(memberId: number, role: MemberRole): Promise<boolean>
  invite(person: { name: string; email: string; role: MemberRole }): Promise<boolean>
  inviteAgain(memberId: number): Promise<boolean>
  withdrawInvitation(memberId: number): Promise<boolean>
  /** `reassign_to` gets the conversations; null is nobody in particular. */
  pause(memberId: number, body: { is_paused: boolean; reassign_to?: number | null }): Promise<boolean>
  /** A new one without an id. */
  keepReply(reply: { id: number | null; title: string; body: string }): Promise<boolean>
  removeReply(id: number): Promise<boolean>
}

export function createCompanyStore(api: Api, clock?: Clock): CompanyStore {
  const account = createResource(async () => (await api(sellerCompany, {})).data, clock)
  // Without them one writes by hand and assigns to nobody.
  const people = createResource(async () => (await api(sellerMembers, {})).data, clock)
  const kept = createResource(async () => (await api(sellerSavedReplies, {})).data, clock)
  const identity = createResource(async () => (await api(sellerIdentity, {})).data, clock)
  const errorMessage = signal<string | null>(null)
  const errors = signal<Readonly<Record<string, string>>>({})
  const notice = signal<string | null>(null)

  const act = async (done: string, work: () => Promise<unknown>, form?: FormName): Promise<boolean> => {
    try {
      await work()
      batch(() => {
        errorMessage.value = null
        errors.value = {}
        notice.value = done
      })
      return true
    } catch (error) {
      const said = form && error instanceof ApiError ? sayFailure(error.failure) : NO_ERRORS
      batch(() => {
        errorMessage.value = form && said !== NO_ERRORS ? formMessage(said, FIELDS[form]) : errorText(error)
        errors.value = Object.fromEntries(
          Object.entries(said.fields).map(([name, text]) => [`${form}.${name}`, text]),
        )
        notice.value = null
      })
      return false
    }
  }

  const changeTeam = (done: string, call: Promise<{ data: SellerColleagueWire[] }>, form?: FormName) =>
    act(done, () => people.write(async () => (await call).data), form)

  return {
    company: computed(() => shown(account) ?? null),
    state: computed(() => account.state.value.phase),
    colleagues: computed(() => shown(people) ?? []),
    replies: computed(() => shown(kept) ?? []),
    identity,
    errorMessage,
    errors,
    notice,
    load: account.load,
    loadShared: async () => void (await Promise.all([people.load(), kept.load()])),
    save: (change) =>
      act(
        'Saved.',
        () => account.write(async () => (await api(sellerSaveCompany, { body: change })).data),
        'settings',
      ),
    removeLogo: () =>
      act('The logo is removed.', () => account.write(async () => (await api(sellerRemoveLogo, {})).data)),
    requireTwoStep: (is_required) =>
      act('Saved.', async () => {
        await api(sellerRequireTwoStep, { body: { is_required } })
        await account.load()
      }),
    async resetTwoStep(member) {
      await api(sellerResetMember, { params: { member } })
      await people.load()
    },
    take(next) {
      account.put(next)
      notice.value = 'The logo is saved.'
    },
    setRole: (member, role) =>
      changeTeam('Saved.', api(sellerSetRole, { params: { member }, body: { role } })),
    invite: (body) =>
      changeTeam(`The invitation is sent to ${body.email}.`, api(sellerInvite, { body }), 'invitation'),
    inviteAgain: (member) =>
      changeTeam('The invitation is sent.', api(sellerInviteAgain, { params: { member } })),
    withdrawInvitation: (member) =>
      changeTeam('The invitation is withdrawn.', api(sellerWithdrawInvitation, { params: { member } })),
    pause: (member, body) =>
      changeTeam(
        body.is_paused ? 'The login is paused.' : 'The login works again.',
        api(sellerPauseMember, { params: { member }, body }),
      ),
    keepReply: ({ id, ...body }) =>
      act(
        'The reply is saved.',
        () =>
          kept.write(async () => {
            const call =
              id === null
                ? api(sellerAddSavedReply, { body })
                : api(sellerChangeSavedReply, { params: { reply: id }, body })
            return (await call).data
          }),
        'reply',
      ),
    removeReply: (reply) =>
      act('The reply is removed.', () =>
        kept.write(async () => (await api(sellerRemoveSavedReply, { params: { reply } })).data),
      ),
  }
}

const shown = <T>({ state }: Resource<T>): T | undefined =>
  state.value.phase === 'ready' ? state.value.value : undefined

/** Fields that have a place for what is wrong with them. */
const FIELDS = {
  settings: ['title', 'about', 'postal_address', 'registration_state', 'ein'],
  invitation: ['name', 'email'],
  reply: ['title', 'body'],
} as const satisfies Record<string, readonly string[]>
type FormName = keyof typeof FIELDS
