/** What was typed into the registration form, kept in this tab over a reload (checklist AUTH-31). It has no place for a password. */

export interface Draft {
  first_name: string
  last_name: string
  email: string
  phone: string
  sms_opt_in: boolean
}

export interface DraftStore {
  read(): Partial<Draft>
  write(draft: Draft): void
  clear(): void
}

const KEY = 'plat.register'

/** Where storage is blocked nothing is kept, and nothing breaks. */
export function createDraftStore(storage: () => Storage): DraftStore {
  const quietly = <T>(run: () => T, otherwise: T): T => {
    try {
      return run()
    } catch {
      return otherwise
    }
  }
  return {
    read: () => quietly(() => JSON.parse(storage().getItem(KEY) ?? '{}') as Partial<Draft>, {}),
    write: (draft) => quietly(() => storage().setItem(KEY, JSON.stringify(draft)), undefined),
    clear: () => quietly(() => storage().removeItem(KEY), undefined),
  }
}
