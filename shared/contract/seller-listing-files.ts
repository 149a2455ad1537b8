/** Pictures, videos and documents of a deal, as its seller sees to them. Ours, beside the calls of the spec. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { DOCUMENT_GATES, sellerDeal } from './seller-listing.ts'
import { idText, wrapped } from './wire.ts'

export const DOCUMENT_KINDS = [
  'inspection_report',
  'title_report',
  'survey',
  'rent_roll',
  'repair_estimate',
  'contract',
  'photos',
  'other',
] as const

const DEAL = '/account/api/deals/{deal}'
const dealParams = z.object({ deal: idText() })
const ours = { at: 'site', auth: 'account', reply: wrapped(sellerDeal) } as const
const caption = () => z.nullable(z.string().check(z.trim(), z.maxLength(120, 'At most 120 characters.')))

export const sellerAddImage = endpoint({
  ...ours,
  name: 'sellerAddImage',
  permission: 'deals',
  method: 'POST',
  path: `${DEAL}/images`,
  summary:
    'Upload a photo as a multipart form with the field `photo` (JPEG, PNG or WebP of at most 15 MB) and `ref`, which makes a repeat the same photo. Camera metadata is removed.',
  params: dealParams,
  status: 201,
})

export const sellerArrangeImages = endpoint({
  ...ours,
  name: 'sellerArrangeImages',
  permission: 'deals',
  method: 'PUT',
  path: `${DEAL}/images`,
  summary: 'The order of the photos; the first is the cover. 409 if the list does not have all of them.',
  params: dealParams,
  body: z.object({ ids: z.array(z.int().check(z.positive())).check(z.maxLength(500)) }),
})

export const sellerCaptionImage = endpoint({
  ...ours,
  name: 'sellerCaptionImage',
  permission: 'deals',
  method: 'PUT',
  path: `${DEAL}/images/{image}`,
  summary: 'Set the caption of a photo.',
  params: z.object({ deal: idText(), image: idText() }),
  body: z.object({ caption: caption() }),
})

export const sellerRemoveImage = endpoint({
  ...ours,
  name: 'sellerRemoveImage',
  permission: 'deals',
  method: 'DELETE',
  path: `${DEAL}/images/{image}`,
  summary: 'Remove a photo; its URL stops working.',
  params: z.object({ deal: idText(), image: idText() }),
})

export const sellerAddVideo = endpoint({
  ...ours,
  name: 'sellerAddVideo',
  permission: 'deals',
  method: 'POST',
  path: `${DEAL}/videos`,
  summary: 'Add a video from another site, by its https URL.',
  params: dealParams,
  body: z.object({
    url: z
      .string()
      .check(
        z.trim(),
        z.maxLength(1000),
        z.regex(/^https:\/\/[^\s/]+\.[^\s/]+\/\S+$/, 'Enter an address that begins with https://.'),
      ),
    caption: z.optional(caption()),
  }),
  status: 201,
})

export const sellerRemoveVideo = endpoint({
  ...ours,
  name: 'sellerRemoveVideo',
  permission: 'deals',
  method: 'DELETE',
  path: `${DEAL}/videos/{video}`,
  summary: 'Remove a video.',
  params: z.object({ deal: idText(), video: idText() }),
})

export const sellerAddDocument = endpoint({
  ...ours,
  name: 'sellerAddDocument',
  permission: 'deals',
  method: 'POST',
  path: `${DEAL}/documents`,
  summary:
    'Upload a document as a multipart form with the field `document` (PDF, JPEG or PNG of at most 15 MB) and `ref`, which makes a repeat the same document; `title`, `kind` and `gate` say what it is and who may read it.',
  params: dealParams,
  status: 201,
})

export const documentFields = z.object({
  title: z.string().check(z.trim(), z.minLength(1, 'Enter a title.'), z.maxLength(120)),
  kind: z.enum(DOCUMENT_KINDS),
  gate: z.nullable(z.enum(DOCUMENT_GATES)),
})

export const sellerChangeDocument = endpoint({
  ...ours,
  name: 'sellerChangeDocument',
  permission: 'deals',
  method: 'PUT',
  path: `${DEAL}/documents/{document}`,
  summary: 'Change the title of a document and who may read it.',
  params: z.object({ deal: idText(), document: idText() }),
  body: documentFields,
})

export const sellerRemoveDocument = endpoint({
  ...ours,
  name: 'sellerRemoveDocument',
  permission: 'deals',
  method: 'DELETE',
  path: `${DEAL}/documents/{document}`,
  summary: 'Delete a document permanently.',
  params: z.object({ deal: idText(), document: idText() }),
})
