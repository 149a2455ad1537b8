/** The company in the seller app, and the identity check of its member. */
import { createCompanyStore } from '#marketplace/seller/company/company-store.ts'
import {
  sellerAddSavedReply,
  sellerCompany,
  sellerMembers,
  sellerRemoveSavedReply,
  sellerSaveCompany,
  sellerSavedReplies,
} from '#shared/contract/seller-company.ts'
import {
  MEMBER_IDENTITY_STATES,
  memberIdentityUpdated,
  sellerIdentity,
} from '#shared/contract/seller-identity.ts'
import type { OpenStore } from '../../buyer/live-state/play.ts'
import { listen } from './seller-world.ts'

export const company: OpenStore = (world) => {
  let about = 'Begin'
  let replies = [{ id: 1, title: 'Hello', body: 'Hello.' }]
  const of = () => ({ data: { title: 'Lone Star', about } })
  world.serve(sellerCompany, of)
  world.serve(sellerSaveCompany, ({ body }) => {
    about = body.about ?? about
    return of()
  })
  world.serve(sellerMembers, () => ({ data: [{ id: 1, name: about }] }))
  world.serve(sellerSavedReplies, () => ({ data: replies }))
  world.serve(sellerAddSavedReply, ({ body }) => {
    replies = [...replies, { id: replies.length + 1, ...body }]
    return { data: replies }
  })
  world.serve(sellerRemoveSavedReply, ({ params }) => {
    replies = replies.filter(({ id }) => id !== Number(params.reply))
    return { data: replies }
  })
  const store = createCompanyStore(world.api, world.clock)
  void store.load()
  void store.loadShared()
  return {
    // Nobody tells of these but the next load.
    changes: [
      (which) => {
        about = `Changed ${which}`
        void store.load()
        void store.loadShared()
      },
    ],
    acts: [
      (which) => store.save({ about: `Saved ${which}` }).then(() => store.loadShared()),
      (which) => store.keepReply({ id: null, title: `Reply ${which}`, body: 'Yes.' }),
      (which) => store.removeReply(1 + which),
      store.load,
      store.loadShared,
    ],
    shown: () => [store.company.value?.about, store.colleagues.value[0]?.name, store.replies.value],
    truth: () => [about, about, replies],
  }
}

export const memberIdentity: OpenStore = (world) => {
  let status: (typeof MEMBER_IDENTITY_STATES)[number] = 'not_started'
  world.serve(sellerIdentity, () => ({ data: { status, reason: null, is_offered: true } }))
  const store = createCompanyStore(world.api, world.clock)
  void store.identity.load()
  listen(world, { company: store })
  return {
    changes: [
      (which) => {
        status = MEMBER_IDENTITY_STATES[which % MEMBER_IDENTITY_STATES.length] ?? status
        world.send(memberIdentityUpdated, { member_id: 1 })
      },
    ],
    acts: [store.identity.load],
    shown: () => (store.identity.state.value.phase === 'ready' ? store.identity.state.value.value : null),
    truth: () => ({ status, reason: null, is_offered: true }),
  }
}
