/** An S3 bucket on this machine, whose files are in a folder. */
import S3rver from 's3rver'

const BUCKET = 'plat-files'

export async function startBucket(directory: string) {
  const store = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  const { port } = await store.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    keys: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    close: () => store.close(),
  }
}

export type Bucket = Awaited<ReturnType<typeof startBucket>>
