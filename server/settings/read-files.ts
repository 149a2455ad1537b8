/** Where uploaded files are kept, from environment variables: a folder, or a bucket. */
import type { FileSettings } from '#server/providers/files/create-file-store.ts'
import type { VirusScanSettings } from '#server/providers/files/virus-scan.ts'
import type { Reader } from './read-variables.ts'

export const FILES_HELP = `
 Files: proofs of funds, documents, pictures of deals
  FILES_DIR             the folder they are kept in (PLAT_DATA/files); nodes of a cluster share it
  S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY
                        keep them in a private bucket instead
  S3_ENDPOINT           https://host of a service other than Amazon's
  CLAMD_URL             tcp://host:port or unix:///path of clamd, which scans them for viruses; without it nobody does
  CLAMD_REQUIRED        1 (default) keeps uploads from everybody until clamd has scanned them, 0 does not
`

/** `DOCUMENTS_DIR` is what the folder was called while it held the papers of deals only. */
export function readFiles(read: Reader, beside: string): FileSettings {
  const bucket = read.maybe('S3_BUCKET')
  if (bucket === null)
    return { driver: 'disk', directory: read.maybe('FILES_DIR') ?? read.text('DOCUMENTS_DIR', beside) }
  const region = read.text('S3_REGION', 'us-east-1')
  return {
    ...{ driver: 's3', bucket, region },
    endpoint: read.url('S3_ENDPOINT', ['https:', 'http:']) ?? `https://s3.${region}.amazonaws.com`,
    accessKeyId: read.needed('S3_ACCESS_KEY_ID', 'S3_BUCKET'),
    secretAccessKey: read.needed('S3_SECRET_ACCESS_KEY', 'S3_BUCKET'),
  }
}

/** Closed unless the operator opens it: nobody can download a file that could not be scanned. */
export function readVirusScan(read: Reader): VirusScanSettings {
  const url = read.url('CLAMD_URL', ['tcp:', 'unix:'])
  const isRequired = read.oneOf('CLAMD_REQUIRED', ['0', '1'], '1') === '1'
  return url === null ? { driver: 'embedded' } : { driver: 'clamd', url, isRequired }
}
