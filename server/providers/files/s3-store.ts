/** Files in a bucket of Amazon S3 or of any service that speaks its language. */
import { AwsClient } from 'aws4fetch'
import { checkKey, isKey } from './file-key.ts'
import type { FileStore } from './file-store.ts'

export interface S3Settings {
  /** `https://host` without the bucket. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const TIMEOUT_MS = 20_000
/** Of a 5xx or 429, by the client. */
const RETRIES = 2
const NOT_FOUND = 404

export function createS3Store({ endpoint, bucket, ...credentials }: S3Settings): FileStore {
  const client = new AwsClient({ ...credentials, service: 's3', retries: RETRIES })
  // The bucket in the path: services beside Amazon's rarely have a name for each bucket.
  const root = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`
  const call = async (
    method: string,
    key: string,
    more: { body?: Uint8Array<ArrayBuffer>; headers?: Headers } = {},
  ) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    return client.fetch(`${root}/${key}`, { method, signal, ...more })
  }
  return {
    async put(key, bytes, contentType) {
      checkKey(key)
      const headers = new Headers({ 'content-type': contentType })
      await finished(await call('PUT', key, { body: Uint8Array.from(bytes), headers }), 'put')
    },
    async get(key) {
      if (!isKey(key)) return null
      const answer = await call('GET', key)
      if (answer.status === NOT_FOUND) {
        await answer.body?.cancel()
        return null
      }
      if (!answer.ok) return finished(answer, 'get')
      return new Uint8Array(await answer.arrayBuffer())
    },
    async delete(key) {
      if (!isKey(key)) return
      const answer = await call('DELETE', key)
      if (answer.status === NOT_FOUND) await answer.body?.cancel()
      else await finished(answer, 'delete')
    },
    async *keys() {
      for (let next: string | undefined = ''; next !== undefined; ) {
        const page = next === '' ? '' : `&continuation-token=${encodeURIComponent(next)}`
        const signal = AbortSignal.timeout(TIMEOUT_MS)
        const answer = await client.fetch(`${root}?list-type=2${page}`, { signal })
        if (!answer.ok) return finished(answer, 'list')
        const text = await answer.text()
        // Keys of ours have no letter that XML writes otherwise.
        for (const [, key = ''] of text.matchAll(/<Key>([^<]+)<\/Key>/g)) if (isKey(key)) yield key
        next = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]
      }
    },
  }
}

/** Reads the answer to its end, so that its connection is free. What a failed one says may name the bucket; it goes to the log only. */
async function finished(answer: Response, call: string): Promise<null> {
  const text = await answer.text()
  if (answer.ok) return null
  throw new Error(`The file store answered ${answer.status} to ${call}: ${text.slice(0, 200)}`)
}
