/** Registration, apart from the class. Two versions of the script on one page: the first one stays, the second says so. */
import { PlatMessengerElement } from './messenger-element.ts'
import { VERSION } from './version.ts'

export const TAG = 'plat-messenger'

/** Does nothing without a DOM, and nothing when the tag is taken; warns when another class took it. */
export function definePlatMessenger(): void {
  if (typeof customElements === 'undefined') return
  const known = customElements.get(TAG)
  if (!known) customElements.define(TAG, PlatMessengerElement)
  else if (known !== PlatMessengerElement)
    console.warn(
      `${TAG} ${VERSION}: another version of this element is on the page already and stays in use: ${versionOf(known)}`,
    )
}

/** Another product's element under our name says nothing of itself. */
const versionOf = (known: object): string =>
  'version' in known && typeof known.version === 'string' ? known.version : 'unknown'
