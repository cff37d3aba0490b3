import { keyPlaceholder } from '@/components/samples/request-samples'
import type { Conversion } from '@/server/features/listings/shapes'
import type { Sample } from './sample'

/**
 * Creates tools for a language model from the OpenAPI document, and runs one as the model would.
 * @param base this server's address.
 */
export const agentSample = (base: string, { cid_decimal, hex_cid }: Conversion): Sample => ({
  title: 'Create tools from the OpenAPI document',
  codes: [
    { language: 'JavaScript', code: javaScript(base, hex_cid) },
    { language: 'Python', code: python(base, hex_cid) },
  ],
  prints: `resolve, search, convert\n${cid_decimal}`,
})

const javaScript = (base: string, cid: string) => `const api = '${base}/api'
const document = await (await fetch(\`\${api}/openapi.json\`)).json()

const tools = ['resolve', 'search', 'convert'].map((name) => {
  const { summary, requestBody } = document.paths[\`/\${name}\`].post
  const { $ref } = requestBody.content['application/json'].schema
  const input_schema = document.components.schemas[$ref.split('/').pop()]
  return { name, description: summary, input_schema }
})

// Runs a tool for the model. Return problems to it too: they say what to change.
async function run(name, input) {
  const response = await fetch(\`\${api}/\${name}\`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': '${keyPlaceholder}' },
    body: JSON.stringify(input),
  })
  return response.json()
}

console.log(tools.map(({ name }) => name).join(', '))
console.log((await run('convert', { cid: '${cid}' })).cid_decimal)`

const python = (base: string, cid: string) => `import json
import urllib.error
import urllib.request

api = "${base}/api"
with urllib.request.urlopen(f"{api}/openapi.json") as response:
    document = json.load(response)

tools = []
for name in ["resolve", "search", "convert"]:
    operation = document["paths"][f"/{name}"]["post"]
    reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    schema = document["components"]["schemas"][reference.split("/")[-1]]
    tools.append({"name": name, "description": operation["summary"], "input_schema": schema})


# Runs a tool for the model. Return problems to the model too: they say what to change.
def run(name, arguments):
    request = urllib.request.Request(
        f"{api}/{name}",
        data=json.dumps(arguments).encode(),
        headers={"Content-Type": "application/json", "X-API-Key": "${keyPlaceholder}"},
    )
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as problem:
        return json.load(problem)


print(", ".join(tool["name"] for tool in tools))
print(run("convert", {"cid": "${cid}"})["cid_decimal"])`
