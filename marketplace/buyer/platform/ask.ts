/** One call of a form at the door, answered instead of thrown; with a captcha when the server wants one for it. */

import { solveCaptcha } from '#marketplace/kit/captcha.ts'
import type { Api } from '#shared/api/client.ts'
import type { Log } from '#shared/lib/log.ts'
import { type Refusal, refusalOf } from './entrance.ts'

export type Answer<T> = { readonly kind: 'done'; readonly value: T } | Refusal

interface Proof {
  recaptcha_token?: string
}

/** Bugs are thrown on. */
export async function answered<T>(call: () => Promise<T>, log: Log): Promise<Answer<T>> {
  try {
    return { kind: 'done', value: await call() }
  } catch (error) {
    return refusalOf(error, log)
  }
}

interface Asking {
  entryApi: Api
  log: Log
}

/** For calls that send a mail to whoever is named: always with a captcha. */
export const answeredWithProof = <T>(
  call: (proof: Proof) => Promise<T>,
  { entryApi, log }: Asking,
): Promise<Answer<T>> => answered(async () => call(await proofFor(entryApi)), log)

/** For a call that wants a captcha only from who makes many of them, and says so: then it is solved and the call made again. */
export async function answeredOrProven<T>(
  call: (proof: Proof) => Promise<T>,
  asking: Asking,
): Promise<Answer<T>> {
  const first = await answered(() => call({}), asking.log)
  const wantsProof = first.kind === 'refused' && first.errors.recaptcha_token !== undefined
  return wantsProof ? answeredWithProof(call, asking) : first
}

async function proofFor(api: Api): Promise<Proof> {
  const recaptcha_token = await solveCaptcha(api)
  return recaptcha_token === undefined ? {} : { recaptcha_token }
}
