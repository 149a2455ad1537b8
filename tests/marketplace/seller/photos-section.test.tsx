// @vitest-environment happy-dom
/** The caption of a photo saves itself when its field is left; until the server has it, it is asked about. */
import { useSignals } from '@preact/signals-react/runtime'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { createUnsaved } from '#marketplace/kit/unsaved.ts'
import { UnsavedContext } from '#marketplace/kit/use-unsaved.ts'
import { createDealEditor, type DealEditor } from '#marketplace/seller/deals/deal-editor.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { PhotosSection } from '#marketplace/seller/ui/deals/photos-section.tsx'
import type { Failure } from '#shared/api/api-error.ts'
import { sellerDealForEdit } from '#shared/contract/seller-listing.ts'
import { sellerCaptionImage } from '#shared/contract/seller-listing-files.ts'
import { createFakeApi, refused } from '#tests/support/fake-api.ts'
import { render, the, type } from '#tests/support/render.tsx'

const STORE = { sendFile: async () => ({}) } as unknown as SellerStore
const dealWith = (caption: string) => ({ data: { id: 7, images: [{ id: 4, caption }] } })

function Shown({ editor }: { editor: DealEditor }) {
  useSignals()
  const deal = editor.deal.value
  return deal ? <PhotosSection store={STORE} editor={editor} deal={deal} /> : null
}

test('a caption that is typed is asked about until it is saved, and a link waits for the answer of its save', async () => {
  const unsaved = createUnsaved(window)
  const server = createFakeApi()
  let answer: (failure: Failure) => void = () => {}
  const first = new Promise<Failure>((resolve) => {
    answer = resolve
  })
  server.on(sellerDealForEdit, dealWith('Front'))
  server.on(sellerCaptionImage, () => first, dealWith('Back'))
  const editor = createDealEditor(server.api, 7)
  await editor.load()
  const box = await render(
    <UnsavedContext value={unsaved}>
      <Shown editor={editor} />
    </UnsavedContext>,
  )
  const field = () => the<HTMLInputElement>(box, '[aria-label="Caption of photo 1"]')
  const leave = () => field().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  expect(unsaved.isDirty.value).toBe(false)
  await type(field(), 'Back')
  expect(unsaved.isDirty.value).toBe(true)

  // A press on a link leaves the field first.
  await act(async () => leave())
  expect(unsaved.isDirty.value).toBe(true)
  expect(unsaved.saving.value).toBe(1)
  await act(async () => {
    answer(refused(500))
    await vi.waitFor(() => expect(editor.errorMessage.value).not.toBeNull())
  })
  expect(unsaved.isDirty.value).toBe(true)
  expect(unsaved.saving.value).toBe(0)

  await act(async () => {
    leave()
    await vi.waitFor(() => expect(editor.deal.value?.images[0]?.caption).toBe('Back'))
  })
  expect(server.of(sellerCaptionImage).map(({ body }) => body)).toEqual([
    { caption: 'Back' },
    { caption: 'Back' },
  ])
  expect(unsaved.isDirty.value).toBe(false)
  expect(unsaved.saving.value).toBe(0)
})
