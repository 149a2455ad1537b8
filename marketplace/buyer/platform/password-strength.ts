/**
 * How hard a password is to guess, in five levels with a word of advice. Carries the dictionaries, several hundred KB, so it
 * runs in a worker that is fetched when the first character of a new password is typed (strength-estimator.ts).
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'

export interface Strength {
  /** 0 is guessed at once, 4 is strong. */
  readonly level: 0 | 1 | 2 | 3 | 4
  readonly advice: string
}

/** Longer ones are strong whatever follows; the time to look grows with the length. */
const LOOKED_AT = 40

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
})

/** `own` are the person's names and address, which make a password easy to guess. */
export function strengthOf(password: string, own: readonly string[] = []): Strength {
  const { score, feedback } = zxcvbn.check(password.slice(0, LOOKED_AT), [...own])
  const advice = [feedback.warning, ...feedback.suggestions].find((text) => text) ?? ''
  return { level: score as Strength['level'], advice: score === 4 ? '' : withStop(advice) }
}

const withStop = (text: string) => (text === '' || text.endsWith('.') ? text : `${text}.`)
