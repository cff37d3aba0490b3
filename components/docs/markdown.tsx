import { Lexer, type MarkedToken, marked, type Token } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { Code } from './prose'

interface MarkdownProps {
  text: string
}

/**
 * Markdown in the style of the docs, without its top heading. HTML in the Markdown is shown as text. For server
 * components.
 */
export const Markdown = ({ text }: MarkdownProps) => render(marked.lexer(text))

/** A line of Markdown, such as a description in the OpenAPI document. */
export const InlineMarkdown = ({ text }: MarkdownProps) => render(Lexer.lexInline(text))

const render = (tokens: readonly Token[] = []): ReactNode =>
  tokens.map((token, index) => {
    const key = `${index}`
    return <Fragment key={key}>{elementOf(token as MarkedToken)}</Fragment>
  })

/** Renders a token. Unsupported Markdown is shown as written. */
function elementOf(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'space':
      return null
    case 'heading':
      if (token.depth === 1) return null
      if (token.depth === 2) return <h2 className="mt-12 text-title font-semibold">{render(token.tokens)}</h2>
      return <h3 className="mt-6 font-medium">{render(token.tokens)}</h3>
    case 'paragraph':
      return <p>{render(token.tokens)}</p>
    case 'list':
      return (
        <ul className="points">
          {token.items.map((item) => (
            <li key={item.raw}>{render(item.tokens)}</li>
          ))}
        </ul>
      )
    case 'text':
      return 'tokens' in token ? render(token.tokens) : token.text
    case 'codespan':
      return <Code>{token.text}</Code>
    case 'strong':
      return <strong>{render(token.tokens)}</strong>
    case 'em':
      return <em>{render(token.tokens)}</em>
    case 'link':
      return <a href={token.href}>{render(token.tokens)}</a>
    default:
      return token.raw
  }
}
