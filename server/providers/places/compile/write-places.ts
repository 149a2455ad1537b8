/** `npx tsx server/providers/places/compile/write-places.ts`: writes `gazetteer/places.bin.br` anew, after an update of the packages it comes from. */
import { writeFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { PLACES_FILE, packColumns } from '../gazetteer/places-file.ts'
import { compilePlaces } from './compile-places.ts'

await writeFile(PLACES_FILE, brotliCompressSync(packColumns(await compilePlaces())))
