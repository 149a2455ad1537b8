/**
 * Of ky: a call with headers, a JSON body, a signal and one repeat, as shared/api/client.ts makes it. Not there: hooks, time-outs,
 * signals merged, progress of a body, search parameters and prefixes of its own, short cuts for bodies, instances of instances, words
 * of errors that nobody reads, and looking for what every browser with container queries has.
 */
import type { LibraryParts } from './cut.ts'

const without = (...begins: string[]) => begins.map((begin) => [begin, '', 'block'] as const)

export const KY_PARTS: LibraryParts = {
  'ky/distribution/errors/HTTPError.js': [
    ['super(', 'super()', 'call'],
    ["const code = (response.status || response.status === 0) ? response.status : '';", "const code = '';"],
    ["const title = response.statusText ?? '';", "const title = '';"],
  ],
  'ky/distribution/core/constants.js': [
    [
      'export const supportsRequestStreams = (() => {',
      'export const supportsRequestStreams = (() => {}',
      'block',
    ],
    [
      "export const supportsResponseStreams = typeof globalThis.ReadableStream === 'function'; export const supportsFormData = typeof globalThis.FormData === 'function';",
      'export const supportsResponseStreams = !0, supportsFormData = !0;',
    ],
    ["new TextEncoder().encode('------WebKitFormBoundaryaxpyiPgbbPti10Rw').length", '0'],
  ],
  'ky/distribution/index.js': [
    ...without('for (const method of requestMethods) {', 'ky.extend = (newDefaults) => {'),
    ['ky.stop = stop; ky.retry = retry;', ''],
  ],
  'ky/distribution/core/Ky.js': [
    ...without(
      "if (typeof ky.#options.timeout === 'number' && ky.#options.timeout > maxSafeTimeout) {",
      'if (this.#abortController?.signal.aborted) {',
      'if (isTimeoutError(error) && !this.#options.retry.retryOnTimeout) {',
    ),
    [
      'if (supportsAbortController && supportsAbortSignal) {',
      'this.#userProvidedAbortSignal = this.#options.signal;',
      'block',
    ],
    ['return timeout(this.#originalRequest, nonRequestOptions, this.#abortController, this.#options);', ''],
    ['if (this.#options.timeout === false) {', '{'],
    [
      "(typeof ky.#options.throwHttpErrors === 'function' ? ky.#options.throwHttpErrors(response.status) : ky.#options.throwHttpErrors)",
      '!0',
    ],
    ['new HTTPError(response, ky.request, ky.#getNormalizedOptions())', 'new HTTPError(response)'],
    ['throwHttpErrors: options.throwHttpErrors ?? true, timeout: options.timeout ?? 10_000,', ''],
    ['context: options.context ?? {},', ''],
    ['this.#options.stringifyJson?.(this.#options.json) ??', ''],
    ...without(
      'for (const hook of ky.#options.hooks.afterResponse) {',
      'for (const hook of ky.#options.hooks.beforeError) {',
    ),
    ...without(
      'if (ky.#options.onDownloadProgress) {',
      'for (const [type, mimeType] of Object.entries(responseTypes)) {',
    ),
    ...without('static #normalizeSearchParams(searchParams) {', 'if (this.#options.onUploadProgress) {'),
    ...without('if (hasSearchParameters(this.#options.searchParams)) {'),
    ...without(
      "if (this.#options.prefixUrl && typeof this.#input === 'string') {",
      'if (supportsRequestStreams) {',
    ),
    [
      "if (typeof this.#input !== 'string' && !(this.#input instanceof URL || this.#input instanceof globalThis.Request)) { throw new TypeError('`input` must be a string, URL, or Request'); }",
      '',
    ],
    [
      "const userProvidedContentType = options.headers && new globalThis.Headers(options.headers).has('content-type');",
      '',
    ],
    [
      "if (this.#input instanceof globalThis.Request && ((supportsFormData && this.#options.body instanceof globalThis.FormData) || this.#options.body instanceof URLSearchParams) && !userProvidedContentType) { this.#options.headers.delete('content-type'); }",
      '',
    ],
    ['hooks: mergeHooks({', 'hooks: 0 && ({'],
    ["prefixUrl: String(options.prefixUrl || ''),", ''],
    ['ky.#decorateResponse(response); if (!response.ok', 'if (!response.ok'],
    ...without(
      'if (errorObject instanceof ForceRetryError) {',
      'if (error instanceof ForceRetryError && error.customRequest) {',
    ),
    ...without(
      'for (const hook of this.#options.hooks.beforeRetry) {',
      'for (const hook of this.#options.hooks.beforeRequest) {',
    ),
    ...without(
      '#getNormalizedOptions() {',
      '#decorateResponse(response) {',
      '#cancelResponseBody(response) {',
      '#assignRequest(request) {',
    ),
    ...without('#wrapRequestWithUploadProgress(request, originalBody) {'),
    [
      'const nonRequestOptions = findUnknownOptions(this.request, this.#options);',
      'const nonRequestOptions = {};',
    ],
    ['if (this.#options.retry.jitter === true) {', 'if (!1) {'],
    ...without("else if (typeof this.#options.retry.jitter === 'function') {"),
    [
      'const errorObject = error instanceof Error ? error : new NonError(error);',
      'const errorObject = error;',
    ],
  ],
  'ky/distribution/utils/merge.js': [
    ['if ((!isObject(source) || Array.isArray(source)) && source !== undefined) {', 'if (!1) {'],
    ["if (key === 'signal' && value instanceof globalThis.AbortSignal) {", 'if (!1) {'],
    ...without('if (signals.length > 0) {'),
    ["if (key === 'context') {", 'if (!1) {'],
    ["if (key === 'searchParams') {", 'if (!1) {'],
    ['if (isObject(source.hooks)) {', 'if (!1) {'],
    ['if (searchParameters !== undefined) {', 'if (!1) {'],
  ],
  'ky/distribution/utils/normalize.js': [
    ...without("if (typeof retry === 'number') {", 'if (retry.methods && !Array.isArray(retry.methods)) {'),
    ...without('if (retry.statusCodes && !Array.isArray(retry.statusCodes)) {'),
  ],
}
