import { compile } from '@mdx-js/mdx'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'

/*
 * Compiles the docs pages, `app/docs/<path>/page.mdx`, for Next.js, which uses the default export as a loader, and for
 * the tests.
 */

/**
 * Returns the page as JavaScript: its metadata, and a component that returns an `<Article>` with a `<Section>` for each
 * heading. The page's path determines its title and its neighbors.
 * @param file the page's path in the file system
 */
export async function compilePage(source, file) {
  const [, path] = /\/app(\/docs.*)\/page\.mdx$/.exec(file)
  const metadata = `import { docsMetadata } from '@/components/docs/article'\nexport const metadata = docsMetadata('${path}')`
  const options = { providerImportSource: '@/components/docs/mdx', remarkPlugins: [tables, [sections, path]] }
  return String(await compile({ value: `${source}\n\n${metadata}\n`, path: file }, options))
}

export default function load(source) {
  return compilePage(source, this.resourcePath)
}

/** Reads Markdown tables, which the standard doesn't have. */
function tables() {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfmTable()]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmTableFromMarkdown()]
}

/** Puts each heading, `## Title [#fragment]`, and the text after it into a section. */
function sections(path) {
  return (tree, file) => {
    const isModule = ({ type }) => type === 'mdxjsEsm'
    const article = element('Article', { path })
    let place = article
    for (const node of tree.children.filter((node) => !isModule(node))) {
      if (node.type === 'heading' && node.depth === 2) {
        const [, title, id] = /^(.+) \[#([\w-]+)\]$/.exec(node.children.length === 1 && node.children[0].value) ?? []
        if (!id) file.fail('Write a heading as `## Title [#fragment]`, without other Markdown.', node)
        place = element('Section', { id, title })
        article.children.push(place)
      } else if (node.name === 'Section') {
        place = article
        article.children.push(node)
      } else place.children.push(node)
    }
    tree.children = [...tree.children.filter(isModule), article]
  }
}

const element = (name, attributes) => ({
  type: 'mdxJsxFlowElement',
  name,
  attributes: Object.entries(attributes).map(([name, value]) => ({ type: 'mdxJsxAttribute', name, value })),
  children: [],
})
