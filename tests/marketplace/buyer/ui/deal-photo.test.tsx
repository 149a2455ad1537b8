// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { Photo } from '#marketplace/buyer/features/deal/photo.tsx'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider } from '#marketplace/buyer/platform/services-context.tsx'
import { DealPhoto } from '#marketplace/buyer/ui/deal/deal-photo.tsx'
import { doing, render, the } from '#tests/support/render.tsx'

const SRC = 'https://plat.example/photos/1.jpg'
const IMAGE = { id: 1, url: SRC, caption: 'Kitchen', is_illustration: false }

/** Renders a picture whose page has the connection checked; each check is answered by hand. */
async function open(picture: React.ReactNode) {
  const asked: ((isAnswered: boolean) => void)[] = []
  const connection = { check: () => new Promise<boolean>((answer) => asked.push(answer)) }
  const box = await render(
    <ServicesProvider services={{ connection } as unknown as Services}>{picture}</ServicesProvider>,
  )
  const fail = () => doing(() => the(box, 'img').dispatchEvent(new Event('error')))
  const answer = (isAnswered: boolean) => doing(() => asked.shift()?.(isAnswered))
  return { box, fail, answer }
}

test('a picture that fails while the server is away is not called missing, and comes when the server is back', async () => {
  const { box, fail, answer } = await open(<DealPhoto src={SRC} />)
  const first = the(box, 'img')
  await fail()
  expect([box.textContent, box.querySelector('img')]).toEqual(['', null])
  await answer(false)
  expect(the<HTMLImageElement>(box, 'img').src).toBe(SRC)
  expect(the(box, 'img')).not.toBe(first)
})

test('a picture that fails twice while the server answers is called missing', async () => {
  const { box, fail, answer } = await open(<DealPhoto src={SRC} />)
  await fail()
  await answer(true)
  await fail()
  await answer(true)
  expect(box.textContent).toBe('No picture')
})

test('a deal without a picture says so at once', async () => {
  const { box } = await open(<DealPhoto src={null} />)
  expect(box.textContent).toBe('No picture')
})

test('a photo in the gallery waits for the server without saying that it could not be loaded', async () => {
  const { box, fail, answer } = await open(<Photo image={IMAGE as never} fallbackName="Photo 1" />)
  await fail()
  expect(the(box, '[role=img]').getAttribute('aria-label')).toBe('Kitchen')
  await answer(false)
  expect(the<HTMLImageElement>(box, 'img').alt).toBe('Kitchen')
  await fail()
  await answer(true)
  expect(the(box, '[role=img]').getAttribute('aria-label')).toBe('Kitchen, could not be loaded')
})
