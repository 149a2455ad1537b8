/** Imported first of all by main.tsx: what secrets the address carries are out of it before anything else runs. */
import { readArrival } from '#marketplace/buyer/platform/auth-link.ts'

export const arrival = readArrival(window)
