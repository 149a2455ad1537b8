/** Writes towns.tsv and counties.tsv anew. By hand, after an update of the packages they come from. */
import { writeTowns } from './town-lines.ts'

await writeTowns()
