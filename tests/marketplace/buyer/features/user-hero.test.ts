import { expect, test } from 'vitest'
import { greeting } from '#marketplace/buyer/features/home/user-hero.tsx'

test.each([
  ['somebody who has just registered', 'Ada Okafor', false, 'Welcome, Ada'],
  ['somebody who has been here before', 'Ada Okafor', true, 'Welcome back, Ada'],
  ['somebody without a name', ' ', true, 'Welcome back'],
])('home greets %s', (_, name, isEmailConfirmed, text) => {
  expect(greeting({ name, isEmailConfirmed })).toBe(text)
})
