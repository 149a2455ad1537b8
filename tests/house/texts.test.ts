/** Texts go out by the queue, which asks for consent to their purpose. Others answer what somebody requested at that moment. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const SERVER = fileURLToPath(new URL('../../server/', import.meta.url))

const SENDING: Record<string, string> = {
  'notifications/deliveries/send-text.ts': 'asks for consent',
  'accounts/phones/confirm-phone.ts': 'a code that is requested',
  'accounts/profile/action-code.ts': 'a code that is requested',
  'accounts/phones/replies.ts': 'the answer to STOP, START and HELP',
  'outreach/blasts/oneself-routes.ts': 'a test to the number of who presses it',
}

it('each text asks for consent to its purpose, or has a stated reason', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  const sending = files.filter(
    (file) => file.endsWith('.ts') && /\bsms\.send\(/.test(readFileSync(SERVER + file, 'utf8')),
  )
  expect(sending.sort()).toEqual(Object.keys(SENDING).sort())
})
