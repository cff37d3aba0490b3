import { stringify } from 'yaml'
import { type OpenApiDocument, openApiDocument } from './openapi'
import { shareParts } from './openapi-components'
import { shortenExamples } from './openapi-examples'
import { openResponses } from './openapi-open'

let served: Promise<OpenApiDocument> | undefined

/** Returns the OpenAPI document as clients get it: responses and events are open, and repeated parts shared. Built once. */
export function servedDocument(): Promise<OpenApiDocument> {
  served ??= openApiDocument().then((document) => {
    const copy: OpenApiDocument = JSON.parse(JSON.stringify(document), withoutSafeBounds)
    shortenExamples(copy)
    openResponses(copy)
    shareParts(copy)
    return copy
  })
  return served
}

/** The bounds that zod adds to every integer, which are those of JavaScript's numbers. */
const withoutSafeBounds = (_: string, value: unknown) =>
  value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER ? undefined : value

let json: string | undefined
let yaml: string | undefined

/** Returns the document as JSON text. */
export async function openApiJson(): Promise<string> {
  json ??= JSON.stringify(await servedDocument())
  return json
}

/** Returns the document as YAML text, without aliases and without wrapped lines. */
export async function openApiYaml(): Promise<string> {
  yaml ??= stringify(await servedDocument(), { aliasDuplicateObjects: false, lineWidth: 0 })
  return yaml
}
