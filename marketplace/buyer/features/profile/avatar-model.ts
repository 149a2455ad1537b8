/** The portrait: chosen, cut, shown at once while it is sent, taken back when that fails. No React. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import type { Api } from '#shared/api/client.ts'
import type { CustomerWire } from '#shared/contract/account.ts'
import { AVATAR_MAX_BYTES } from '#shared/contract/limits.ts'
import { removeAvatar } from '#shared/contract/profile.ts'

export interface AvatarModel {
  /** Address of the picture being sent, shown in the place of the stored one. */
  readonly preview: ReadonlySignal<string | null>
  /** Share sent, from 0 to 1; null when nothing is sent. */
  readonly progress: ReadonlySignal<number | null>
  readonly isBusy: ReadonlySignal<boolean>
  readonly problem: ReadonlySignal<string | null>
  /** Whether a chosen file may be cut and sent; says why not. */
  accepts(file: { type: string; size: number }): boolean
  /** True when it is stored. */
  send(picture: Blob): Promise<boolean>
  remove(): Promise<boolean>
  dispose(): void
}

export interface AvatarDeps {
  api: Api
  adopt: (wire: CustomerWire) => void
  upload: (picture: Blob, onProgress: (share: number) => void) => Promise<CustomerWire>
  /** `URL.createObjectURL` and `revokeObjectURL`. */
  address: { of(picture: Blob): string; release(url: string): void }
}

export const AVATAR_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

export function createAvatarModel({ api, adopt, upload, address }: AvatarDeps): AvatarModel {
  const preview = signal<string | null>(null)
  const progress = signal<number | null>(null)
  const isBusy = signal(false)
  const problem = signal<string | null>(null)

  function clear() {
    if (preview.peek() !== null) address.release(preview.peek() ?? '')
    preview.value = null
    progress.value = null
  }

  async function run(call: Promise<CustomerWire>): Promise<boolean> {
    isBusy.value = true
    problem.value = null
    const result = await attempt(call)
    isBusy.value = false
    if (result.kind === 'done') adopt(result.value)
    else problem.value = formMessage(sayFailure(result.failure))
    return result.kind === 'done'
  }

  return {
    preview,
    progress,
    isBusy,
    problem,
    accepts({ type, size }) {
      problem.value = !AVATAR_TYPES.includes(type)
        ? 'Choose a JPEG, PNG or WebP picture.'
        : size > AVATAR_MAX_BYTES
          ? 'That picture is larger than 5 MB. Choose a smaller one.'
          : null
      return problem.value === null
    },
    async send(picture) {
      if (isBusy.peek()) return false
      preview.value = address.of(picture)
      progress.value = 0
      const isStored = await run(
        upload(picture, (share) => {
          progress.value = share
        }),
      )
      clear()
      return isStored
    },
    remove: async () => !isBusy.peek() && run(api(removeAvatar, {}).then((reply) => reply.data)),
    dispose: clear,
  }
}
