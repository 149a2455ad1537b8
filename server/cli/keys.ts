/** `key create`: a seller's key for their own site, made by the operator. */
import { SYSTEM } from '#server/core/audit/audit.ts'
import { createKey } from '#server/sellers/keys/keys.ts'
import { KEY_NAME_MAX_LENGTH, KEY_ORIGINS_MAX } from '#shared/contract/key-limits.ts'
import { ORIGIN_HINT, originOf } from '#shared/rules/origins.ts'
import { type Command, WrongUse } from './command.ts'
import { accountGiven } from './people.ts'

export const addKey: Command = {
  summary: 'Create a publishable key and a secret key for the site of an account.',
  options: {
    account: { value: 'ID', help: 'the account, as `account add` printed it', isNeeded: true },
    name: { value: 'NAME', help: 'of the site, to tell the key from others', isNeeded: true },
    origins: { value: 'URL,URL', help: 'pages that may use it, e.g. https://homes.example; else all' },
  },
  async run(context, given) {
    const texts = (given.origins ?? '').split(',').filter((text) => text.trim() !== '')
    const origins = texts.map((text) => {
      const origin = originOf(text.trim())
      if (origin === null) throw new WrongUse(`--origins: "${text.trim()}" is none. ${ORIGIN_HINT}`)
      return origin
    })
    const name = (given.name ?? '').trim()
    if (name.length > KEY_NAME_MAX_LENGTH)
      throw new WrongUse(`--name: at most ${KEY_NAME_MAX_LENGTH} characters.`)
    if (origins.length > KEY_ORIGINS_MAX) throw new WrongUse(`--origins: at most ${KEY_ORIGINS_MAX} of them.`)
    const { id: accountId, title } = await accountGiven(context, given)
    const key = await createKey(
      context.database.db,
      { accountId, actor: SYSTEM, ip: null },
      { name, origins: [...new Set(origins)] },
    )
    return {
      data: key,
      lines: [
        `A key for ${title} was created: ${key.name}.`,
        `  publishable key  ${key.publishable_key}`,
        `  secret key       ${key.secret_key}`,
        'The secret key is shown only now. Keep it on the server of the site.',
      ],
    }
  },
}
