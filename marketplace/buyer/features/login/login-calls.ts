/** The calls of the login form that end in no session yet. Each answers with its result or with why there is none. */

import {
  type Answer,
  answered,
  answeredOrProven,
  answeredWithProof,
} from '#marketplace/buyer/platform/ask.ts'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import {
  checkVerificationCode,
  recoverPassword,
  sendVerificationCode,
  startCodeLogin,
  startSocialLogin,
  statusByEmail,
} from '#shared/contract/account.ts'
import type { Reply } from '#shared/contract/endpoint.ts'
import { NETWORK_LOGIN_TIMEOUT_MS } from '#shared/contract/limits.ts'
import { returnPlace } from './social-return.ts'

export type EmailStatus = Reply<typeof statusByEmail>['status']

export interface LoginCalls {
  statusOf(email: string): Promise<Answer<EmailStatus>>
  /** Sends a code; answers with the handle of this one login. */
  startCode(email: string): Promise<Answer<number>>
  sendCode(handle: number): Promise<Answer<null>>
  /** Trades the code for the hash that logs in. */
  checkCode(handle: number, code: string): Promise<Answer<string>>
  recover(email: string): Promise<Answer<null>>
  /** The address of a network's login page. */
  socialPage(network: string): Promise<Answer<string>>
}

export function createLoginCalls(services: Pick<Services, 'entryApi' | 'log' | 'loginPrompt'>): LoginCalls {
  const { entryApi: api, log } = services
  const send = async (handle: number) => {
    await api(sendVerificationCode, { query: { action: 'login', customer_id: handle } })
    return null
  }
  return {
    statusOf: (email) =>
      answeredOrProven(
        async (proof) => (await api(statusByEmail, { body: { email, ...proof } })).status,
        services,
      ),
    startCode: (email) =>
      answeredWithProof(async (proof) => {
        const { data } = await api(startCodeLogin, { body: { email, ...proof } })
        await send(data.customer_id)
        return data.customer_id
      }, services),
    sendCode: (handle) => answered(() => send(handle), log),
    checkCode: (handle, code) =>
      answered(async () => {
        const body = { action: 'login', customer_id: handle, code } as const
        return (await api(checkVerificationCode, { body })).data.verification_hash
      }, log),
    recover: (email) =>
      answeredWithProof(async (proof) => {
        const return_to = returnPlace(window, services.loginPrompt.asked.peek().onward)
        await api(recoverPassword, { body: { email, return_to, ...proof } })
        return null
      }, services),
    socialPage: (network) =>
      answered(async () => {
        const options = { timeoutMs: NETWORK_LOGIN_TIMEOUT_MS }
        return (await api(startSocialLogin, { params: { network } }, options)).data.url
      }, log),
  }
}
