/** `npx tsx server/core/database/write-empty-database.ts`: packs a new embedded database, after an update of PGlite. */
import { writeFile } from 'node:fs/promises'
import { brotliCompressSync, constants } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { EMPTY_DATABASE } from './empty-database.ts'

const pglite = await PGlite.create()
const tar = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer())
await pglite.close()
const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 }
await writeFile(EMPTY_DATABASE, brotliCompressSync(tar, { params }))
