/**
 * Files on their way to the server, each under a name of its upload, so that a repeat makes no second one. Two go at a time. What
 * failed for want of a network goes again when it is back; what the server refused waits for the person.
 */
import { type Signal, signal } from '@preact/signals-core'
import { ApiError, type Failure, isRefusal } from '#shared/api/api-error.ts'
import { newClientId } from '#shared/lib/client-id.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { sendReason } from '../failure.ts'
import type { Attaching, ChosenFile, Refusal, UploadState, Uploads } from './attachment-model.ts'
import { choose, chosenFor } from './chosen.ts'
import { sorted, typeOf } from './file-rules.ts'
import { type FileStore, openFileStore } from './file-store.ts'

interface Item {
  readonly peerId: number
  readonly ref: string
  readonly name: string
  readonly file: Blob
  readonly state: Signal<UploadState>
  /** Of the server's file. */
  id: number | null
  failure: Failure | null
  stop: AbortController | null
  /** The attempt that is on. */
  running: Promise<void> | null
}

const AT_ONCE = 2
const LOST = 'This browser could not keep it. Remove it and attach it again.'
const OFFLINE = 'You are offline. It goes on by itself.'
const BROKEN = 'The connection broke off.'

export function uploadsOf(attaching: Attaching): Uploads {
  attaching.uploads ??= createUploads(attaching)
  return attaching.uploads
}

