import { expect, test, vi } from 'vitest'
import { createAvatarModel } from '#marketplace/buyer/features/profile/avatar-model.ts'
import { UploadError } from '#shared/api/send-form.ts'
import type { CustomerWire } from '#shared/contract/account.ts'
import { AVATAR_MAX_BYTES } from '#shared/contract/limits.ts'
import { removeAvatar } from '#shared/contract/profile.ts'
import { createFakeApi, refused } from '#tests/support/fake-api.ts'

function avatar(answer: () => Promise<CustomerWire>, api = createFakeApi().api) {
  const adopt = vi.fn()
  const release = vi.fn()
  let tell: (share: number) => void = () => {}
  const model = createAvatarModel({
    api,
    adopt,
    upload: (_, onProgress) => {
      tell = onProgress
      return answer()
    },
    address: { of: () => 'blob:mine', release },
  })
  return { model, adopt, release, tell: (share: number) => tell(share) }
}

const picture = new Blob(['x'])

test('the picture shows while it is sent, and the stored one afterwards', async () => {
  const { model, adopt, release, tell } = avatar(async () => ({ id: 7, photo: '/avatars/7/1.webp' }))
  const sending = model.send(picture)
  expect(model.preview.value).toBe('blob:mine')
  tell(0.5)
  expect(model.progress.value).toBe(0.5)
  expect(await sending).toBe(true)
  expect([model.preview.value, model.progress.value]).toEqual([null, null])
  expect(adopt).toHaveBeenCalledWith({ id: 7, photo: '/avatars/7/1.webp' })
  expect(release).toHaveBeenCalledWith('blob:mine')
})

test('a picture that is refused is taken back, with the reason', async () => {
  const failure = refused(422, 'No.', { errors: { avatar: ['This file is not a picture.'] } })
  const { model, adopt } = avatar(() => Promise.reject(new UploadError(failure, 422)))
  expect(await model.send(picture)).toBe(false)
  expect([model.preview.value, model.problem.value]).toEqual([null, 'This file is not a picture.'])
  expect(adopt).not.toHaveBeenCalled()
})

test.each([
  ['a PDF', { type: 'application/pdf', size: 10 }, /JPEG, PNG or WebP/],
  ['a picture over 5 MB', { type: 'image/png', size: AVATAR_MAX_BYTES + 1 }, /larger than 5 MB/],
])('%s is turned away before anything is sent', (_, file, words) => {
  const { model } = avatar(async () => ({ id: 7 }))
  expect(model.accepts(file)).toBe(false)
  expect(model.problem.value).toMatch(words)
})

test('a picture of exactly 5 MB is fine', () => {
  const { model } = avatar(async () => ({ id: 7 }))
  expect(model.accepts({ type: 'image/webp', size: AVATAR_MAX_BYTES })).toBe(true)
})

test('a portrait can be removed', async () => {
  const { api, on } = createFakeApi()
  on(removeAvatar, { data: { id: 7, photo: null } })
  const { model, adopt } = avatar(async () => ({ id: 7 }), api)
  expect(await model.remove()).toBe(true)
  expect(adopt).toHaveBeenCalledWith(expect.objectContaining({ id: 7, photo: null }))
})
