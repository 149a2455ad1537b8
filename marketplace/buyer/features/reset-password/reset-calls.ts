/** What the reset page asks the server, for one link. */
import { answered, answeredWithProof } from '#marketplace/buyer/platform/ask.ts'
import type { Api } from '#shared/api/client.ts'
import { checkRecoveryLink, recoverPassword } from '#shared/contract/account.ts'
import type { Log } from '#shared/lib/log.ts'
import type { ResetModelDeps } from './reset-model.ts'

export function createResetCalls(
  services: { entryApi: Api; log: Log },
  hash: string,
): Pick<ResetModelDeps, 'isValid' | 'mailLink'> {
  const { entryApi: api, log } = services
  return {
    isValid: () =>
      answered(
        async () => (await api(checkRecoveryLink, { body: { confirm_hash: hash } })).data.is_valid,
        log,
      ),
    mailLink: (email) =>
      answeredWithProof(async (proof) => {
        await api(recoverPassword, { body: { email, ...proof } })
        return null
      }, services),
  }
}