export function createUploads(
  attaching: Attaching,
  store: FileStore = openFileStore(attaching.scope, systemClock.now),
): Uploads {
  const items = new Map<string, Item>()
  const news = signal('')
  const refusals = signal<ReadonlyMap<number, readonly Refusal[]>>(new Map())
  const nothing = signal<UploadState>({ kind: 'done' })
  const lost = signal<UploadState>({ kind: 'failed', words: LOST, canRetry: false })
  const queue: (() => void)[] = []
  /** Of the items: one may come from a page before. */
  const version = signal(0)
  let active = 0

  const known = (ref: string) => [...attaching.chosen.peek().values()].flat().find((file) => file.ref === ref)

  /** The file as it is chosen now, wherever it is. */
  function note(ref: string, change: Partial<ChosenFile>): void {
    for (const [peerId, files] of attaching.chosen.peek())
      if (files.some((file) => file.ref === ref))
        choose(
          attaching,
          peerId,
          files.map((file) => (file.ref === ref ? { ...file, ...change } : file)),
        )
  }

  /** Resolves when the attempt has ended, however. */
  function start(item: Item): Promise<void> {
    item.running ??= attempt(item).finally(() => {
      item.running = null
    })
    return item.running
  }

  async function attempt(item: Item): Promise<void> {
    const stop = new AbortController()
    item.stop = stop
    item.failure = null
    item.state.value = { kind: 'waiting' }
    note(item.ref, { isRefused: false })
    if (active >= AT_ONCE) await new Promise<void>((go) => queue.push(go))
    active++
    try {
      stop.signal.throwIfAborted()
      item.state.value = { kind: 'sending', share: 0 }
      const reply = await attaching.upload(item.peerId, formOf(item), {
        signal: stop.signal,
        onProgress(share) {
          if (item.stop === stop) item.state.value = { kind: 'sending', share }
        },
      })
      item.id = idIn(reply)
      item.state.value = { kind: 'done' }
      note(item.ref, { id: item.id })
      news.value = `${item.name} uploaded`
    } catch (error) {
      if (!stop.signal.aborted) fail(item, error)
    } finally {
      active--
      queue.shift()?.()
    }
  }

  function fail(item: Item, error: unknown): void {
    // What is loaded for the upload was not to be had.
    const failure: Failure = error instanceof ApiError ? error.failure : { kind: 'offline' }
    item.failure = failure
    const isFinal = isRefusal(failure) && failure.status !== TOO_MANY
    const words =
      isFinal || isRefusal(failure) ? sendReason(failure) : attaching.isOnline() ? BROKEN : OFFLINE
    // The same file would be refused again.
    const canRetry = !isFinal || failure.status !== INVALID
    item.state.value = { kind: 'failed', words, canRetry }
    if (isFinal) note(item.ref, { isRefused: true })
    news.value = `${item.name} was not uploaded. ${words}`
  }

  function addItem(peerId: number, { ref, name }: ChosenFile, file: Blob): Item {
    const item: Item = {
      peerId,
      ref,
      name,
      file,
      state: signal<UploadState>({ kind: 'waiting' }),
      id: null,
      failure: null,
      stop: null,
      running: null,
    }
    items.set(ref, item)
    version.value++
    return item
  }

  function drop(refs: readonly string[]): void {
    for (const ref of refs) {
      items.get(ref)?.stop?.abort()
      items.delete(ref)
    }
    void store.remove(refs)
  }

  /** One of a message that is sent; its file may be kept from a page before. */
  async function finishOne(peerId: number, file: ChosenFile): Promise<ChosenFile | Failure> {
    if (file.id !== null) return file
    let item = items.get(file.ref)
    if (!item) {
      const kept = await store.get(file.ref)
      if (!kept) return refused(`${file.name}: ${LOST}`)
      item = items.get(file.ref) ?? addItem(peerId, file, kept)
    }
    if (item.id === null) await start(item)
    if (item.id !== null) return { ...file, id: item.id }
    const { failure } = item
    return failure && isRefusal(failure)
      ? refused(`${file.name}: ${sendReason(failure)}`)
      : (failure ?? { kind: 'offline' })
  }

  return {
    news,
    refusals,
    state(ref) {
      void version.value
      return items.get(ref)?.state ?? (known(ref)?.id === null ? lost : nothing)
    },
    fileOf: (ref) => items.get(ref)?.file ?? null,
    add(peerId, files) {
      const before = chosenFor(attaching, peerId)
      const fresh = files.filter((file) => !before.some((other) => isSame(items.get(other.ref)?.file, file)))
      const { good, refused: bad } = sorted(fresh, before.length)
      const added = good.map((file) => ({
        ref: newClientId(),
        name: file.name || 'Pasted picture.png',
        size: file.size,
        type: typeOf(file),
        id: null,
      }))
      const said = bad.map(({ name, words }) => `${name} was not added. ${words}`)
      const others = (refusals.peek().get(peerId) ?? []).filter(
        ({ name }) => !bad.some((each) => each.name === name),
      )
      refusals.value = new Map(refusals.peek()).set(peerId, [...others, ...bad])
      choose(attaching, peerId, [...before, ...added])
      if (added.length > 0) said.unshift(`Uploading ${added.map(({ name }) => name).join(', ')}`)
      news.value = said.join(' ')
      for (const [index, file] of good.entries()) {
        const chosen = added[index]
        if (chosen) void start(addItem(peerId, chosen, file))
      }
    },
    remove(peerId, ref) {
      const files = chosenFor(attaching, peerId)
      news.value = `${files.find((file) => file.ref === ref)?.name} removed`
      drop([ref])
      choose(
        attaching,
        peerId,
        files.filter((file) => file.ref !== ref),
      )
    },
    retry(ref) {
      const item = items.get(ref)
      if (item) void start(item)
    },
    async finish(send) {
      const { peerId, files = [] } = send
      const ends = await Promise.all(files.map((file) => finishOne(peerId, file)))
      send.files = files.map((file, index) => {
        const end = ends[index]
        return end && 'ref' in end ? end : file
      })
      const failures = ends.flatMap((end) => ('ref' in end ? [] : [end]))
      const failure = failures.find(isRefusal) ?? failures[0] ?? null
      // After the message knows the numbers of its files.
      if (!failure) setTimeout(() => store.remove(files.map(({ ref }) => ref)))
      return failure
    },
    keep(files) {
      for (const { ref, id } of files) {
        const file = id === null && items.get(ref)?.file
        if (file) void store.put(ref, file)
      }
      refusals.value = new Map()
    },
    takeBack(peerId, files = [], isEdited) {
      if (isEdited) choose(attaching, peerId, [...chosenFor(attaching, peerId), ...files])
      else drop(files.map(({ ref }) => ref))
    },
    resume() {
      for (const item of items.values())
        if (item.failure && !isRefusal(item.failure) && item.id === null) void start(item)
    },
    forget() {
      drop([...items.keys()])
      void store.clear()
    },
  }
}

const INVALID = 422
const TOO_MANY = 429

function formOf({ ref, file, name }: Item): FormData {
  const form = new FormData()
  form.append('ref', ref)
  form.append('file', file, name)
  return form
}

/** Of the answer, which is `uploadAttachment`'s. */
function idIn(reply: unknown): number {
  const { id } = (reply as { data?: { id?: unknown } } | undefined)?.data ?? {}
  if (typeof id === 'number') return id
  throw new ApiError('uploadAttachment', { kind: 'malformed', status: 200 })
}

const refused = (message: string): Failure => ({
  kind: 'refused',
  status: 422,
  problem: { message },
  retryAfterMs: null,
})

/** The same choice made twice. */
const isSame = (one: Blob | undefined, other: File): boolean =>
  one instanceof File &&
  one.name === other.name &&
  one.size === other.size &&
  one.lastModified === other.lastModified
