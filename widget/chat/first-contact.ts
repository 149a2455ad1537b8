/** The company behind an account that has no conversation yet. Loaded when a page asks for one. */
import type { Api } from '#shared/api/client.ts'
import { getContact } from '#shared/contract/messenger.ts'
import type { Conversation } from '#shared/thread/model.ts'
import { toConversation } from '#shared/thread/translate.ts'
import { failureOf } from './failure.ts'

/** Null if it takes no first messages, and for what a call can fail with. */
export async function findContact(api: Api, customer: number, account: number): Promise<Conversation | null> {
  try {
    const { data } = await api(getContact, { params: { customer, account } })
    if (!data) return null
    const note = [data.answers, data.hours].filter(Boolean).join(' ')
    return { ...toConversation({ id: 0, account: data.account }), note }
  } catch (error) {
    failureOf(error)
    return null
  }
}
