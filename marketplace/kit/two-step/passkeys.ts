/** The browser's passkeys behind two functions, so that a model can be tried without a device. */
import type { PasskeyAssertion, PasskeyOptionsWire } from '#shared/contract/second-step.ts'
import type { PasskeyAttestation } from '#shared/contract/two-step.ts'

export interface Passkeys {
  isSupported(): boolean
  /** Null when the person has changed their mind, or there is no passkey for this site. */
  get(options: PasskeyOptionsWire): Promise<PasskeyAssertion | null>
  /** Null when the person has changed their mind. `known`: this device has one of this person already. */
  create(options: PasskeyOptionsWire): Promise<PasskeyAttestation | 'known' | null>
}

/** Fetched at the first use. */
const library = () => import('@simplewebauthn/browser')

export const browserPasskeys: Passkeys = {
  isSupported: () => typeof window.PublicKeyCredential === 'function',
  async get(options) {
    const { startAuthentication } = await library()
    const answer = await startAuthentication({ optionsJSON: options as never }).catch(() => null)
    return answer as PasskeyAssertion | null
  },
  async create(options) {
    const { startRegistration } = await library()
    try {
      return (await startRegistration({ optionsJSON: options as never })) as PasskeyAttestation
    } catch (error) {
      return error instanceof Error && error.name === 'InvalidStateError' ? 'known' : null
    }
  },
}
