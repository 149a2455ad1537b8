import { describe, expect, it } from 'vitest'
import { passwordProblem } from '#shared/rules/password.ts'

const OWNER = { email: 'dana.whitfield@example.com', names: ['Dana', 'Whitfield-Okafor', null] }
const EMAIL = 'Do not use your email as the password.'
const NAME = 'Do not use your name as the password.'

describe('a password', () => {
  it.each([
    ['of eight characters', 'qzvwkpmt', null],
    ['of seven', 'qzvwkpm', 'Use at least 8 characters.'],
    ['of seven emoji, which are fourteen units', '🏠🏡🏠🏡🏠🏡🏠', 'Use at least 8 characters.'],
    ['of 128', 'qz'.repeat(64), null],
    ['of 129', `${'qz'.repeat(64)}q`, 'Use at most 128 characters.'],
    ['of blanks', '          ', 'Use more than blanks.'],
    ['with no digit, capital or sign', 'a door in the hill', null],
    ['that is the e-mail', 'Dana.Whitfield@Example.com', EMAIL],
    ['that is the e-mail’s first part', 'danawhitfield', EMAIL],
    ['that is the last name', 'whitfield okafor', NAME],
    ['that is the whole name', 'DanaWhitfieldOkafor', NAME],
    ['that only holds the name', 'dana whitfield-okafor has a dog', null],
  ])('%s', (_, password, problem) => {
    expect(passwordProblem(password, OWNER)).toBe(problem)
  })

  it('of somebody unknown is only measured', () => {
    expect(passwordProblem('danawhitfield')).toBeNull()
    expect(passwordProblem('danawhitfield', { email: null, names: [undefined, ''] })).toBeNull()
  })
})
