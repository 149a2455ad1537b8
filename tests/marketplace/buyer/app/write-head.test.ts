// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { writeHead } from '#marketplace/buyer/app/background-parts.tsx'
import type { PageHead } from '#shared/rules/site/page-head.ts'
import { NOT_FOUND } from '#shared/rules/site/page-meta.ts'

const HEAD: PageHead = {
  title: 'Messages',
  description: 'Your conversations.',
  robots: 'noindex, nofollow',
  canonical: 'https://plat.example/messenger',
}

const content = (by: string) => document.head.querySelector(`meta[${by}]`)?.getAttribute('content')
const canonical = () => document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')

beforeEach(() => {
  document.head.innerHTML =
    '<meta name="description" content="Landing" /><meta name="viewport" content="x" />'
})

test('the head says what the page is', () => {
  writeHead(document, HEAD)
  expect(content('name="description"')).toBe('Your conversations.')
  expect(content('name="robots"')).toBe('noindex, nofollow')
  expect(content('property="og:title"')).toBe('Messages · Plat')
  expect(content('name="twitter:title"')).toBe('Messages · Plat')
  expect(content('property="og:url"')).toBe('https://plat.example/messenger')
  expect(canonical()).toBe('https://plat.example/messenger')
  expect(content('name="viewport"')).toBe('x')
})

test('the next page changes the tags instead of adding more', () => {
  writeHead(document, HEAD)
  const count = document.head.children.length
  writeHead(document, { ...HEAD, title: 'Offers', canonical: 'https://plat.example/profile/offers' })
  expect(document.head.children.length).toBe(count)
  expect(canonical()).toBe('https://plat.example/profile/offers')
})

test('a page that does not exist has no address of its own', () => {
  writeHead(document, HEAD)
  writeHead(document, NOT_FOUND)
  expect(canonical()).toBeUndefined()
  expect(content('property="og:url"')).toBeUndefined()
  expect(content('name="robots"')).toBe('noindex, nofollow')
})
