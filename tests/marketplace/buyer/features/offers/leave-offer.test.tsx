// @vitest-environment happy-dom
/** Leaving an offer that is not sent: what is said about its draft is what happened to it. */
import { expect, test, vi } from 'vitest'
import { LeaveOffer } from '#marketplace/buyer/features/offers/leave-offer.tsx'
import type { OfferDraftModel } from '#marketplace/buyer/features/offers/offer-draft-model.ts'
import { takeNotices } from '#marketplace/kit/ui/toast.ts'
import { ApiError } from '#shared/api/api-error.ts'
import { buttonNamed, doing, render } from '#tests/support/render.tsx'

const discardButton = () => buttonNamed(document, 'Discard draft')
const said = () => takeNotices().map(({ text }) => text)

async function leaving(answers: (() => Promise<void>)[]) {
  takeNotices()
  const stay = vi.fn()
  const leave = vi.fn()
  const discard = () => answers.shift()?.() ?? Promise.reject(new TypeError('Discarded once more.'))
  const draftModel = { discard, saveProofs: async () => true } as unknown as OfferDraftModel
  await render(<LeaveOffer isAsking close={() => {}} stay={stay} leave={leave} draftModel={draftModel} />)
  return { stay, leave }
}

test('a draft is called discarded, and the page left, once the server has discarded it', async () => {
  let answer = () => {}
  const discarded = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { stay, leave } = await leaving([() => discarded])
  await doing(() => discardButton().click())
  for (const name of ['Discard draft', 'Keep draft and leave', 'Stay'])
    await doing(() => buttonNamed(document, name).click())
  expect([said(), leave.mock.calls.length, stay.mock.calls.length]).toEqual([[], 0, 0])
  await doing(answer)
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce())
  expect([said(), stay.mock.calls.length]).toEqual([['Draft discarded'], 0])
})

test('a draft that could not be discarded is not called so: the question stays, says why, and tries again', async () => {
  const offline = () => Promise.reject(new ApiError('removeDraftOffer', { kind: 'offline' }))
  const { stay, leave } = await leaving([offline, async () => {}])
  await doing(() => discardButton().click())
  await vi.waitFor(() =>
    expect(document.querySelector('[role=alert]')?.textContent).toMatch(
      /^The draft was not discarded\. .+ cannot be reached\. Nothing is lost: try again in a moment\.$/,
    ),
  )
  expect([said(), leave.mock.calls.length]).toEqual([[], 0])
  await doing(() => buttonNamed(document, 'Stay').click())
  expect(stay).toHaveBeenCalledOnce()
  await doing(() => discardButton().click())
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce())
  expect(said()).toEqual(['Draft discarded'])
})
