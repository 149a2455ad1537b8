/** The personal details as a form over the user store. */
import type { User } from '#marketplace/buyer/platform/user.ts'
import type { Api } from '#shared/api/client.ts'
import type { CustomerWire } from '#shared/contract/account.ts'
import { updateProfile } from '#shared/contract/profile.ts'
import { createForm, type Errors, type FormModel } from './form-model.ts'

export interface Personal {
  firstName: string
  lastName: string
  company: string
  bio: string
  /** IANA name; empty for none chosen. */
  timeZone: string
  propertyTypes: readonly number[]
  parkingTypes: readonly number[]
}

const WIRE = {
  firstName: 'first_name',
  lastName: 'last_name',
  timeZone: 'time_zone',
  propertyTypes: 'property_types',
  parkingTypes: 'parking_types',
} as const

export interface PersonalFormDeps {
  api: Api
  user: User
  adopt: (wire: CustomerWire) => void
}

export function createPersonalForm({ api, user, adopt }: PersonalFormDeps): FormModel<Personal> {
  return createForm<Personal>({
    initial: {
      firstName: user.firstName,
      lastName: user.lastName,
      company: user.company,
      bio: user.bio,
      timeZone: user.timeZone ?? '',
      propertyTypes: user.propertyTypes,
      parkingTypes: user.parkingTypes,
    },
    wireNames: WIRE,
    check: missing,
    async send(changed) {
      const reply = await api(updateProfile, { body: bodyOf(changed) })
      adopt(reply.data)
    },
  })
}

function missing({ firstName, lastName }: Personal): Errors<Personal> {
  return {
    ...(firstName.trim() === '' ? { firstName: 'Enter your first name.' } : {}),
    ...(lastName.trim() === '' ? { lastName: 'Enter your last name.' } : {}),
  }
}

/** Absent fields stay as they are, so that two tabs do not undo each other. */
function bodyOf({ firstName, lastName, company, bio, timeZone, ...lists }: Partial<Personal>) {
  const { propertyTypes, parkingTypes } = lists
  return {
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(company === undefined ? {} : { company }),
    ...(bio === undefined ? {} : { bio }),
    ...(timeZone ? { time_zone: timeZone } : {}),
    ...(propertyTypes === undefined ? {} : { property_types: [...propertyTypes] }),
    ...(parkingTypes === undefined ? {} : { parking_types: [...parkingTypes] }),
  }
}
